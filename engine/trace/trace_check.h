// SPDX-License-Identifier: MIT
#pragma once

#include "engine/record/bookmark.h"
#include "engine/record/recording.h"

namespace draftscope {

/// Refuse records that views and analysis could not trust, by throwing BrokenRecord: what these let through can be
/// shown without further checks.
void checkHeader(const TraceHeader& header);
void checkBranch(const Recording& recording, const BranchRecord& branch);
void checkBranchNote(const Recording& recording, const BranchRecord& note);
void checkBookmark(const Recording& recording, const BookmarkRecord& bookmark);
void checkRound(const Recording& recording, int branch, const RoundRecord& round);

} // namespace draftscope
