// SPDX-License-Identifier: MIT
// Faults that leave K/V behind: the target's cache is no longer what the text says, but what its rounds left there. So
// after a rewind all rounds before are verified again, and what comes then has the same bits as ever.
#include "engine/session/session_state.h"

namespace draftscope {
namespace {

/// What the target is to see of a finished round again.
VerifiedRound verifiedRoundOf(const RoundRecord& round, const Fault& fault)
{
    VerifiedRound verified;
    verified.prefixLength = round.prefixLength;
    for (const NodeRecord& node : round.nodes) {
        if (fault.keepsRejected && !node.pruned && node.verdict != Verdict::accepted)
            verified.left.push_back(int(verified.tree.nodes.size()));
        verified.tree.nodes.push_back({node.token, node.parent, node.depth, node.q, node.drawU, node.pruned});
    }
    // The last token is the next round's root, and is fed with it. As a draft it is in the cache already.
    verified.path = verified.tree.pathTo(round.acceptedEnd());
    verified.path.resize(round.committed.size() - 1);
    if (fault.skipsBonus && round.committed.back().node >= 0)
        verified.left.push_back(round.committed.back().node);
    return verified;
}

} // namespace

void Session::State::leaveKv()
{
    local->keepStale(verifiedRoundOf(round, *fault).left);
}

void Session::State::recallVerified(const Recording& recording, Position at)
{
    std::vector<VerifiedRound>& rounds = toVerifyAgain.emplace();
    for (int r = 0; r < at.round; ++r)
        rounds.push_back(verifiedRoundOf(recording.round(at.branch, r), *fault));
    if (at.moment > 0 && round.isFinished())
        rounds.push_back(verifiedRoundOf(round, *fault));
}

void Session::State::verifyAgain(const Progress& progress)
{
    if (!toVerifyAgain)
        return;
    target.reset();
    const bool isShown = round.isFinished(); // the last of them is this one, whose own pass comes once more
    for (std::size_t r = 0; r + (isShown ? 1 : 0) < toVerifyAgain->size(); ++r) {
        const VerifiedRound& past = (*toVerifyAgain)[r];
        const auto before = std::span<const TokenId>(tokens).first(std::size_t(past.prefixLength));
        target.align(before, progress);
        target.plan(before.back(), past.prefixLength, past.tree);
        target.verify(progress);
        local->keepStale(past.left);
        target.commit(past.path);
    }
    if (!isShown) // else the next round needs all of them
        toVerifyAgain.reset();
}

} // namespace draftscope
