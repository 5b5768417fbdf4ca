// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace draftscope {

/// Threads that share the rows of matrix products. The caller is thread 0 and works too. Workers spin between the
/// many small jobs of a forward pass, stay awake between the passes of a round and sleep when nothing comes for half a
/// millisecond (quiet when idle).
class ThreadPool {
public:
    /// Begins a thread; throws what std::thread's constructor does. Tests have threads fail with one of their own.
    using BeginThread = std::function<std::thread(std::function<void()> work)>;

    /// threads >= 1, the caller included; 0 means the machine's physical share (hardware_concurrency, at most 16).
    /// Where the system allows fewer, the pool has fewer, and note() says so.
    explicit ThreadPool(int threads = 0, const BeginThread& beginThread = {});
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] int threadCount() const;
    /// A sentence where there are fewer threads than were asked for; else empty.
    [[nodiscard]] const std::string& note() const;

    /// Keeps other threads from the pool for as long as the lock lives. Jobs of two threads may not meet, so a caller
    /// that runs some (a forward pass) holds this around all of them.
    [[nodiscard]] std::unique_lock<std::mutex> reserve();

    /// Splits [0, count) into contiguous ranges that begin at multiples of `grain`: job(begin, end). Each thread starts
    /// with a share of its own, so that it meets the same weights in every pass, and then helps the others: a thread
    /// that the machine has put aside delays no other thread for long. A range's result must not depend on who computes
    /// it, and a job may not throw.
    template <class Job>
    void split(int count, int grain, const Job& job)
    {
        splitErased(
            [](const void* context, int, int begin, int end) { (*static_cast<const Job*>(context))(begin, end); }, &job,
            count, grain);
    }
    template <class Job>
    void split(int count, const Job& job)
    {
        split(count, 1, job);
    }
    /// The same for jobs that need scratch memory: job(thread, begin, end), thread < threadCount().
    template <class Job>
    void splitWithThread(int count, int grain, const Job& job)
    {
        splitErased([](const void* context, int thread, int begin,
                       int end) { (*static_cast<const Job*>(context))(thread, begin, end); },
                    &job, count, grain);
    }

private:
    using ErasedJob = void (*)(const void* context, int thread, int begin, int end);
    void splitErased(ErasedJob job, const void* context, int count, int grain);
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace draftscope
