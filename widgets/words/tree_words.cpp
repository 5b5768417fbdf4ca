// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/tree_words.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/style/theme.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr int exact = 6; ///< decimals

/// The context of what is said here.
struct TreeWords {
    Q_DECLARE_TR_FUNCTIONS(TreeWords)
};

TokenId tokenBefore(const RoundRecord& round, int context)
{
    return context == 0 ? round.root : round.nodes[std::size_t(context - 1)].token;
}

QString slot(int number)
{
    return number < 0 ? QStringLiteral("–") : QString::number(number);
}

QStringList tokensWith(const RoundRecord& round, Verdict verdict, const Recording& recording)
{
    QStringList tokens;
    for (const NodeRecord& node : round.nodes)
        if (node.verdict == verdict)
            tokens << quoted(recording, node.token);
    return tokens;
}

const DistributionEntry* entryOf(const RoundRecord& round, const DrawRecord& draw)
{
    if (std::size_t(draw.context) >= round.contexts.size())
        return nullptr;
    const auto& top = round.contexts[std::size_t(draw.context)].top;
    const auto found = std::ranges::find(top, draw.token, &DistributionEntry::token);
    return found == top.end() ? nullptr : &*found;
}

QStringList numbersOf(const RoundRecord& round, const NodeRecord& record)
{
    QString numbers = QStringLiteral("q = ") + number(record.q, exact);
    if (round.isVerified() && !record.pruned)
        numbers += QStringLiteral("   p = ") + number(record.p, exact);
    QStringList lines{numbers};
    if (record.acceptance) {
        const auto [a, u] = compared(record.acceptance, verdictU(round, record), exact);
        lines << TreeWords::tr("acceptance = %1   %2 = %3").arg(a, verdictUWord(round), u);
    }
    return lines;
}

/// A distribution that does not list the token, or was not recorded, says nothing of it.
QStringList numbersOf(const RoundRecord& round, const DrawRecord& draw)
{
    QStringList lines;
    if (const DistributionEntry* entry = entryOf(round, draw)) {
        const bool hasQ = round.contexts[std::size_t(draw.context)].hasQ;
        lines << (hasQ ? QStringLiteral("q = ") + number(entry->q, exact) + QStringLiteral("   ") : QString())
                + QStringLiteral("p = ") + number(entry->p, exact);
    }
    lines << (round.takesLikeliest() ? TreeWords::tr("taken, not drawn")
                                     : TreeWords::tr("drawn with u = %1").arg(number(drawU(round), exact)));
    return lines;
}

QString verdictOf(const RoundRecord& round, int node)
{
    const NodeRecord& record = round.nodes[std::size_t(node)];
    const QString chosen = chosenVerdict(round, node);
    if (record.pruned)
        return TreeWords::tr("pruned: the target has not seen it");
    if (record.verdict == Verdict::notJudged)
        return isOutOfReach(round, node) || round.draw || round.isFinished() ? wordFor(record.verdict)
                                                                             : TreeWords::tr("no verdict yet");
    return markOf(record.verdict) + QLatin1Char(' ') + wordFor(record.verdict)
        + (chosen.isEmpty() ? QString() : QStringLiteral(", ") + chosen);
}

} // namespace

QString nodeToolTip(const RoundRecord& round, int node, const Recording& recording)
{
    const NodeRecord& record = round.nodes[std::size_t(node)];
    QStringList lines;
    lines << tokenInDetail(recording, record.token);
    lines << TreeWords::tr("draft %1 · depth %2 · after %3")
                 .arg(node + 1)
                 .arg(record.depth)
                 .arg(quoted(recording, tokenBefore(round, record.parent + 1)));
    lines << numbersOf(round, record);
    lines << verdictOf(round, node);
    lines << TreeWords::tr("drafted: %1").arg(howDrafted(round, record, exact));
    lines << TreeWords::tr("target slot %1, draft slot %2").arg(slot(record.targetSlot), slot(record.draftSlot));
    return asToolTip(lines);
}

QString drawToolTip(const RoundRecord& round, const Recording& recording)
{
    const DrawRecord& draw = *round.draw;
    QStringList lines;
    lines << tokenInDetail(recording, draw.token);
    lines << TreeWords::tr("%1 · after %2")
                 .arg(wordFor(draw.source), quoted(recording, tokenBefore(round, draw.context)));
    lines << numbersOf(round, draw);
    return asToolTip(lines);
}

QStringList committedInNumbers(const RoundRecord& round, int index)
{
    const CommittedToken& token = round.committed[std::size_t(index)];
    if (token.node >= 0)
        return numbersOf(round, round.nodes[std::size_t(token.node)]);
    return round.draw && round.draw->source == token.source ? numbersOf(round, *round.draw) : QStringList();
}

QString rootToolTip(const RoundRecord& round, const Recording& recording)
{
    return asToolTip({tokenInDetail(recording, round.root),
                      TreeWords::tr("the last committed token, position %1").arg(round.prefixLength - 1)});
}

QString nodeInWords(const RoundRecord& round, int node, const Recording& recording)
{
    const NodeRecord& record = round.nodes[std::size_t(node)];
    QString words = TreeWords::tr("Draft %1: %2, after %3. q %4")
                        .arg(node + 1)
                        .arg(quoted(recording, record.token), quoted(recording, tokenBefore(round, record.parent + 1)),
                             number(record.q));
    if (round.isVerified() && !record.pruned)
        words += TreeWords::tr(", p %1").arg(number(record.p));
    if (record.acceptance) {
        const auto [a, u] = compared(record.acceptance, verdictU(round, record));
        words += TreeWords::tr(", acceptance %1, %2 %3").arg(a, verdictUWord(round), u);
    }
    if (const QString chosen = chosenToken(record); !chosen.isEmpty())
        words += QStringLiteral(", ") + chosen;
    return words + QStringLiteral(": ") + verdictOf(round, node) + QLatin1Char('.');
}

QString drawInWords(const RoundRecord& round, const Recording& recording)
{
    return (round.takesLikeliest() ? TreeWords::tr("%1 taken (%2).") : TreeWords::tr("%1 drawn (%2)."))
        .arg(quoted(recording, round.draw->token), wordFor(round.draw->source));
}

QString treeInWords(const RoundRecord& round, const Recording& recording)
{
    const int levels = int(std::ranges::count(round.moments, MomentKind::draft, &Moment::kind));
    QStringList sentences;
    sentences << TreeWords::tr("Round %1: %2 drafts in %3.")
                     .arg(round.round + 1)
                     .arg(round.nodes.size())
                     .arg(levels == 1 ? TreeWords::tr("1 level") : TreeWords::tr("%1 levels").arg(levels));
    if (const int pruned = prunedCount(round); pruned > 0)
        sentences << TreeWords::tr("Pruned: %1.").arg(pruned);
    const QString comma = QStringLiteral(", ");
    if (const QStringList accepted = tokensWith(round, Verdict::accepted, recording); !accepted.isEmpty())
        sentences << TreeWords::tr("Accepted: %1.").arg(accepted.join(comma));
    if (const QStringList rejected = tokensWith(round, Verdict::rejected, recording); !rejected.isEmpty())
        sentences << TreeWords::tr("Rejected: %1.").arg(rejected.join(comma));
    if (round.draw)
        sentences << drawInWords(round, recording);
    return sentences.join(QLatin1Char(' '));
}

} // namespace draftscope
