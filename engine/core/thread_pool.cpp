// SPDX-License-Identifier: MIT
#include "engine/core/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <vector>

#include <fmt/format.h>

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

/// Waits until `value` is no longer `old`: spins for the microseconds that lie between two jobs of a forward pass, then lets
/// others run where the machine is shared, but stays awake for as long as a round is sampled, written down and traced
/// between two passes, since waking up takes as long again. Then it sleeps in the kernel.
template <class T>
void waitWhile(const std::atomic<T>& value, T old)
{
    using Clock = std::chrono::steady_clock;
    constexpr auto spinning = std::chrono::microseconds(30);
    constexpr auto awake = std::chrono::microseconds(500);

    const auto begin = Clock::now();
    do
        for (int i = 0; i < 32; ++i) {
            if (value.load(std::memory_order_acquire) != old)
                return;
            relax();
        }
    while (Clock::now() < begin + spinning);

    do {
        if (value.load(std::memory_order_acquire) != old)
            return;
        std::this_thread::yield();
    } while (Clock::now() < begin + awake);
    value.wait(old, std::memory_order_acquire);
}

} // namespace

/// A job is published by raising the generation in `gate`, where workers also sign in while it is open. Whoever signs
/// in counts himself in `left` when he is done. Each counter has a cache line of its own because threads spin on it.
struct ThreadPool::State {
    ErasedJob job = nullptr;
    const void* context = nullptr;
    bool stopping = false;
    alignas(64) std::atomic<std::uint32_t> generation = 0;
    alignas(64) std::atomic<std::uint64_t> gate = closed; ///< generation << 32 | closed | workers that signed in
    alignas(64) std::atomic<std::uint32_t> left = 0;
    std::vector<std::thread> workers;

    struct alignas(64) Share {
        std::atomic<int> next = 0; ///< piece to be taken next
        int end = 0;
    };
    std::vector<Share> shares; ///< one a thread, of the split that runs
    std::string note;
    std::mutex reserved;

    static constexpr std::uint64_t closed = std::uint64_t(1) << 31, signedInMask = closed - 1;

    void work(int thread)
    {
        for (std::uint32_t seen = 0;;) {
            waitWhile(generation, seen);
            seen = generation.load(std::memory_order_acquire);
            if (!signIn(seen))
                continue;
            if (stopping)
                return;
            job(context, thread);
            left.fetch_add(1, std::memory_order_release);
            left.notify_one();
        }
    }

    /// False when the job is over, or was over before this worker woke up.
    bool signIn(std::uint32_t wanted)
    {
        std::uint64_t value = gate.load(std::memory_order_acquire);
        while (std::uint32_t(value >> 32) == wanted && !(value & closed))
            if (gate.compare_exchange_weak(value, value + 1, std::memory_order_acq_rel))
                return true;
        return false;
    }

    void publish()
    {
        const std::uint32_t next = generation.load(std::memory_order_relaxed) + 1;
        left.store(0, std::memory_order_relaxed);
        gate.store(std::uint64_t(next) << 32, std::memory_order_release);
        generation.store(next, std::memory_order_release);
        generation.notify_all();
    }

    /// Lets nobody else in and waits for those inside.
    void close()
    {
        const auto inside = std::uint32_t(gate.fetch_or(closed, std::memory_order_acq_rel) & signedInMask);
        waitForLeft(inside);
    }

    void waitForLeft(std::uint32_t count)
    {
        for (std::uint32_t seen = left.load(std::memory_order_acquire); seen < count;
             seen = left.load(std::memory_order_acquire))
            waitWhile(left, seen);
    }
};

ThreadPool::ThreadPool(int threads, const BeginThread& beginThread) : m_state(std::make_unique<State>())
{
    constexpr int mostByDefault = 16;
    if (threads <= 0)
        threads = std::clamp(int(std::thread::hardware_concurrency()), 1, mostByDefault);
    // All memory that the pool needs is taken before the first thread runs.
    m_state->workers.reserve(std::size_t(threads - 1));
    m_state->shares = std::vector<State::Share>(std::size_t(threads));
    try {
        for (int thread = 1; thread < threads; ++thread) {
            const auto work = [state = m_state.get(), thread] { state->work(thread); };
            m_state->workers.push_back(beginThread ? beginThread(work) : std::thread(work));
        }
    } catch (const std::exception& error) { // a limit of the user or a container, or no memory for another stack
        try {
            m_state->note = fmt::format("Only {} of {} threads could be started ({}): it computes with those.",
                                        threadCount(), threads, error.what());
        } catch (const std::bad_alloc&) { // it computes with those, and nobody hears of it
        }
    }
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

const std::string& ThreadPool::note() const
{
    return m_state->note;
}

std::unique_lock<std::mutex> ThreadPool::reserve()
{
    return std::unique_lock(m_state->reserved);
}

void ThreadPool::runErased(ErasedJob job, const void* context)
{
    State& state = *m_state;
    state.job = job;
    state.context = context;
    if (!state.workers.empty())
        state.publish();
    job(context, 0);
    if (!state.workers.empty()) {
        state.waitForLeft(std::uint32_t(state.workers.size()));
        state.close();
    }
}

namespace {

/// Pieces a thread: enough that one which falls behind can hand some on, few enough that taking them costs nothing.
constexpr int piecesAThread = 4;

} // namespace

void ThreadPool::splitErased(ErasedRangeJob job, const void* context, int count, int grain)
{
    State& state = *m_state;
    const int threads = threadCount();
    if (threads == 1) {
        if (count > 0)
            job(context, 0, 0, count);
        return;
    }
    const int grains = (count + grain - 1) / grain;
    const int pieceGrains = std::max(1, grains / (threads * piecesAThread));
    const int piece = pieceGrains * grain, pieces = (grains + pieceGrains - 1) / pieceGrains;
    for (int thread = 0; thread < threads; ++thread) {
        state.shares[std::size_t(thread)].next.store(pieces * thread / threads, std::memory_order_relaxed);
        state.shares[std::size_t(thread)].end = pieces * (thread + 1) / threads;
    }
    const auto work = [&](int thread) {
        for (int i = 0; i < threads; ++i) {
            State::Share& share = state.shares[std::size_t((thread + i) % threads)];
            for (int p; (p = share.next.fetch_add(1, std::memory_order_relaxed)) < share.end;)
                job(context, thread, p * piece, std::min(count, (p + 1) * piece));
        }
    };
    state.job = [](const void* self, int thread) { (*static_cast<const decltype(work)*>(self))(thread); };
    state.context = &work;
    state.publish();
    work(0);
    state.close();
}

} // namespace draftscope
