// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/entries.cuh"

namespace draftscope::cuda {

struct DrawMemory {
    Mass masses[mostWarps]; ///< of the warps' pieces
};

/// The last id whose entry is not 0. Of the whole block.
template <class Entries>
[[nodiscard]] __device__ int lastOf(const Entries& entries, int count)
{
    Best last = {0, 0};
    forEachEntry(entries, count, [&](double entry, int id) {
        if (entry > 0)
            last = {unsigned(id), id};
    });
    return bestOverBlock(last).id;
}

/// Inverse-CDF draw in id order from entries of a sum near 1, or anything from 0 to 2^22: the first id whose cumulative
/// mass exceeds u · total. Warps sum a piece each, then the piece with the goal is cut up again; the first warp walks
/// through what is left. Of the whole block; the first warp gets the id. CPU twin: drawFrom().
template <class Entries>
[[nodiscard]] __device__ int drawFrom(const Entries& entries, int count, double u)
{
    auto& memory = blockShared<DrawMemory>();
    int begin = 0, end = count;
    Mass before{};
    double goal = 0;
    for (int level = 0; level < 2; ++level) {
        const int piece = ((end - begin + block::warps() - 1) / block::warps() + 3) / 4 * 4;
        const int first = begin + block::warp() * piece, last = min(first + piece, end);
        Mass mine{};
        forEntriesFrom(entries, first + 4 * block::lane(), last, 4 * 32, [&](double entry, int) { mine.add(entry); });
        mine = scanOverWarp(mine);
        __syncthreads(); // no thread still reads what was left before
        if (block::lane() == 31)
            memory.masses[block::warp()] = mine;
        __syncthreads();
        Mass upTo = block::lane() < block::warps() ? memory.masses[block::lane()] : Mass{};
        upTo = scanOverWarp(upTo);
        if (level == 0)
            goal = u * fromLane(upTo, 31).value();
        Mass with = before;
        with += upTo;
        const unsigned behind = __ballot_sync(wholeWarp, with.value() > goal);
        if (behind == 0)
            return lastOf(entries, count); // the goal was rounded up to all of the mass
        const int chosen = __ffs(int(behind)) - 1;
        if (chosen > 0)
            before += fromLane(upTo, chosen - 1);
        begin += chosen * piece;
        end = min(begin + piece, end);
    }
    if (block::warp() > 0)
        return -1;
    for (; begin < end; begin += 32) {
        const int id = begin + block::lane();
        Mass mass{};
        if (id < end)
            mass.add(entries(id));
        Mass with = scanOverWarp(mass);
        with += before;
        if (const unsigned behind = __ballot_sync(wholeWarp, with.value() > goal))
            return begin + __ffs(int(behind)) - 1;
        before = fromLane(with, 31);
    }
    return max(end - 1, 0); // only of numbers that are none
}

} // namespace draftscope::cuda
