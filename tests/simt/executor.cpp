// SPDX-License-Identifier: MIT
#include "tests/simt/executor.h"

#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tests/simt/executor_state.h"
#include "tests/simt/fault_words.h"
#include "tests/simt/fiber.h"
#include "tests/simt/shared_memory.h"

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace simt {

namespace {

enum class Next : std::uint8_t { ready, fresh, none, left };

class Executor {
public:
    void run(const Shape& shape, const std::function<void()>& body, const EarlyBegin* early);

    // For threads.
    unsigned lane() const { return m_current->lane; }
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
    void wait();
    Next choose();
    void endEarlyPart();
    void resumeReady(Fiber& from);
    Fiber& freeFiber();
    void change(Fiber& from, Fiber& to);

    void completeGroup(Warp& warp, unsigned group);
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

Executor& executor()
{
    static Executor instance;
    return instance;
}

std::uint64_t Executor::draw(std::uint64_t below)
{
    std::uint64_t z = m_random += 0x9e3779b97f4a7c15; // splitmix64
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (z ^ (z >> 31)) % below;
}

void Executor::prepareThreads()
{
    const dim3 block = m_shape.block;
    const unsigned count = block.x * block.y * block.z;
    m_threads.resize(count);
    m_warps.resize((count + 31) / 32);
    for (unsigned i = 0; i < count; ++i) {
        m_threads[i].index = {i % block.x, i / block.x % block.y, i / block.x / block.y};
        m_threads[i].warp = i / 32;
        m_threads[i].lane = i % 32;
    }
    m_order.resize(count);
    std::iota(m_order.begin(), m_order.end(), 0);
}

void Executor::run(const Shape& shape, const std::function<void()>& body, const EarlyBegin* early)
{
    const std::scoped_lock lock(m_oneAtATime);
    checkShape(shape);
    m_shape = shape;
    m_body = &body;
    m_early = early;
    m_random = options.orderSeed;
    prepareThreads();
    m_shared.begin(shape.sharedBytes);
    gridDim = shape.grid;
    blockDim = shape.block;
    Fiber main;
    m_main = &main;

    const std::uint64_t blocks = std::uint64_t(shape.grid.x) * shape.grid.y * shape.grid.z;
    // A walk with a stride that shares no divisor with the number of blocks meets each of them once.
    std::uint64_t stride = 1;
    std::uint64_t number = 0;
    if (options.orderSeed != 0) {
        number = draw(blocks);
        do
            stride = 1 + draw(blocks);
        while (std::gcd(stride, blocks) != 1);
    }
    for (std::uint64_t i = 0; i < blocks; ++i, number = (number + stride) % blocks) {
        blockIdx = {static_cast<unsigned>(number % shape.grid.x),
                    static_cast<unsigned>(number / shape.grid.x % shape.grid.y),
                    static_cast<unsigned>(number / shape.grid.x / shape.grid.y)};
        runBlock();
        if (m_failure) {
            abandonFibers();
            std::rethrow_exception(std::exchange(m_failure, nullptr));
        }
    }
}

void Executor::runBlock()
{
    m_shared.clear();
    m_ready.clear();
    m_barrier.waiting.clear();
    m_barrier.arrived = m_barrier.count = 0;
    m_live = static_cast<unsigned>(m_threads.size());
    m_begun = 0;
    for (unsigned w = 0; w < m_warps.size(); ++w) {
        const unsigned lanes = std::min(32u, m_live - 32 * w);
        m_warps[w].live = lanes == 32 ? ~0u : (1u << lanes) - 1;
        m_warps[w].waiting = 0;
    }
    if (options.orderSeed != 0)
        for (std::size_t i = m_order.size(); i > 1; --i)
            std::swap(m_order[i - 1], m_order[draw(i)]);
    ++statistics.blocks;
    statistics.threads += m_live;
    m_waiting.clear();
    if (m_early) {
        m_early->enter();
        m_isInEarlyPart = true;
    }
    change(*m_main, freeFiber());
    endEarlyPart();
    if (m_early && m_early->hasOnlyEarlyParts)
        abandonFibers();
    if (!m_failure && !m_shared.isIntact()) {
        m_current = m_threads.data();
        m_failure = std::make_exception_ptr(
            KernelFault(fmt::format("Kernel {}, block {}: a thread wrote outside of the block's shared memory.",
                                    m_shape.kernel, text(blockIdx))));
    }
}

void Executor::abandonFibers()
{
    m_free.clear();
    for (auto& fiber : m_fibers) {
        fiber->restart();
        m_free.push_back(fiber.get());
    }
    for (Thread& thread : m_threads)
        thread.copies.clear();
}

Fiber& Executor::freeFiber()
{
    if (m_free.empty()) {
        m_fibers.push_back(std::make_unique<Fiber>(&Executor::worker));
        m_free.push_back(m_fibers.back().get());
    }
    m_entering = m_free.back();
    m_free.pop_back();
    return *m_entering;
}

void Executor::change(Fiber& from, Fiber& to)
{
    ++statistics.switches;
    Fiber::change(from, to);
}

/// What a fiber does: begins a thread, and then others as long as nobody else can go on. So threads that never wait run
/// one after the other on one stack.
void Executor::worker()
{
    Fiber::entered();
    Executor& self = executor();
    Fiber* fiber = self.m_entering;
    for (;;) {
        self.runFresh(fiber);
        Next next = Next::none;
        while (!self.m_failure && (next = self.choose()) == Next::fresh)
            self.runFresh(fiber);
        self.m_free.push_back(fiber);
        if (!self.m_failure && next == Next::ready) {
            self.resumeReady(*fiber);
        } else {
            if (!self.m_failure && next != Next::left && self.m_live > 0)
                self.m_failure = std::make_exception_ptr(KernelFault(self.whoWaits()));
            self.change(*fiber, *self.m_main);
        }
    }
}

void Executor::runFresh(Fiber* self)
{
    Thread& thread = m_threads[m_order[m_begun++]];
    thread.fiber = self;
    thread.hasWaited = false;
    m_current = &thread;
    threadIdx = thread.index;
    try {
        (*m_body)();
        end(thread);
    } catch (...) {
        m_failure = std::current_exception();
    }
}

void Executor::end(Thread& thread)
{
    if (m_early && !thread.hasWaited)
        fault("was launched early and ends without waitForPreviousKernel()");
    thread.fiber = nullptr;
    thread.copies.clear();
    Warp& warp = m_warps[thread.warp];
    warp.live &= ~(1u << thread.lane);
    --m_live;
    if (warp.waiting)
        completeAfterEnd(warp);
    if (m_live > 0 && m_barrier.arrived == m_live)
        releaseBarrier();
}

Next Executor::choose()
{
    const unsigned fresh = static_cast<unsigned>(m_threads.size()) - m_begun;
    if (fresh == 0 && m_ready.size() == 0 && !m_waiting.empty()) {
        if (m_early->hasOnlyEarlyParts)
            return Next::left;
        endEarlyPart();
    }
    if (options.orderSeed != 0 && fresh > 0 && m_ready.size() > 0)
        return draw(fresh + m_ready.size()) < fresh ? Next::fresh : Next::ready;
    return m_ready.size() > 0 ? Next::ready : fresh > 0 ? Next::fresh : Next::none;
}

/// The kernel in front has ended: who waits for it can go on.
void Executor::endEarlyPart()
{
    if (!m_isInEarlyPart)
        return;
    m_isInEarlyPart = false;
    m_early->leave();
    for (Thread* thread : m_waiting)
        m_ready.push(thread);
    m_waiting.clear();
}

void Executor::resumeReady(Fiber& from)
{
    Thread* thread = options.orderSeed != 0 ? m_ready.take(static_cast<unsigned>(draw(m_ready.size()))) : m_ready.pop();
    m_current = thread;
    threadIdx = thread->index;
    if (thread->fiber != &from)
        change(from, *thread->fiber);
}

/// The running thread has to wait: others go on until somebody has made it ready.
void Executor::wait()
{
    Fiber& self = *m_current->fiber;
    switch (choose()) {
    case Next::ready:
        resumeReady(self);
        break;
    case Next::fresh:
        change(self, freeFiber());
        break;
    case Next::left:
        change(self, *m_main);
        break;
    case Next::none:
        throw KernelFault(whoWaits());
    }
}

void Executor::waitForPreviousKernel()
{
    m_current->hasWaited = true;
    if (!m_isInEarlyPart)
        return;
    m_waiting.push_back(m_current);
    wait();
}

void Executor::letNextKernelBegin() const
{
    if (m_early && !m_current->hasWaited)
        fault("calls letNextKernelBegin() before waitForPreviousKernel()");
}

void Executor::yieldThread()
{
    m_ready.push(m_current);
    wait();
}

void Executor::collective(WarpOperation operation, unsigned mask, void* operand,
                          void (*complete)(void* const*, unsigned), const Place& place)
{
    Thread& thread = *m_current;
    Warp& warp = m_warps[thread.warp];
    const unsigned self = 1u << thread.lane;
    if (!(mask & self))
        fault(fmt::format("{} with mask {:#010x}, in which this thread's lane {} is missing", text(operation, place),
                          mask, thread.lane));
    unsigned leader = thread.lane;
    for (unsigned met = warp.waiting & mask; met; met &= met - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(met));
        const Warp::Call& other = warp.calls[lane];
        if (other.mask == mask && other.operation == operation) {
            leader = other.leader;
            break;
        }
        // It waits for this lane's part in another call, and this lane for its part in this one. (A lane that does not
        // wait for this one may still come.)
        if (other.mask & self)
            fault(fmt::format("{} with mask {:#010x} meets lane {} in {} with mask {:#010x}", text(operation, place),
                              mask, lane, text(other.operation, other.place), other.mask));
    }
    warp.calls[thread.lane] = {mask, operation, leader, 0, complete, place};
    warp.operands[thread.lane] = operand;
    warp.waiting |= self;
    unsigned& group = warp.calls[leader].group;
    group |= self;
    if (group == (mask & warp.live))
        completeGroup(warp, group);
    else
        wait();
}

/// All lanes of the group are here: their results, and all but the running thread become ready.
void Executor::completeGroup(Warp& warp, unsigned group)
{
    const Warp::Call& call = warp.calls[static_cast<unsigned>(std::countr_zero(group))];
    if (call.complete)
        call.complete(warp.operands.data(), group);
    warp.waiting &= ~group;
    const auto first = static_cast<std::size_t>(&warp - m_warps.data()) * 32;
    for (unsigned rest = group; rest; rest &= rest - 1) {
        Thread* thread = &m_threads[first + static_cast<unsigned>(std::countr_zero(rest))];
        if (thread != m_current)
            m_ready.push(thread);
    }
}

/// A lane has ended: nobody waits for it any longer.
void Executor::completeAfterEnd(Warp& warp)
{
    warp.forGroups([&](const Warp::Call& call) {
        if (call.group == (call.mask & warp.live))
            completeGroup(warp, call.group);
    });
}

BarrierResult Executor::barrier(bool predicate, const Place& place)
{
    if (m_barrier.arrived == 0)
        m_barrier.place = place;
    else if (!samePlace(m_barrier.place, place))
        fault(fmt::format("comes to {} while {} threads of the block wait in {}", text("__syncthreads", place),
                          m_barrier.arrived, text("__syncthreads", m_barrier.place)));
    ++m_barrier.arrived;
    m_barrier.count += predicate;
    if (m_barrier.arrived == m_live) {
        releaseBarrier();
    } else {
        m_barrier.waiting.push_back(m_current);
        wait();
    }
    return m_barrier.result; // the next barrier cannot be complete before this thread comes to it
}

void Executor::releaseBarrier()
{
    m_barrier.result = {m_barrier.count, m_barrier.arrived};
    m_barrier.arrived = m_barrier.count = 0;
    for (Thread* thread : m_barrier.waiting)
        m_ready.push(thread);
    m_barrier.waiting.clear();
}

std::string Executor::whoWaits() const
{
    std::string message =
        fmt::format("Kernel {}, block {}: deadlock, no thread can go on.", m_shape.kernel, text(blockIdx));
    if (m_barrier.arrived > 0)
        message += fmt::format(" {} of {} threads wait in {}, the first is {}.", m_barrier.arrived, m_live,
                               text("__syncthreads", m_barrier.place), text(m_barrier.waiting.front()->index));
    for (std::size_t w = 0; w < m_warps.size(); ++w)
        m_warps[w].forGroups([&](const Warp::Call& call) {
            message += fmt::format(" In warp {} lanes {:#010x} wait in {} for mask {:#010x}.", w, call.group,
                                   text(call.operation, call.place), call.mask);
        });
    return message;
}

void Executor::fault(std::string_view what) const
{
    throw KernelFault(fmt::format("Kernel {}, block {}, thread {}: {}.", m_shape.kernel, text(blockIdx),
                                  text(m_current->index), what));
}

void Executor::faultOfLane(unsigned lane, std::string_view what)
{
    const Warp& warp = m_warps[m_current->warp];
    m_current = &m_threads[m_current->warp * 32 + lane];
    const Warp::Call& call = warp.calls[lane];
    fault(fmt::format("{} with mask {:#010x}: {}", text(call.operation, call.place), call.mask, what));
}

void* Executor::staticMemory(const void* key, std::size_t bytes, std::size_t alignment)
{
    void* memory = m_shared.piece(key, bytes, alignment);
    if (m_shared.staticBytes() > 48 * 1024 || m_shared.staticBytes() + m_shape.sharedBytes > options.limits.sharedBytes)
        fault(fmt::format("{} bytes of static and {} bytes of dynamic shared memory are more than a block may have",
                          m_shared.staticBytes(), m_shape.sharedBytes));
    return memory;
}

} // namespace

Options& options()
{
    return executor().options;
}

const Statistics& statistics()
{
    return executor().statistics;
}

void checkShape(const Shape& shape)
{
    const Limits& limits = options().limits;
    const auto& [grid, block, bytes, kernel] = shape;
    const std::uint64_t threads = std::uint64_t(block.x) * block.y * block.z;
    const auto refuse = [&shape](const std::string& why) {
        throw KernelFault(fmt::format("Kernel {}: {}.", shape.kernel, why));
    };
    if (grid.x == 0 || grid.y == 0 || grid.z == 0 || threads == 0)
        refuse("the grid or the block is empty");
    if (grid.x > 2147483647 || grid.y > 65535 || grid.z > 65535)
        refuse(fmt::format("a grid of {} × {} × {} blocks is too large", grid.x, grid.y, grid.z));
    if (threads > std::min(limits.threadsPerBlock, maxThreads) || block.z > 64)
        refuse(fmt::format("a block of {} × {} × {} threads is too large", block.x, block.y, block.z));
    if (bytes > limits.sharedBytes)
        refuse(fmt::format("{} bytes of shared memory are more than the {} that a block may have", bytes,
                           limits.sharedBytes));
}

void run(const Shape& shape, const std::function<void()>& body)
{
    executor().run(shape, body, nullptr);
}

void run(const Shape& shape, const std::function<void()>& body, const EarlyBegin& early)
{
    executor().run(shape, body, &early);
}

unsigned lane()
{
    return executor().lane();
}

void collective(WarpOperation operation, unsigned mask, void* operand, void (*complete)(void* const*, unsigned),
                const Place& place)
{
    executor().collective(operation, mask, operand, complete, place);
}

BarrierResult barrier(bool predicate, const Place& place)
{
    return executor().barrier(predicate, place);
}

void yieldThread()
{
    executor().yieldThread();
}

void waitForPreviousKernel()
{
    executor().waitForPreviousKernel();
}

void letNextKernelBegin()
{
    executor().letNextKernelBegin();
}

void fault(std::string_view what)
{
    executor().fault(what);
}

void faultOfLane(unsigned lane, std::string_view what)
{
    executor().faultOfLane(lane, what);
}

void* dynamicSharedMemory()
{
    return executor().dynamicMemory();
}

void* staticSharedMemory(const void* key, std::size_t bytes, std::size_t alignment)
{
    return executor().staticMemory(key, bytes, alignment);
}

void copyLater(void* to, const unsigned char (&bytes)[16])
{
    auto& groups = executor().copies();
    if (groups.empty())
        groups.emplace_back();
    groups.back().push_back({to, std::to_array(bytes)});
}

void commitCopies()
{
    auto& groups = executor().copies();
    if (groups.empty())
        groups.emplace_back();
    groups.emplace_back();
}

void waitForCopies(unsigned groupsLeft)
{
    auto& groups = executor().copies();
    while (groups.size() > groupsLeft + 1) {
        for (const Copy& copy : groups.front())
            std::memcpy(copy.to, copy.bytes.data(), copy.bytes.size());
        groups.erase(groups.begin());
    }
}

} // namespace simt
