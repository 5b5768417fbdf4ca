// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/setup/what_if.h"

#include <algorithm>

#include <QLocale>
#include <QObject>

#include "engine/record/end_of_text.h"
#include "engine/speculation/verifier.h"
#include "widgets/style/number_text.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

/// The kind of moment at which the node is decided; nothing for what is not about a node.
std::optional<MomentKind> decidingMoment(OverrideRecord::Kind kind)
{
    switch (kind) {
    case OverrideRecord::Kind::token:
        return MomentKind::draft;
    case OverrideRecord::Kind::u:
    case OverrideRecord::Kind::verdict:
        return MomentKind::judge;
    case OverrideRecord::Kind::sampler:
    case OverrideRecord::Kind::draftLength:
        return std::nullopt;
    }
    return std::nullopt;
}

/// A draft moment may add several nodes.
bool decidesAbout(const Moment& moment, MomentKind kind, int node, const RoundRecord& round)
{
    return moment.kind == kind
        && (kind == MomentKind::draft ? levelOf(round, moment).contains(node) : moment.node == node);
}

/// With two decimals where they tell it, else with as many as it takes: 0.999 is not 1.00.
QString exactly(double value)
{
    const QString rounded = number(value);
    return withDecimalPoint(rounded).toDouble() == value ? rounded
                                                         : decimal(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace

QString describe(const SamplerSettings& sampler)
{
    if (sampler.isGreedy())
        return QObject::tr("greedy");
    QString words = QObject::tr("temperature %1").arg(exactly(sampler.temperature));
    if (sampler.topK > 0)
        words += QObject::tr(", top-k %1").arg(sampler.topK);
    if (sampler.topP < 1)
        words += QObject::tr(", top-p %1").arg(exactly(sampler.topP));
    if (sampler.minP > 0)
        words += QObject::tr(", min-p %1").arg(exactly(sampler.minP));
    return words;
}

bool replaces(const WhatIf& change, const WhatIf& earlier)
{
    using Kind = OverrideRecord::Kind;
    return change.node == earlier.node
        && (change.node < 0 ? change.kind == earlier.kind
                            : (change.kind == Kind::token) == (earlier.kind == Kind::token));
}

QString describe(const WhatIf& change, const Recording& recording)
{
    switch (change.kind) {
    case OverrideRecord::Kind::token:
        return QObject::tr("%1 as draft %2").arg(quoted(recording, change.token), QString::number(change.node + 1));
    case OverrideRecord::Kind::u:
        return QObject::tr("u = %1 at draft %2").arg(exactly(change.u)).arg(change.node + 1);
    case OverrideRecord::Kind::verdict:
        return (change.accepted ? QObject::tr("draft %1 accepted") : QObject::tr("draft %1 rejected"))
            .arg(change.node + 1);
    case OverrideRecord::Kind::sampler:
        return describe(change.sampler);
    case OverrideRecord::Kind::draftLength:
        return QObject::tr("K = %1").arg(change.draftLength);
    }
    return {};
}

QString describe(const std::vector<WhatIf>& changes, const Recording& recording)
{
    QStringList words;
    for (const WhatIf& change : changes)
        words << describe(change, recording);
    return words.join(QStringLiteral(", "));
}

WhatIf whatIfOf(const OverrideRecord& record, const RoundRecord& round)
{
    WhatIf change{.kind = record.kind, .node = record.node};
    switch (record.kind) {
    case OverrideRecord::Kind::token:
        change.token = TokenId(record.value);
        break;
    case OverrideRecord::Kind::u:
        change.u = record.value;
        break;
    case OverrideRecord::Kind::verdict:
        change.accepted = record.value != 0;
        break;
    case OverrideRecord::Kind::sampler:
        change.sampler = round.sampler;
        break;
    case OverrideRecord::Kind::draftLength:
        change.draftLength = int(record.value);
        break;
    }
    return change;
}

Position placeOf(const WhatIf& change, const Recording& recording, Position shown)
{
    const auto kind = decidingMoment(change.kind);
    if (!kind || shown.round >= recording.roundCount(shown.branch))
        return shown;
    const std::vector<Moment>& moments = recording.round(shown.branch, shown.round).moments;
    const RoundRecord& round = recording.round(shown.branch, shown.round);
    const auto decides = [&](const Moment& moment) { return decidesAbout(moment, *kind, change.node, round); };
    const auto end = moments.begin() + shown.moment;
    const auto found = std::find_if(moments.begin(), end, decides);
    const bool isAboutNextRound = found == end && shown.moment > 0 && std::prev(end)->kind == MomentKind::commit;
    const auto verify =
        std::find_if(moments.begin(), end, [](const Moment& m) { return m.kind == MomentKind::verify; });
    shown.moment = int(found - moments.begin());
    if (*kind == MomentKind::judge && round.traits.comparesPaths && verify != end && !isAboutNextRound)
        shown.moment = int(verify - moments.begin()) + 1; // before any verdict has been given
    return shown;
}

Result<void> apply(const WhatIf& change, Session& session)
{
    switch (change.kind) {
    case OverrideRecord::Kind::token:
        session.forceToken(change.node, change.token);
        return {};
    case OverrideRecord::Kind::u:
        session.forceU(change.node, change.u);
        return {};
    case OverrideRecord::Kind::verdict:
        session.forceVerdict(change.node, change.accepted);
        return {};
    case OverrideRecord::Kind::sampler:
        return session.setSampler(change.sampler);
    case OverrideRecord::Kind::draftLength:
        return session.setDraftLength(change.draftLength);
    }
    return {};
}

bool hasTakenEffect(const WhatIf& change, const RoundRecord& round)
{
    const auto kind = decidingMoment(change.kind);
    return !kind || std::ranges::any_of(round.moments, [&](const Moment& moment) {
        return decidesAbout(moment, *kind, change.node, round);
    });
}

QString whyWithoutEffect(const WhatIf& change, const RoundRecord& round, const TraceHeader& header)
{
    const bool isDrafted = change.node < int(round.nodes.size());
    if (!isDrafted && isChain(round) && !round.nodes.empty() && isEndOfText(header, round.nodes.back().token))
        return QObject::tr("Draft %1 was not drafted, because draft %2 is an end of text.")
            .arg(change.node + 1)
            .arg(round.nodes.size());
    if (!isDrafted)
        return QObject::tr("Draft %1 was not drafted: the round has %2 drafts.")
            .arg(change.node + 1)
            .arg(round.nodes.size());
    for (int n = round.nodes[std::size_t(change.node)].parent; n >= 0; n = round.nodes[std::size_t(n)].parent)
        if (round.nodes[std::size_t(n)].verdict == Verdict::rejected)
            return QObject::tr("Draft %1 was not judged, because draft %2 was rejected.")
                .arg(change.node + 1)
                .arg(n + 1);
    if (round.nodes[std::size_t(change.node)].pruned)
        return QObject::tr("Draft %1 was not judged, because it was pruned.").arg(change.node + 1);
    if (const int end = round.acceptedEnd(); round.nodes[std::size_t(change.node)].verdict == Verdict::accepted)
        return QObject::tr("Draft %1 was not judged, because draft %2 behind it was accepted.")
            .arg(change.node + 1)
            .arg(end + 1);
    if (const int taken = takenInstead(round, change.node); taken >= 0)
        return QObject::tr("Draft %1 was not judged, because draft %2 was accepted.")
            .arg(change.node + 1)
            .arg(taken + 1);
    return (round.endOfText ? QObject::tr("Draft %1 was not judged, because the text ended before it.")
                            : QObject::tr("Draft %1 was not judged."))
        .arg(change.node + 1);
}

} // namespace draftscope
