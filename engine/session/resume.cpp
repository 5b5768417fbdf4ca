// SPDX-License-Identifier: MIT
// Going to a recorded moment and on from there. The record is taken over as it is; caches and distributions follow lazily.
#include <cassert>

#include "engine/session/session_state.h"

namespace draftscope {

void Session::State::resume(const Recording& recording, Position at)
{
    text = recording.tokensBefore(at.branch, at.round);
    round = {};
    isOpen = false;
    nextRound = at.round;
    if (at.round < recording.roundCount(at.branch)) {
        const RoundRecord& recorded = recording.round(at.branch, at.round);
        settings.sampler = recorded.sampler;
        if (recorded.draftLength > 0)
            settings.draftLength = recorded.draftLength;
        if (at.moment > 0) {
            round = atMoment(recorded, at.moment);
            nextRound = at.round + 1;
            isOpen = !round.isFinished();
            text.insert(text.end(), round.committed.begin(), round.committed.end());
        }
    }
    if (at.moment == 0 && at.round > 0)
        round = recording.round(at.branch, at.round - 1);
    tokens.clear();
    for (const CommittedToken& token : text)
        tokens.push_back(token.token);
    isLive = false;
    forced.clear();
    nextOverrides.clear();
    ended = isOpen ? EndReason::none : endReason();
}

void Session::State::replay()
{
    const auto prefix = std::span<const TokenId>(tokens).first(std::size_t(round.prefixLength));
    const auto context = prefix.first(prefix.size() - 1);
    const int cached = target.align(context);
    target.feed(context.subspan(std::size_t(cached)));

    judging.reset(); // it refers to the tree
    tree.clear();
    draftEnded = false;
    if (drafter && (plannedDraftLength() > 0 || !round.nodes.empty()))
        drafter->begin(prefix);
    for (std::size_t n = 0; n < round.nodes.size(); ++n) {
        const NodeRecord& node = round.nodes[n];
        const int added = drafter->step(tree, round.sampler, [&](int) { return node.drawU; }, node.token, draftLogitsFor(n));
        assert(added == 1);
        static_cast<void>(added);
    }
    if (isVerified()) {
        runVerifyPass();
        beginJudging();
        for (int judged = round.judgedCount(); judged > 0; --judged)
            static_cast<void>(judging->next());
    }
    isLive = true;
}

/// A judged node is judged again as it was; one to come as a person wants it.
ForcedVerdict Session::State::forcedVerdict(int node) const
{
    ForcedVerdict verdict;
    const NodeRecord& record = round.nodes[std::size_t(node)];
    if (record.verdict != Verdict::notJudged) {
        if (record.forcedU)
            verdict.u = record.u;
        if (record.forcedVerdict)
            verdict.accepted = record.verdict == Verdict::accepted;
    } else if (const auto wish = forced.find(node); wish != forced.end()) {
        verdict = {wish->second.u, wish->second.accepted};
    }
    return verdict;
}

} // namespace draftscope
