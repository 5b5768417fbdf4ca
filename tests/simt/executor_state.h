// SPDX-License-Identifier: MIT
// What the executor keeps of a block's threads, its warps and its barrier.
#pragma once

#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "tests/simt/executor.h"
#include "tests/simt/fiber.h"

namespace simt {

inline constexpr unsigned maxThreads = 1024;

/// Sixteen bytes on their way to shared memory.
struct Copy {
    void* to;
    std::array<unsigned char, 16> bytes;
};

struct Thread {
    uint3 index{};
    unsigned warp = 0;
    unsigned lane = 0;
    Fiber* fiber = nullptr;                ///< while it has begun and not ended
    bool hasWaited = false;                ///< for the kernel before
    std::vector<std::vector<Copy>> copies; ///< groups on their way, the last one not yet committed
};

/// What lanes wait for each other with. Lanes that wait with the same mask and operation are a group, kept at the lane
/// of it that came first.
struct Warp {
    unsigned live = 0;    ///< lanes that have not ended
    unsigned waiting = 0; ///< lanes in a collective
    struct Call {
        unsigned mask = 0;
        WarpOperation operation = WarpOperation::sync;
        unsigned leader = 0; ///< of the lane's group
        unsigned group = 0;  ///< at the leader: who waits with it
        void (*complete)(void* const*, unsigned) = nullptr;
        Place place;
    };
    std::array<Call, 32> calls{};
    std::array<void*, 32> operands{};

    /// Calls each(call of the leader) for every group.
    template <class Each>
    void forGroups(const Each& each) const
    {
        for (unsigned rest = waiting; rest;) {
            const Call& leader = calls[calls[static_cast<unsigned>(std::countr_zero(rest))].leader];
            rest &= ~leader.group;
            each(leader);
        }
    }
};

struct Barrier {
    Place place;
    std::vector<Thread*> waiting;
    unsigned arrived = 0;
    unsigned count = 0;
    BarrierResult result;
};

/// Threads that can go on: first in, first out, or drawn.
class ReadyQueue {
public:
    void clear() { m_begin = m_size = 0; }
    [[nodiscard]] unsigned size() const { return m_size; }
    void push(Thread* thread) { m_threads[(m_begin + m_size++) % maxThreads] = thread; }
    Thread* pop()
    {
        Thread* thread = m_threads[m_begin];
        m_begin = (m_begin + 1) % maxThreads;
        --m_size;
        return thread;
    }
    Thread* take(unsigned which)
    {
        std::swap(m_threads[m_begin], m_threads[(m_begin + which) % maxThreads]);
        return pop();
    }

private:
    std::array<Thread*, maxThreads> m_threads{};
    unsigned m_begin = 0;
    unsigned m_size = 0;
};

} // namespace simt
