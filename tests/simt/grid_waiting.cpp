// SPDX-License-Identifier: MIT
// Where threads of a block wait for each other: calls of a warp, the block's barrier, and what is said where nobody can go on.
#include <bit>

#include <fmt/format.h>

#include "tests/simt/fault_words.h"
#include "tests/simt/grid_executor.h"

namespace simt {

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

} // namespace simt
