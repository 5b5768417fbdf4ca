// SPDX-License-Identifier: MIT
#include "tests/simt/grid_executor.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "tests/simt/fault_words.h"

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace simt {

unsigned runningLane = 0;
Executor executorOfProcess;

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
        m_threads[i].warp = &m_warps[i / 32];
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
    m_isInOrder = options.orderSeed == 0;
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
    if (!m_isInOrder) {
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
        m_warps[w].waiting = m_warps[w].groupCount = 0;
    }
    if (!m_isInOrder)
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

/// What a fiber does: begins a thread, and then others as long as no other thread can go on. So threads that never wait
/// run one after the other on one stack.
void Executor::worker()
{
    Fiber::entered();
    Executor& self = instance();
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
    setRunning(thread);
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
    Warp& warp = *thread.warp;
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
    if (!m_isInOrder && fresh > 0 && m_ready.size() > 0)
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
    resume(m_isInOrder ? *m_ready.pop() : *m_ready.take(static_cast<unsigned>(draw(m_ready.size()))), from);
}

void Executor::waitForAnybody()
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

void* Executor::staticMemory(const void* key, std::size_t bytes, std::size_t alignment)
{
    void* memory = m_shared.piece(key, bytes, alignment);
    if (m_shared.staticBytes() > 48 * 1024 || m_shared.staticBytes() + m_shape.sharedBytes > options.limits.sharedBytes)
        fault(fmt::format("{} bytes of static and {} bytes of dynamic shared memory are more than a block may have",
                          m_shared.staticBytes(), m_shape.sharedBytes));
    return memory;
}

} // namespace simt
