// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "engine/backend/cuda/kernels/pass_input.h"

namespace draftscope::cuda {

/// Fills in the order in which attention takes the rows of a pass (PassInput::order, groups): rows of one prefix
/// together, and of a tree each node in front of its children, its first child right behind it. `list` is what the
/// rows' paths run through.
void orderForAttention(PassInput& input, std::span<const int> list);

} // namespace draftscope::cuda
