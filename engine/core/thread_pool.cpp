// SPDX-License-Identifier: MIT
#include "engine/core/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace draftscope {

namespace {

void relax()
{
#if defined(__x86_64__) || defined(__i386__)
    _mm_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/// Waits until `value` is no longer `old`: spins for the microseconds that lie between two jobs of a forward pass, lets
/// others run when the machine is shared, then sleeps in the kernel.
template <class T>
void waitWhile(const std::atomic<T>& value, T old)
{
    using Clock = std::chrono::steady_clock;
    constexpr auto spinning = std::chrono::microseconds(30);
    constexpr int turnsGivenAway = 20;

    const auto until = Clock::now() + spinning;
    do
        for (int i = 0; i < 32; ++i) {
            if (value.load(std::memory_order_acquire) != old)
                return;
            relax();
        }
    while (Clock::now() < until);

    for (int i = 0; i < turnsGivenAway; ++i) {
        if (value.load(std::memory_order_acquire) != old)
            return;
        std::this_thread::yield();
    }
    value.wait(old, std::memory_order_acquire);
}

} // namespace

/// A job is published by raising `generation`; the last worker to leave it raises `finished`. The two counters are on
/// lines of their own because different threads spin on them.
struct ThreadPool::State {
    ErasedJob job = nullptr;
    const void* context = nullptr;
    bool stopping = false;
    alignas(64) std::atomic<std::uint32_t> generation = 0;
    alignas(64) std::atomic<std::uint32_t> finished = 0;
    alignas(64) std::atomic<int> working = 0;
    std::vector<std::thread> workers;

    void work(int thread)
    {
        for (std::uint32_t seen = 0;; ++seen) {
            waitWhile(generation, seen);
            if (stopping)
                return;
            job(context, thread);
            if (working.fetch_sub(1, std::memory_order_acq_rel) == 1) {
                finished.fetch_add(1, std::memory_order_release);
                finished.notify_one();
            }
        }
    }

    void publish()
    {
        generation.fetch_add(1, std::memory_order_release);
        generation.notify_all();
    }
};

ThreadPool::ThreadPool(int threads)
    : m_state(std::make_unique<State>())
{
    constexpr int mostByDefault = 16;
    if (threads <= 0)
        threads = std::clamp(int(std::thread::hardware_concurrency()), 1, mostByDefault);
    for (int thread = 1; thread < threads; ++thread)
        m_state->workers.emplace_back([state = m_state.get(), thread] { state->work(thread); });
}

ThreadPool::~ThreadPool()
{
    m_state->stopping = true;
    m_state->publish();
    for (std::thread& worker : m_state->workers)
        worker.join();
}

int ThreadPool::threadCount() const
{
    return int(m_state->workers.size()) + 1;
}

void ThreadPool::runErased(ErasedJob job, const void* context)
{
    State& state = *m_state;
    if (state.workers.empty()) {
        job(context, 0);
        return;
    }
    const std::uint32_t before = state.finished.load(std::memory_order_relaxed);
    state.job = job;
    state.context = context;
    state.working.store(int(state.workers.size()), std::memory_order_relaxed);
    state.publish();
    job(context, 0);
    waitWhile(state.finished, before);
}

} // namespace draftscope
