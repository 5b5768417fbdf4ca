// SPDX-License-Identifier: MIT
#include "tests/simt/builtins_warp.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace simt {

namespace {

/// Calls each(lane, operand of the lane) for the lanes that arrived.
template <class Operand, class Each>
void forLanes(void* const* operands, unsigned arrived, const Each& each)
{
    for (unsigned rest = arrived; rest; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        each(lane, *static_cast<Operand*>(operands[lane]));
    }
}

struct VoteCall {
    bool predicate;
    unsigned result;
};

struct ReduceCall {
    Reduction reduction;
    bool isSigned;
    unsigned value;
};

unsigned combine(const ReduceCall& call, unsigned a, unsigned b)
{
    const bool less = call.isSigned ? static_cast<int>(a) < static_cast<int>(b) : a < b;
    switch (call.reduction) {
    case Reduction::add:
        return a + b;
    case Reduction::min:
        return less ? a : b;
    case Reduction::max:
        return less ? b : a;
    case Reduction::bitAnd:
        return a & b;
    case Reduction::bitOr:
        return a | b;
    case Reduction::bitXor:
        return a ^ b;
    }
    return 0;
}

} // namespace

void completeShuffle(void* const* operands, unsigned arrived)
{
    std::array<std::uint64_t, 32> bits;
    forLanes<const ShuffleCall>(operands, arrived,
                                [&](unsigned lane, const ShuffleCall& call) { bits[lane] = call.bits; });
    forLanes<ShuffleCall>(operands, arrived, [&](unsigned lane, ShuffleCall& call) {
        if (call.source > 31 || !(arrived >> call.source & 1))
            faultOfLane(lane,
                        fmt::format("lane {} reads from lane {}, which is not in the mask, has ended or does not exist",
                                    lane, call.source));
        call.bits = bits[call.source];
    });
}

unsigned vote(WarpOperation operation, unsigned mask, bool predicate, const Place& place)
{
    VoteCall call{predicate, 0};
    const auto complete = [](void* const* operands, unsigned arrived) {
        unsigned votes = 0;
        forLanes<const VoteCall>(operands, arrived, [&](unsigned lane, const VoteCall& lanes) {
            votes |= unsigned(lanes.predicate) << lane;
        });
        forLanes<VoteCall>(operands, arrived, [&](unsigned, VoteCall& lanes) { lanes.result = votes; });
    };
    collective(operation, mask, &call, complete, place);
    return call.result;
}

unsigned reduce(Reduction reduction, bool isSigned, unsigned mask, unsigned value, const Place& place)
{
    ReduceCall call{reduction, isSigned, value};
    const auto complete = [](void* const* operands, unsigned arrived) {
        const auto first = static_cast<unsigned>(std::countr_zero(arrived));
        unsigned result = static_cast<const ReduceCall*>(operands[first])->value;
        forLanes<const ReduceCall>(operands, arrived & (arrived - 1), [&](unsigned, const ReduceCall& lanes) {
            result = combine(lanes, result, lanes.value);
        });
        forLanes<ReduceCall>(operands, arrived, [&](unsigned, ReduceCall& lanes) { lanes.value = result; });
    };
    collective(WarpOperation::reduce, mask, &call, complete, place);
    return call.value;
}

} // namespace simt
