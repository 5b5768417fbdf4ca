// SPDX-License-Identifier: MIT
#include "engine/cli/interrupt.h"

#include <algorithm>
#include <chrono>
#include <csignal>

#include <fmt/format.h>

#include "engine/cli/output.h"

namespace draftscope {
namespace {

std::atomic<bool> interrupted{false};
std::atomic<int> interruptedBy{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void onInterrupt(int signal)
{
    interruptedBy.store(signal, std::memory_order_relaxed);
    interrupted.store(true, std::memory_order_relaxed);
}

void watch(int signal)
{
    struct sigaction before = {};
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL)
        return;
    struct sigaction action = {};
    action.sa_handler = onInterrupt;
    action.sa_flags = int(SA_RESETHAND); // no SA_RESTART: a call that waits for a reader or a writer ends
    sigaction(signal, &action, nullptr);
}

/// Jobs that are over sooner than this need no progress.
constexpr std::chrono::milliseconds patience{300};

} // namespace

const std::atomic<bool>& watchInterrupts()
{
    static const bool isWatched = (watch(SIGINT), watch(SIGTERM), true);
    static_cast<void>(isWatched);
    return interrupted;
}

bool isInterrupted()
{
    return interrupted.load(std::memory_order_relaxed);
}

void endByInterrupt()
{
    const int signal = interruptedBy.load(std::memory_order_relaxed);
    if (signal == 0)
        return;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

Progress watchedProgress()
{
    Progress progress;
    progress.cancelled = &watchInterrupts();
    if (!isTerminal(stderr))
        return progress;
    progress.report = [begin = std::chrono::steady_clock::now(), shown = std::string()](double share,
                                                                                        std::string_view what) mutable {
        if (std::chrono::steady_clock::now() - begin < patience)
            return;
        const std::string line =
            share < 0 ? std::string(what) : fmt::format("{}: {:.0f} %", what, 100 * std::clamp(share, 0.0, 1.0));
        if (line == shown)
            return;
        shown = line;
        showStatusLine(line);
    };
    return progress;
}

} // namespace draftscope
