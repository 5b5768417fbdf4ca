// SPDX-License-Identifier: MIT
#include "engine/cli/interrupt.h"

#include <csignal>

namespace draftscope {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void onInterrupt(int signal)
{
    interrupted.store(true, std::memory_order_relaxed);
    std::signal(signal, SIG_DFL);
}

} // namespace

const std::atomic<bool>& watchInterrupts()
{
    std::signal(SIGINT, onInterrupt);
    std::signal(SIGTERM, onInterrupt);
    return interrupted;
}

} // namespace draftscope
