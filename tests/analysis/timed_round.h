// SPDX-License-Identifier: MIT
#pragma once

#include "engine/record/records.h"

namespace draftscope::test {

/// A finished round of `k` drafts, of which `accepted` stand, and one more token, with times that are made up.
inline RoundRecord timedRound(int number, int k, int accepted, double draftMs, double verifyMs, double sampleMs = 0)
{
    RoundRecord round;
    round.round = number;
    for (int n = 0; n < k; ++n) {
        NodeRecord node;
        node.parent = n - 1;
        node.depth = n + 1;
        node.verdict = n < accepted ? Verdict::accepted : n == accepted ? Verdict::rejected : Verdict::notJudged;
        round.nodes.push_back(node);
        round.times.draftSteps.push_back(draftMs);
    }
    round.times.verify = verifyMs;
    round.times.sample = sampleMs;
    round.committed.resize(std::size_t(accepted + 1));
    round.moments.push_back({MomentKind::commit, -1});
    return round;
}

} // namespace draftscope::test
