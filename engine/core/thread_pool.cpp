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

/// Waits until `value` is no longer `old`: spins for the microseconds that lie between two jobs of a forward pass, then
/// lets others run where the machine is shared, but stays awake for as long as a round is sampled, written down and
/// traced between two passes, since waking up takes as long again. Then it sleeps in the kernel.
template <class T>
void waitWhile(const std::atomic<T>& value, T old)
{
    using Clock = std::chrono::steady_clock;
    constexpr auto spinning = std::chrono::microseconds(30);
    constexpr auto awake = std::chrono::microseconds(500);

    const auto hasChanged = [&] {
        for (int i = 0; i < 32; ++i) {
            if (value.load(std::memory_order_acquire) != old)
                return true;
            relax();
        }
        return false;
    };
    if (hasChanged()) // soon enough that the clock need not be looked at
        return;
    const auto begin = Clock::now();
    do
        if (hasChanged())
            return;
    while (Clock::now() < begin + spinning);

    do {
        if (value.load(std::memory_order_acquire) != old)
            return;
        std::this_thread::yield();
    } while (Clock::now() < begin + awake);
    value.wait(old, std::memory_order_acquire);
}

/// Pieces a thread: enough that one which falls behind can hand some on, few enough that taking them costs nothing.
constexpr int piecesAThread = 4;

} // namespace

/// A job is cut into pieces, of which each thread has a share, and published under a new generation. A forward pass has
/// dozens of jobs of some microseconds each, so cores pass each other as few cache lines as they can: what is published
/// is one, and that of a share stays with its thread unless others help.
struct ThreadPool::State {
    /// Of the job that runs: it does not change before all of its pieces have been computed.
    struct alignas(64) Published {
        std::atomic<std::uint32_t> generation = 0; ///< odd while the others change
        std::atomic<bool> stopping = false;
        std::atomic<int> pieces = 0;
        std::atomic<int> count = 0, pieceSize = 1;
        std::atomic<ErasedJob> job = nullptr;
        std::atomic<const void*> context = nullptr;
    };
    /// generation << 32 | pieces of it that are not taken yet. It is of an older generation until a thread takes the
    /// first.
    struct alignas(64) Share {
        std::atomic<std::uint64_t> left = 0;
    };

    Published published;
    alignas(64) std::atomic<std::uint32_t> computed = 0; ///< pieces that workers have computed since the pool began
    alignas(64) std::vector<Share> shares;               ///< one a thread
    std::vector<std::thread> workers;
    alignas(64) std::uint32_t computedInAll = 0; ///< what `computed` is between two jobs, for the caller
    std::string note;
    std::mutex reserved;

    [[nodiscard]] int threadCount() const { return int(workers.size()) + 1; }
    /// Of a thread's share. The caller has some of any job.
    [[nodiscard]] int firstPiece(int pieces, int thread) const
    {
        return (pieces * thread + threadCount() - 1) / threadCount();
    }

    void work(int thread)
    {
        for (std::uint32_t seen = 0;;) {
            waitWhile(published.generation, seen);
            seen = published.generation.load(std::memory_order_acquire);
            if (published.stopping.load(std::memory_order_relaxed))
                return;
            if (seen % 2 != 0)
                continue;
            if (const int pieces = computePieces(thread, seen); pieces > 0) {
                computed.fetch_add(std::uint32_t(pieces), std::memory_order_release);
                computed.notify_one();
            }
        }
    }

    /// Those of the thread's own share, then what is left of the others'. Returns how many there were.
    int computePieces(int thread, std::uint32_t generation)
    {
        int count = 0;
        for (int i = 0; i < threadCount(); ++i)
            for (const int owner = (thread + i) % threadCount(); const int left = take(owner, generation); ++count)
                computePiece(thread, firstPiece(published.pieces.load(std::memory_order_relaxed), owner + 1) - left);
        return count;
    }

    /// Takes the next piece of a share, and returns how many were left with it: 0 where there is none, or the job has
    /// ended. A thread that has a piece of a job keeps it from ending.
    int take(int owner, std::uint32_t generation)
    {
        std::atomic<std::uint64_t>& share = shares[std::size_t(owner)].left;
        std::uint64_t value = share.load(std::memory_order_acquire);
        for (;;) {
            std::uint64_t left = value & 0xffffffff;
            if (std::uint32_t(value >> 32) != generation) { // no piece is taken yet, or another job runs by now
                const int pieces = published.pieces.load(std::memory_order_acquire);
                if (published.generation.load(std::memory_order_relaxed) != generation)
                    return 0;
                left = std::uint64_t(firstPiece(pieces, owner + 1) - firstPiece(pieces, owner));
            }
            if (left == 0)
                return 0;
            if (share.compare_exchange_weak(value, std::uint64_t(generation) << 32 | (left - 1),
                                            std::memory_order_acq_rel, std::memory_order_acquire))
                return int(left);
        }
    }

    void computePiece(int thread, int piece) const
    {
        const int size = published.pieceSize.load(std::memory_order_relaxed);
        published.job.load(std::memory_order_relaxed)(
            published.context.load(std::memory_order_relaxed), thread, piece * size,
            std::min(published.count.load(std::memory_order_relaxed), (piece + 1) * size));
    }

    /// Runs a job of two pieces or more. The caller's first piece is not for others to take, so that it begins while
    /// they are told.
    void run(ErasedJob job, const void* context, int count, int pieceSize, int pieces)
    {
        const std::uint32_t before = published.generation.load(std::memory_order_relaxed), generation = before + 2;
        published.generation.store(before + 1, std::memory_order_relaxed);
        // Who sees these pieces also sees that the generation is another one.
        published.pieces.store(pieces, std::memory_order_release);
        published.count.store(count, std::memory_order_relaxed);
        published.pieceSize.store(pieceSize, std::memory_order_relaxed);
        published.job.store(job, std::memory_order_relaxed);
        published.context.store(context, std::memory_order_relaxed);
        shares[0].left.store(std::uint64_t(generation) << 32 | std::uint64_t(firstPiece(pieces, 1) - 1),
                             std::memory_order_release);
        published.generation.store(generation, std::memory_order_release);
        published.generation.notify_all(); // one who goes to sleep meanwhile is done without
        computePiece(0, 0);
        computedInAll += std::uint32_t(pieces - 1 - computePieces(0, generation));
        for (std::uint32_t seen = computed.load(std::memory_order_acquire); seen != computedInAll;
             seen = computed.load(std::memory_order_acquire))
            waitWhile(computed, seen);
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
        } catch (const std::bad_alloc&) { // it computes with those, and no error is reported
        }
    }
}

ThreadPool::~ThreadPool()
{
    m_state->published.stopping = true;
    m_state->published.generation.fetch_add(2); // in one order with what a worker does that goes to sleep
    m_state->published.generation.notify_all();
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

void ThreadPool::splitErased(ErasedJob job, const void* context, int count, int grain)
{
    const int threads = threadCount(), grains = (count + grain - 1) / grain;
    const int pieceGrains = std::max(1, grains / (threads * piecesAThread));
    const int pieces = (grains + pieceGrains - 1) / pieceGrains;
    if (threads == 1 || pieces <= 1) {
        if (count > 0)
            job(context, 0, 0, count);
        return;
    }
    m_state->run(job, context, count, pieceGrains * grain, pieces);
}

} // namespace draftscope
