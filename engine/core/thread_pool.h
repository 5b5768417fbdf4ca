// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

namespace draftscope {

/// Threads that share the rows of matrix products. The caller is thread 0 and works too. Workers spin briefly between
/// the many small jobs of a forward pass and sleep when nothing comes (quiet when idle).
class ThreadPool {
public:
    /// threads >= 1, the caller included; 0 means the machine's physical share (hardware_concurrency, at most 16).
    explicit ThreadPool(int threads = 0);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] int threadCount() const;

    /// Calls job(thread) once on every thread, 0 .. threadCount() - 1, and returns when all have returned.
    template <class Job>
    void run(const Job& job)
    {
        runErased([](const void* context, int thread) { (*static_cast<const Job*>(context))(thread); }, &job);
    }
    /// Splits [0, count) into one contiguous range a thread: job(begin, end).
    template <class Job>
    void split(int count, const Job& job)
    {
        const int threads = threadCount();
        run([&](int thread) {
            const auto bound = [&](int t) { return int(std::int64_t(count) * t / threads); };
            if (bound(thread) < bound(thread + 1))
                job(bound(thread), bound(thread + 1));
        });
    }

private:
    using ErasedJob = void (*)(const void*, int);
    void runErased(ErasedJob job, const void* context);
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace draftscope
