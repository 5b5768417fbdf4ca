// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/record/recording.h"

namespace draftscope {

/// A line a round: what was drafted, how it ended and the text that it committed.
[[nodiscard]] std::string overviewTable(const Recording& recording, int branch);
/// One round in full: a line a node, the draw, the likeliest tokens at every position, times.
[[nodiscard]] std::string roundTable(const Recording& recording, int branch, int round);

} // namespace draftscope
