// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "engine/core/progress.h"

namespace draftscope {

/// Turns Ctrl+C (SIGINT) and SIGTERM into a flag from now on: work ends soon and keeps what it has. A second one ends
/// the program at once. A signal that the caller has set to be ignored (nohup, a shell's background job) stays ignored.
[[nodiscard]] const std::atomic<bool>& watchInterrupts();
[[nodiscard]] bool isInterrupted();

/// Call last in main(): if a signal came, the program ends by it, so that shells and scripts see that it did not run to
/// its end (128 + the signal's number). Otherwise does nothing.
void endByInterrupt();

/// The progress of a command: cancelled by watchInterrupts(), and shown on standard error where that is a terminal.
[[nodiscard]] Progress watchedProgress();

} // namespace draftscope
