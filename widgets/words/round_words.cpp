// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/round_words.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/style/number_text.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct RoundWords {
    Q_DECLARE_TR_FUNCTIONS(RoundWords)
};

} // namespace

std::optional<double> draftU(const RoundRecord& round, const NodeRecord& node)
{
    const bool wasDrawn = !round.sampler.isGreedy() && !node.forcedToken && node.drawU != 0;
    return wasDrawn ? std::optional(node.drawU) : std::nullopt;
}

std::optional<double> verdictU(const RoundRecord& round, const NodeRecord& node)
{
    return round.isGreedy() && !node.forcedU ? std::nullopt : node.u;
}

std::optional<double> drawU(const RoundRecord& round)
{
    return round.takesLikeliest() || round.traits.isWatched || !round.draw ? std::nullopt
                                                                           : std::optional(round.draw->u);
}

QString draftContextWords(const TraceHeader& header)
{
    return header.draft && header.draft->context > 0
        ? RoundWords::tr("The draft's context of %1 tokens is full: from here on the target decodes alone.")
              .arg(grouped(header.draft->context))
        : RoundWords::tr("The draft's context is full: from here on the target decodes alone.");
}

bool isPlain(const std::vector<Moment>& moments)
{
    return !moments.empty() && moments.front().kind != MomentKind::draft;
}

int numberOf(const Moment& moment, const std::vector<Moment>& all, Drafts drafts)
{
    return moment.kind == MomentKind::draft && drafts == Drafts::levels ? levelNumber(all, moment) : moment.node + 1;
}

bool leavesPWithoutQ(const RoundRecord& round, int context)
{
    const auto isCopied = [context](const NodeRecord& node) { return node.parent + 1 == context && node.q >= 1; };
    return round.traits.leavesPWithoutQ
        || (round.traits.leavesPWithoutToken && std::ranges::any_of(round.nodes, isCopied));
}

bool leavesRemainder(const RoundRecord& round)
{
    return round.traits.leavesRemainder;
}

bool hasThreshold(const RoundRecord& round)
{
    return round.traits.hasThreshold();
}

QString acceptanceWords(const RoundRecord& round, int node)
{
    using Acceptance = VerifierTraits::Acceptance;
    const NodeRecord& record = round.nodes[std::size_t(node)];
    const Acceptance acceptance = round.traits.acceptance;
    if (hasThreshold(round))
        return QStringLiteral("p");
    const auto numbersAt = [&](int context) {
        return std::size_t(context) < round.contexts.size() ? round.contexts[std::size_t(context)].numbers
                                                            : RuleNumbers{};
    };
    if (acceptance == Acceptance::block && numbersAt(node + 1).kept)
        return QStringLiteral("h");
    if (acceptance == Acceptance::divided && numbersAt(record.parent + 1).divisor)
        return QStringLiteral("min(1, p/(ρq))");
    if (leavesRemainder(round) && rejectedBefore(round, node) >= 0 && round.remainderBefore(node))
        return acceptance == Acceptance::probability ? QStringLiteral("R") : QStringLiteral("min(1, R/q)");
    if (!(leavesRemainder(round) || round.isGreedy()) || rejectedBefore(round, node) >= 0)
        return RoundWords::tr("acceptance");
    const bool isOneHot = record.q >= 1;
    return acceptance == Acceptance::probability && !isOneHot ? QStringLiteral("p") : QStringLiteral("min(1, p/q)");
}

QString nodeName(const RoundRecord& round, const Moment& moment, const Recording& recording, Drafts drafts)
{
    constexpr qsizetype mostLetters = 14; // of a token with its quotes
    if (drafts == Drafts::nodes || moment.kind != MomentKind::judge || moment.node < 0
        || std::size_t(moment.node) >= round.nodes.size())
        return {};
    QString name = quoted(recording, round.nodes[std::size_t(moment.node)].token);
    if (name.size() > mostLetters)
        name = name.left(mostLetters - 2) + QStringLiteral("…") + name.right(1);
    return name;
}

std::vector<QString> nodeNames(const RoundRecord& round, const std::vector<Moment>& moments, const Recording& recording,
                               Drafts drafts)
{
    std::vector<QString> names;
    for (const Moment& moment : moments)
        names.push_back(nodeName(round, moment, recording, drafts));
    return names;
}

QString nameOf(const Moment& moment, const std::vector<Moment>& all, Drafts drafts, const QString& node)
{
    switch (moment.kind) {
    case MomentKind::draft:
        return (drafts == Drafts::levels ? RoundWords::tr("Level %1") : RoundWords::tr("Draft %1"))
            .arg(numberOf(moment, all, drafts));
    case MomentKind::verify:
        return isPlain(all) ? RoundWords::tr("Target pass") : RoundWords::tr("Verify");
    case MomentKind::judge:
        return moment.node < 0
            ? RoundWords::tr("Judge")
            : RoundWords::tr("Judge %1").arg(node.isEmpty() ? QString::number(moment.node + 1) : node);
    case MomentKind::residual:
        return RoundWords::tr("Residual");
    case MomentKind::bonus:
        return RoundWords::tr("Bonus");
    case MomentKind::plain:
        return RoundWords::tr("Draw");
    case MomentKind::commit:
        return RoundWords::tr("Commit");
    }
    return {};
}

QString chosenToken(const NodeRecord& node)
{
    return node.forcedToken ? RoundWords::tr("chosen by you") : QString();
}

QString chosenVerdict(const RoundRecord& round, int node)
{
    const NodeRecord& record = round.nodes[std::size_t(node)];
    if (const auto wanted = round.wantedVerdict(node))
        return *wanted == (record.verdict == Verdict::accepted) ? RoundWords::tr("forced by you")
                                                                : RoundWords::tr("kept by you");
    return !record.forcedU    ? QString()
        : hasThreshold(round) ? RoundWords::tr("threshold chosen by you")
                              : RoundWords::tr("u chosen by you");
}

QString verdictUWord(const RoundRecord& round)
{
    return hasThreshold(round) ? RoundWords::tr("threshold") : QStringLiteral("u");
}

QString howDrafted(const RoundRecord& round, const NodeRecord& node, int decimals)
{
    if (node.forcedToken)
        return chosenToken(node);
    const auto u = draftU(round, node);
    return u ? RoundWords::tr("drawn with u = %1").arg(number(u, decimals)) : RoundWords::tr("chosen without chance");
}

QString chosenNote(int chosen, int judged)
{
    if (chosen == 0)
        return {};
    return (judged == 1
                ? RoundWords::tr("* %1 of %2 verdict: its draft, its u or the verdict itself was chosen by you.")
                : RoundWords::tr("* %1 of %2 verdicts: their draft, their u or the verdict itself was chosen by you."))
        .arg(chosen)
        .arg(judged);
}

} // namespace draftscope
