// SPDX-License-Identifier: MIT
#pragma once

namespace draftscope {

/// The most rows of one forward pass that are no prompt: a draft tree with its root, or a piece of text that a cache has
/// to catch up with. Every weight is used that many times for one read, and scratch memory stays small. The device
/// kernels are laid out for it (engine/backend/cuda/kernels/pass_input.h).
inline constexpr int maxRowsPerPass = 64;

} // namespace draftscope
