// SPDX-License-Identifier: MIT
// Where threads of a block wait for each other: calls of a warp, the block's barrier, and what is said where no thread
// can go on.
#include <bit>
#include <span>

#include <fmt/format.h>

#include "tests/simt/fault_words.h"
#include "tests/simt/grid_executor.h"

namespace simt {

void Executor::collective(WarpOperation operation, unsigned mask, void* operand,
                          void (*complete)(void* const*, unsigned), const Place& place)
{
    const Thread& thread = *m_current;
    Warp& warp = *thread.warp;
    const unsigned self = 1u << thread.lane;
    Warp::Group* group = warp.groups.data();
    if (!(mask & self) || warp.groupCount != 1 || !group->is(operation, mask))
        group = &findGroup(warp, operation, mask, complete, place);
    warp.places[thread.lane] = place;
    warp.operands[thread.lane] = operand;
    warp.waiting |= self;
    group->arrived |= self;
    if (group->arrived == (mask & warp.live))
        completeGroup(warp, *group);
    else
        wait();
}

/// The group of the running thread's call, a new one where it is the first.
Warp::Group& Executor::findGroup(Warp& warp, WarpOperation operation, unsigned mask,
                                 void (*complete)(void* const*, unsigned), const Place& place)
{
    const unsigned lane = m_current->lane;
    const unsigned self = 1u << lane;
    if (!(mask & self))
        fault(fmt::format("{} with mask {:#010x}, in which this thread's lane {} is missing", text(operation, place),
                          mask, lane));
    for (unsigned met = warp.waiting & mask; met; met &= met - 1) {
        const auto metLane = static_cast<unsigned>(std::countr_zero(met));
        Warp::Group& other = warp.groupOf(metLane);
        if (other.is(operation, mask))
            return other;
        // It waits for this lane's part in another call, and this lane for its part in this one. (A lane that does not
        // wait for this one may still come.)
        if (other.mask & self)
            fault(fmt::format("{} with mask {:#010x} meets lane {} in {} with mask {:#010x}", text(operation, place),
                              mask, metLane, text(other.operation, warp.places[metLane]), other.mask));
    }
    Warp::Group& group = warp.groups[warp.groupCount++];
    group = {mask, operation, 0, complete};
    return group;
}

/// All lanes of the group are here: their results, and all but the running thread become ready. They go on before other
/// warps do: the stacks of one warp fit into the processor's first cache. (A warp that polls has to call __nanosleep(),
/// then.)
void Executor::completeGroup(Warp& warp, Warp::Group& group)
{
    const unsigned lanes = group.arrived;
    if (group.complete)
        group.complete(warp.operands.data(), lanes);
    warp.waiting &= ~lanes;
    group = warp.groups[--warp.groupCount];
    Thread* const first = &m_threads[static_cast<std::size_t>(&warp - m_warps.data()) * 32];
    for (unsigned rest = lanes; rest;) {
        const auto lane = 31 - static_cast<unsigned>(std::countl_zero(rest));
        rest &= ~(1u << lane);
        if (first + lane != m_current)
            m_ready.pushInFront(first + lane);
    }
}

/// A lane has ended: no thread waits for it any longer.
void Executor::completeAfterEnd(Warp& warp)
{
    for (unsigned i = warp.groupCount; i-- > 0;)
        if (Warp::Group& group = warp.groups[i]; group.arrived == (group.mask & warp.live))
            completeGroup(warp, group);
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
        for (const Warp::Group& group : std::span(m_warps[w].groups).first(m_warps[w].groupCount))
            message += fmt::format(
                " In warp {} lanes {:#010x} wait in {} for mask {:#010x}.", w, group.arrived,
                text(group.operation, m_warps[w].places[static_cast<unsigned>(std::countr_zero(group.arrived))]),
                group.mask);
    return message;
}

void Executor::fault(std::string_view what) const
{
    throw KernelFault(fmt::format("Kernel {}, block {}, thread {}: {}.", m_shape.kernel, text(blockIdx),
                                  text(m_current->index), what));
}

void Executor::faultOfLane(unsigned lane, std::string_view what)
{
    Warp& warp = *m_current->warp;
    m_current += static_cast<int>(lane) - static_cast<int>(m_current->lane);
    const Warp::Group& group = warp.groupOf(lane);
    fault(fmt::format("{} with mask {:#010x}: {}", text(group.operation, warp.places[lane]), group.mask, what));
}

} // namespace simt
