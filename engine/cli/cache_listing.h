// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/core/error.h"
#include "engine/record/recording.h"

namespace draftscope {

/// What the K/V caches did in a round, a line a moment, and their slots as they stood after it, a line for slots that
/// follow each other and hold positions that do. Error: the recording does not say.
[[nodiscard]] Result<std::string> cacheListing(const Recording& recording, int branch, int round);

} // namespace draftscope
