// SPDX-License-Identifier: MIT
// The state of the simulated device, and what every call of its runtime begins with. For the simulated_*.cpp only.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/backend/cuda/device_error.h"
#include "tests/simt/overlap.h"
#include "tests/simt/simulated_device.h"
#include "tests/simt/simulated_memory.h"
#include "tests/simt/simulated_streams.h"

namespace draftscope::cuda::runtime {

/// All there is to the device.
struct Simulation {
    std::recursive_mutex mutex;
    simt::SimulatedDevice device;
    simt::SimulatedMemory memory;
    simt::Overlap overlap{memory};
    simt::SimulatedMemory pinned;
    simt::LiveObjects live;                         ///< streams, events and graphs
    std::set<StreamState*> streams;                 ///< those that live
    std::vector<std::shared_ptr<Capture>> captures; ///< that have begun and not ended
    std::uint64_t calls = 0;
    std::uint64_t waits = 0;
    std::uint64_t gemms = 0; ///< multiplied so far
    std::uint64_t failingCall = 0;
    std::uint64_t graphs = 0; ///< made so far
    std::uint64_t failingGraph = 0;
    int current = 0; ///< the device in use
    std::uint64_t allocations = 0;
    std::uint64_t failingAllocation = 0;
};

inline Simulation& simulation()
{
    static Simulation instance;
    return instance;
}

/// Every call that can fail begins with one of these.
class Call {
public:
    explicit Call(const char* doing) : m_doing(doing), m_lock(simulation().mutex)
    {
        if (++simulation().calls == simulation().failingCall)
            fail("injected failure");
    }
    [[noreturn]] void fail(const std::string& why) const
    {
        throw DeviceError(fmt::format("The simulated device failed while {}: {}.", m_doing, why));
    }
    void refuseInCapture(const StreamState* stream) const
    {
        if (stream->capture)
            fail("the stream is being captured");
    }
    void refuseInAnyCapture() const
    {
        if (!simulation().captures.empty())
            fail("a stream is being captured");
    }

private:
    const char* m_doing;
    std::unique_lock<std::recursive_mutex> m_lock;
};

} // namespace draftscope::cuda::runtime
