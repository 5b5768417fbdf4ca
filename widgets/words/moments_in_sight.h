// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/record/records.h"

namespace draftscope {

/// The moments of a round at one of them: those that have happened, then those that are to come whatever comes of the
/// round: Draft 1…K, Verify, Judge, Commit. Not how many verdicts there will be, and not whether it ends in a residual
/// or a bonus token.
struct MomentsInSight {
    std::vector<Moment>
        moments;               ///< Judge to come is of no node (-1), and so is the last draw of a round without drafts
    std::vector<int> recorded; ///< where each is recorded, as Position::moment; 0: nowhere yet
};

/// `shown` is the round at a moment, maybe before its first one, when it has nothing but its draftLength; `whole` as
/// much of it as is recorded, or nullptr. Of drafts that are not recorded there are as many to come as were asked for.
[[nodiscard]] MomentsInSight momentsInSight(const RoundRecord& shown, const RoundRecord* whole,
                                            const TraceHeader& header);

} // namespace draftscope
