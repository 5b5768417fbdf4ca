// SPDX-License-Identifier: MIT
// Going to a recorded moment and on from there. The record is taken over as it is; caches and distributions follow
// lazily.
#include <algorithm>
#include <cassert>
#include <iterator>

#include "engine/session/draft_length.h"
#include "engine/session/session_state.h"

namespace draftscope {

void Session::State::resume(const Recording& recording, Position at)
{
    text = recording.tokensBefore(at.branch, at.round);
    round = {};
    isOpen = false;
    nextRound = at.round;
    nextOverrides.clear();
    const bool isRecorded = at.round < recording.roundCount(at.branch);
    if (isRecorded || at.round > 0) {
        const RoundRecord& recorded = recording.round(at.branch, isRecorded ? at.round : at.round - 1);
        settings.sampler = recorded.sampler;
        if (recorded.draftLength > 0
            && lengthScheduleOf(settings) != LengthSchedule::additive) // its rounds know theirs
            settings.draftLength = recorded.draftLength;
        if (isRecorded && at.moment > 0) {
            round = atMoment(recorded, at.moment);
            nextRound = at.round + 1;
            isOpen = !round.isFinished();
            text.insert(text.end(), round.committed.begin(), round.committed.end());
        } else if (isRecorded) { // it will be opened again as it was, with its changes of sampler and K
            std::copy_if(recorded.overrides.begin(), recorded.overrides.end(), std::back_inserter(nextOverrides),
                         [](const OverrideRecord& change) { return change.node < 0; });
        }
    } else {
        settings.sampler = recording.header().sampler;
        if (recording.header().draftLength > 0)
            settings.draftLength = recording.header().draftLength;
    }
    if (at.moment == 0 && at.round > 0)
        round = recording.round(at.branch, at.round - 1);
    if (fault && fault->leavesKv())
        recallVerified(recording, at);
    learnAgain(recording, at);
    tokens.clear();
    for (const CommittedToken& token : text)
        tokens.push_back(token.token);
    isLive = false;
    stepwiseRounds = lackingInARow = 0;
    if (cacheRecorder)
        cacheRecorder->startFrom(cacheAt(recording, {at.branch, round.round, 0}));
    forced.clear();
    ended = isOpen ? EndReason::none : endReason();
}

void Session::State::replay(const Progress& progress)
{
    const auto prefix = std::span<const TokenId>(tokens).first(std::size_t(round.prefixLength));
    if (cacheRecorder && !round.moments.empty())
        cacheRecorder->suspend();
    verifyAgain(progress.saying("The target reads the text"));
    target.align(prefix, progress.saying("The target reads the text"));

    copyLength = drafter ? drafter->ownLengthAfter(prefix) : std::nullopt;
    judging.reset(); // it refers to the tree
    tree.clear();
    tree.rule = drawRule();
    draftEnded = false;
    const bool drafts = drafter && (plannedDraftLength() > 0 || !round.nodes.empty());
    if (drafts)
        drafter->begin(prefix, progress.saying("The draft reads the text"));
    tree.keepsContexts = settings.topTokens > 0 || (fault && fault->replacesQ());
    tree.wantsConfidence = round.stopBelow > 0;
    const LevelDraws asRecorded = {
        round.sampler,
        [this](int n) { return round.nodes[std::size_t(n)].drawU; },
        [this](int n) { return std::optional(round.nodes[std::size_t(n)].token); },
    };
    DraftTree recorded;
    for (const NodeRecord& node : round.nodes)
        recorded.nodes.push_back({node.token, node.parent, node.depth});
    for (const std::vector<Expansion>& level : levelsOf(recorded)) {
        int children = 0;
        for (const Expansion& expansion : level)
            children += expansion.children;
        if (drafter->addLevel(tree, level, asRecorded, progress) != children)
            throw DecodeFailure("The recorded round cannot be drafted again: restart the run.");
    }
    for (std::size_t n = 0; n < tree.nodes.size(); ++n)
        tree.nodes[n].pruned = round.nodes[n].pruned;
    if (isVerified()) {
        runVerifyPass(progress);
        verifyUndisturbed(progress);
        beginJudging();
        const bool mayDiffer = verifier().decidesAtOnce(); // from what it said before somebody forced a node to come
        for (const Moment& moment : round.moments)
            if (moment.kind == MomentKind::judge)
                if (const auto judgement = judging->next(); judgement && mayDiffer)
                    round.nodes[std::size_t(judgement->node)].verdict = judgement->verdict;
    }
    isLive = true;
    if (cacheRecorder)
        cacheRecorder->catchUp(drafts);
}

void Session::State::judgeAnew()
{
    if (isOpen && isVerified() && !isDecided() && verifier().decidesAtOnce())
        isLive = false;
}

/// A judged node is judged again as it was; one to come as a person wants it.
ForcedVerdict Session::State::forcedVerdict(int node) const
{
    ForcedVerdict verdict;
    const NodeRecord& record = round.nodes[std::size_t(node)];
    if (record.verdict != Verdict::notJudged) {
        if (record.forcedU)
            verdict.u = record.u;
        verdict.accepted = round.wantedVerdict(node);
    } else {
        verdict = forced.verdict(node);
    }
    return verdict;
}

} // namespace draftscope
