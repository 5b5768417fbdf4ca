// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/record/recording.h"

namespace draftscope {

/// "Branch 2", or "Branch 2 “Lily”" where a person has named it.
[[nodiscard]] QString branchTitle(const BranchRecord& branch);
/// What a list of branches says: "Branch 2 “Lily”: u = 0.10 at draft 1 in round 5".
[[nodiscard]] QString branchWords(const BranchRecord& branch);
/// Branches that are not removed, in the order of their numbers.
[[nodiscard]] std::vector<int> listedBranches(const Recording& recording);
/// Where a position on a branch lies on the nearest branch before it that is not removed: the same moment, or the one
/// at which they part. Precondition: not branch 0.
[[nodiscard]] Position besideBranch(const Recording& recording, Position at);

} // namespace draftscope
