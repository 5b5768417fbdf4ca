// SPDX-License-Identifier: MIT
// What the executor keeps of a block's threads, its warps and its barrier.
#pragma once

#include <array>
#include <cassert>
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

struct Warp;

struct Thread {
    uint3 index{};
    unsigned lane = 0;
    Warp* warp = nullptr;
    Fiber* fiber = nullptr;                ///< while it has begun and not ended
    bool hasWaited = false;                ///< for the kernel before
    std::vector<std::vector<Copy>> copies; ///< groups on their way, the last one not yet committed
};

/// What lanes wait for each other with. Lanes that wait with the same mask and operation are a group: nearly always all
/// lanes of a warp are one.
struct Warp {
    unsigned live = 0;    ///< lanes that have not ended
    unsigned waiting = 0; ///< lanes in a collective
    struct Group {
        unsigned mask = 0;
        WarpOperation operation = WarpOperation::sync;
        unsigned arrived = 0;                               ///< lanes that wait
        void (*complete)(void* const*, unsigned) = nullptr; ///< of the lane that came first

        [[nodiscard]] bool is(WarpOperation call, unsigned callMask) const
        {
            return operation == call && mask == callMask;
        }
    };
    std::array<Group, 32> groups{}; ///< the first `groupCount` are there
    unsigned groupCount = 0;
    std::array<Place, 32> places{}; ///< of each waiting lane's call
    std::array<void*, 32> operands{};

    /// The group that `lane` waits in.
    [[nodiscard]] Group& groupOf(unsigned lane)
    {
        assert(waiting >> lane & 1);
        unsigned group = 0;
        while (!(groups[group].arrived >> lane & 1))
            ++group;
        return groups[group];
    }
};

struct Barrier {
    Place place;
    std::vector<Thread*> waiting;
    unsigned arrived = 0;
    unsigned count = 0;
    BarrierResult result;
};

/// Threads that can go on: first in, first out, but those of a warp that goes on before all others; or drawn.
class ReadyQueue {
public:
    void clear() { m_begin = m_size = 0; }
    [[nodiscard]] unsigned size() const { return m_size; }
    void push(Thread* thread) { m_threads[(m_begin + m_size++) % maxThreads] = thread; }
    void pushInFront(Thread* thread)
    {
        m_begin = (m_begin - 1) % maxThreads;
        m_threads[m_begin] = thread;
        ++m_size;
    }
    [[nodiscard]] const Thread* front() const { return m_threads[m_begin]; }
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
