// SPDX-License-Identifier: MIT
#pragma once

// Streams, events and captures of the simulated device.

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/cuda/runtime.h"

namespace draftscope::cuda::runtime {

using Work = std::function<void()>;
using Clock = std::chrono::steady_clock;

/// What a capture has noted: work in the order of the calls, which keeps the order of each stream and of events.
struct Capture {
    StreamState* origin = nullptr;
    std::vector<Work> nodes;
    /// For each other stream: how many nodes there were after its last one, and up to where it was waited for.
    struct Member {
        std::size_t last = 0;
        std::size_t joined = 0;
        bool isJoined = false;
    };
    std::map<StreamState*, Member> members;
    std::string broken; ///< why it has become useless
};

/// One recording of an event.
struct Mark {
    StreamState* stream = nullptr;
    std::shared_ptr<Capture> capture; ///< that it was recorded in
    std::size_t position = 0;         ///< in the capture
    bool done = false;
    Clock::time_point time;
};

struct StreamState {
    struct Pending {
        Work work;
        std::shared_ptr<Mark> mark; ///< that this reaches
    };
    std::deque<Pending> pending; ///< lazy streams only
    std::shared_ptr<Capture> capture;

    /// Does the work, keeps it for later, or notes it.
    void add(Work work, bool lazy, std::shared_ptr<Mark> mark = {});
    /// Does the oldest pending work.
    void doNext();
    /// Does what is pending, up to the mark if there is one.
    void drain(const Mark* until = nullptr);
};

struct EventState {
    std::shared_ptr<Mark> mark;
};

struct GraphState {
    std::shared_ptr<const std::vector<Work>> nodes;
};

} // namespace draftscope::cuda::runtime
