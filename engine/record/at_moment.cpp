// SPDX-License-Identifier: MIT
// Going back in a round: what later moments brought is taken away, nothing is computed anew.
#include <algorithm>
#include <vector>

#include "engine/record/records.h"

namespace draftscope {
namespace {

void forgetRule(DistributionRecord& context)
{
    context.remainders.clear();
    context.numbers = {};
    context.distance.reset();
}

void forgetTarget(DistributionRecord& context)
{
    forgetRule(context);
    for (DistributionEntry& entry : context.top)
        entry.p = entry.pBefore = entry.residual = 0;
    context.tailP = context.tailResidual = context.residualMass = 0;
    context.hasP = false;
}

void forgetDraft(DistributionRecord& context)
{
    forgetRule(context);
    for (DistributionEntry& entry : context.top)
        entry.q = entry.qBefore = entry.residual = 0;
    context.tailQ = context.tailResidual = context.residualMass = 0;
    context.hasQ = false;
}

/// What a rule leaves of p that is not p - q is written down with the draw from it.
void forgetOwnResidual(RoundRecord& round)
{
    const auto context = std::size_t(round.draw->context);
    if (context >= round.contexts.size() || round.contexts[context].residualMass > 0)
        return;
    for (DistributionEntry& entry : round.contexts[context].top)
        entry.residual = 0;
    round.contexts[context].tailResidual = 0;
}

void forgetJudgement(NodeRecord& node)
{
    node.acceptance.reset();
    node.u.reset();
    node.verdict = Verdict::notJudged;
    node.forcedU = node.forcedVerdict = false;
}

bool happened(const RoundRecord& round, MomentKind kind)
{
    return std::ranges::count(round.moments, kind, &Moment::kind) > 0;
}

/// [nodes]: which have been judged.
std::vector<bool> judgedNodes(const RoundRecord& round)
{
    std::vector<bool> judged(round.nodes.size());
    for (const Moment& moment : round.moments)
        if (moment.kind == MomentKind::judge && std::size_t(moment.node) < judged.size())
            judged[std::size_t(moment.node)] = true;
    // An accepted node brings along those before it, in whatever order they were judged.
    for (std::size_t n = judged.size(); n-- > 0;) {
        const NodeRecord& node = round.nodes[n];
        if (judged[n] && node.verdict == Verdict::accepted && node.parent >= 0)
            judged[std::size_t(node.parent)] = true;
    }
    return judged;
}

/// A draft moment names the first node that it added, so the first one taken away says how many nodes stay.
void dropNodes(RoundRecord& round, const RoundRecord& whole)
{
    for (std::size_t i = round.moments.size(); i < whole.moments.size(); ++i) {
        if (whole.moments[i].kind != MomentKind::draft)
            continue;
        round.nodes.resize(std::min(round.nodes.size(), std::size_t(std::max(0, whole.moments[i].node))));
        break;
    }
    if (!round.contexts.empty())
        round.contexts.resize(std::min(round.contexts.size(), round.nodes.size() + 1));
}

void trimContexts(RoundRecord& round, bool verified)
{
    std::vector<bool> isParent(round.contexts.size()); // by context: parent + 1
    for (const NodeRecord& node : round.nodes)
        if (const auto context = std::size_t(node.parent + 1); context < isParent.size())
            isParent[context] = true;
    for (std::size_t c = 0; c < round.contexts.size(); ++c) {
        DistributionRecord& context = round.contexts[c];
        const bool drafted = isParent[c];
        if (!verified)
            forgetTarget(context);
        if (!drafted && context.hasQ)
            forgetDraft(context);
        if (!context.hasP && !context.hasQ)
            context = {};
        else if (!verified)
            std::ranges::stable_sort(context.top, std::ranges::greater(), &DistributionEntry::q);
    }
}

void trimNodes(RoundRecord& round, const std::vector<bool>& judged, bool verified)
{
    for (std::size_t n = 0; n < round.nodes.size(); ++n) {
        if (!verified) {
            round.nodes[n].p = 0;
            round.nodes[n].targetSlot = -1;
            round.nodes[n].pruned = false; // that is decided with what the target's pass takes
        }
        if (!judged[n])
            forgetJudgement(round.nodes[n]);
    }
}

bool stillHolds(const RoundRecord& round, const std::vector<bool>& judged, const OverrideRecord& change)
{
    switch (change.kind) {
    case OverrideRecord::Kind::token:
        return change.node < int(round.nodes.size());
    case OverrideRecord::Kind::u:
    case OverrideRecord::Kind::verdict:
        return change.node >= 0 && change.node < int(round.nodes.size()) && judged[std::size_t(change.node)];
    case OverrideRecord::Kind::sampler:
    case OverrideRecord::Kind::draftLength:
        break;
    }
    return true;
}

void trimTimes(RoundRecord& round, bool verified)
{
    const auto drafts = std::size_t(std::ranges::count(round.moments, MomentKind::draft, &Moment::kind));
    round.times.draftSteps.resize(std::min(round.times.draftSteps.size(), drafts));
    if (!verified)
        round.times.verify = round.times.sample = 0;
}

} // namespace

RoundRecord atMoment(const RoundRecord& whole, int momentCount)
{
    RoundRecord round = whole;
    const auto kept = std::size_t(std::max(0, momentCount));
    if (kept >= whole.moments.size())
        return round;
    round.moments.resize(kept);
    dropNodes(round, whole);
    const bool verified = round.isVerified();
    const std::vector<bool> judged = judgedNodes(round);
    trimNodes(round, judged, verified);
    trimContexts(round, verified);
    trimTimes(round, verified);
    if (!verified) {
        round.likeliest.clear();
        round.sideRows.clear();
    }
    if (!happened(round, MomentKind::residual) && !happened(round, MomentKind::bonus)
        && !happened(round, MomentKind::plain)) {
        if (round.draw)
            forgetOwnResidual(round);
        round.draw.reset();
    }
    std::erase_if(round.overrides, [&](const OverrideRecord& change) { return !stillHolds(round, judged, change); });
    std::erase_if(round.cacheChanges, [&](const CacheChange& change) { return change.moment >= int(kept); });
    // The commit is a round's last moment, and a moment has been taken away.
    round.committed.clear();
    round.endOfText = false;
    return round;
}

} // namespace draftscope
