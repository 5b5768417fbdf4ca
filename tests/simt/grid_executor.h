// SPDX-License-Identifier: MIT
#pragma once

/// What runs a grid: the one object of a process behind the functions of executor.h. Blocks go one after another, the
/// threads of a block take turns on fibers.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simt/executor.h"
#include "tests/simt/executor_state.h"
#include "tests/simt/fiber.h"
#include "tests/simt/shared_memory.h"

namespace simt {

/// Who goes on when a thread cannot: one that is ready, one that has not begun, none, or (left) none until the
/// kernel in front has ended.
enum class Next : std::uint8_t { ready, fresh, none, left };

class Executor {
public:
    /// Of the process.
    static Executor& instance();

    void run(const Shape& shape, const std::function<void()>& body, const EarlyBegin* early);

    // For threads.
    void collective(WarpOperation operation, unsigned mask, void* operand, void (*complete)(void* const*, unsigned),
                    const Place& place);
    BarrierResult barrier(bool predicate, const Place& place);
    void yieldThread();
    void waitForPreviousKernel();
    void letNextKernelBegin() const;
    [[noreturn]] void fault(std::string_view what) const;
    [[noreturn]] void faultOfLane(unsigned lane, std::string_view what);
    void* staticMemory(const void* key, std::size_t bytes, std::size_t alignment);
    void* dynamicMemory() const { return m_shared.dynamic(); }
    std::vector<std::vector<Copy>>& copies() { return m_current->copies; }

    Options options;
    Statistics statistics;

private:
    void prepareThreads();
    void runBlock();
    void abandonFibers();

    static void worker();
    void runFresh(Fiber* self);
    void end(Thread& thread);
    /// The running thread has to wait: others go on until one of them has made it ready.
    void wait()
    {
        if (m_isInOrder && m_ready.size() > 0)
            resume(*m_ready.pop(), *m_current->fiber);
        else
            waitForAnybody();
    }
    void waitForAnybody();
    Next choose();
    void endEarlyPart();
    void resumeReady(Fiber& from);
    void resume(Thread& thread, Fiber& from)
    {
        setRunning(thread);
        if (m_ready.size() > 0)
            m_ready.front()->fiber->prefetch();
        if (thread.fiber != &from)
            change(from, *thread.fiber);
    }
    void setRunning(Thread& thread)
    {
        m_current = &thread;
        threadIdx = thread.index;
        runningLane = thread.lane;
    }
    Fiber& freeFiber();
    void change(Fiber& from, Fiber& to)
    {
        ++statistics.switches;
        Fiber::change(from, to);
    }

    Warp::Group& findGroup(Warp& warp, WarpOperation operation, unsigned mask, void (*complete)(void* const*, unsigned),
                           const Place& place);
    void completeGroup(Warp& warp, Warp::Group& group);
    void completeAfterEnd(Warp& warp);
    void releaseBarrier();
    [[nodiscard]] std::string whoWaits() const;
    std::uint64_t draw(std::uint64_t below);

    std::mutex m_oneAtATime;
    Shape m_shape;
    const std::function<void()>* m_body = nullptr;
    const EarlyBegin* m_early = nullptr; ///< null: all kernels in front of this one have ended
    bool m_isInEarlyPart = false;
    std::vector<Thread*> m_waiting; ///< for the kernel in front, in the early part
    std::exception_ptr m_failure;

    bool m_isInOrder = true; ///< threads take turns as they come; else in an order that is drawn
    std::vector<Thread> m_threads;
    std::vector<unsigned> m_order; ///< in which threads begin
    unsigned m_begun = 0;
    unsigned m_live = 0; ///< threads of the block that have not ended
    std::vector<Warp> m_warps;
    Barrier m_barrier;
    ReadyQueue m_ready;
    Thread* m_current = nullptr;
    SharedMemory m_shared;

    std::vector<std::unique_ptr<Fiber>> m_fibers;
    std::vector<Fiber*> m_free;
    Fiber* m_entering = nullptr;
    Fiber* m_main = nullptr;
    std::uint64_t m_random = 0;
};

extern Executor executorOfProcess;

inline Executor& Executor::instance()
{
    return executorOfProcess;
}

} // namespace simt
