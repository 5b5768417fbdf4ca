// SPDX-License-Identifier: MIT
#pragma once

namespace draftscope {

/// The most rows of one forward pass that are no prompt: a draft tree of 64 nodes with its root. Scratch memory stays
/// small. The device kernels are laid out for it (engine/backend/cuda/kernels/pass_input.h).
inline constexpr int maxRowsPerPass = 65;

/// The rows in which a text that a cache has to catch up with is best cut: as many as one read of a weight serves on a
/// device (productRows).
inline constexpr int textRowsPerPass = 64;

} // namespace draftscope
