// SPDX-License-Identifier: MIT
// Private to this folder. Faults that leave stale KV behind: the target's cache is no longer what the text says, but
// what its rounds left there. So after a rewind all rounds before are verified again, and what comes then has the same
// bits as ever.
#pragma once

#include <vector>

#include "engine/record/records.h"
#include "engine/session/faults.h"
#include "engine/speculation/draft_tree.h"

namespace draftscope {

/// What the target was asked in a finished round, and what it kept of that.
struct VerifiedRound {
    int prefixLength = 0;
    DraftTree tree;        ///< nodes only
    std::vector<int> path; ///< nodes whose K/V belongs to the text
    std::vector<int> left; ///< nodes whose K/V should have gone
};
[[nodiscard]] VerifiedRound verifiedRoundOf(const RoundRecord& round, const Fault& fault);

} // namespace draftscope
