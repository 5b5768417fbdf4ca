// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace draftscope {

/// Turns Ctrl+C into a flag from now on: work ends at its next round and keeps what it has. A second Ctrl+C ends at
/// once.
[[nodiscard]] const std::atomic<bool>& watchInterrupts();

} // namespace draftscope
