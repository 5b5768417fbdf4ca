// SPDX-License-Identifier: MIT
#pragma once

namespace draftscope {

/// Locks a file, or a folder's file, against other programs that lock it, for as long as the descriptor is open. Whether the lock
/// could be had; yes, too, on a file system that has no locks.
[[nodiscard]] bool lockFile(int descriptor);

} // namespace draftscope
