// SPDX-License-Identifier: MIT
#pragma once

// What the kernels of the sampler share: a block is one team, whose threads say sums, largest numbers and places to
// each other. A block has a power of two of threads, 32 at least, in one dimension. All of this is "of the whole block"
// unless it says warp.

#include "engine/backend/cuda/platform.h"

namespace draftscope::cuda {

inline constexpr int mostWarps = 32;
inline constexpr unsigned wholeWarp = 0xffffffffu;

namespace block {
[[nodiscard]] inline __device__ int thread()
{
    return int(threadIdx.x);
}
[[nodiscard]] inline __device__ int threads()
{
    return int(blockDim.x);
}
[[nodiscard]] inline __device__ int lane()
{
    return int(threadIdx.x % 32);
}
[[nodiscard]] inline __device__ int warp()
{
    return int(threadIdx.x / 32);
}
[[nodiscard]] inline __device__ int warps()
{
    return int(blockDim.x / 32);
}
} // namespace block

/// The same number of the lane `delta` lanes below, and of lane `source`. Of the whole warp.
[[nodiscard]] inline __device__ unsigned fromLower(unsigned number, unsigned delta)
{
    return __shfl_up_sync(wholeWarp, number, delta);
}
[[nodiscard]] inline __device__ unsigned fromLane(unsigned number, int source)
{
    return __shfl_sync(wholeWarp, number, source);
}

/// Sums over the lanes up to this one. T has += and the two functions above. Of the whole warp.
template <class T>
[[nodiscard]] __device__ T scanOverWarp(T sum)
{
#pragma unroll
    for (int delta = 1; delta < 32; delta *= 2) {
        const T lower = fromLower(sum, unsigned(delta));
        if (block::lane() >= delta)
            sum += lower;
    }
    return sum;
}

/// Of each thread: the sum over the threads before it, and over all.
template <class T>
struct Scan {
    T before, total;
};

template <class T>
struct ScanMemory {
    T sums[mostWarps]; ///< of the warps
};

template <class T>
[[nodiscard]] __device__ Scan<T> scanOverBlock(T number)
{
    auto& memory = blockShared<ScanMemory<T>>();
    const T upToHere = scanOverWarp(number);
    __syncthreads(); // no thread still reads what the scan before left
    if (block::lane() == 31)
        memory.sums[block::warp()] = upToHere;
    __syncthreads();
    const T ofWarps = scanOverWarp(block::lane() < block::warps() ? memory.sums[block::lane()] : T{});
    Scan<T> scan = {T{}, fromLane(ofWarps, 31)};
    const T ofWarpsBefore = fromLane(ofWarps, max(block::warp() - 1, 0)), ofLanesBefore = fromLower(upToHere, 1);
    if (block::warp() > 0)
        scan.before += ofWarpsBefore;
    if (block::lane() > 0)
        scan.before += ofLanesBefore;
    return scan;
}

/// A key and whose it is. Better is a larger key, and among equals a smaller id.
struct Best {
    unsigned key;
    int id;
};

struct BestMemory {
    Best bests[mostWarps];
};

/// Of the whole warp.
[[nodiscard]] inline __device__ Best bestOverWarp(const Best& mine)
{
    const unsigned key = __reduce_max_sync(wholeWarp, mine.key);
    return {key, int(__reduce_min_sync(wholeWarp, mine.key == key ? unsigned(mine.id) : 0xffffffffu))};
}

[[nodiscard]] inline __device__ Best bestOverBlock(const Best& mine)
{
    auto& memory = blockShared<BestMemory>();
    const Best ofWarp = bestOverWarp(mine);
    __syncthreads(); // no thread still reads what the call before left
    if (block::lane() == 0)
        memory.bests[block::warp()] = ofWarp;
    __syncthreads();
    return bestOverWarp(block::lane() < block::warps() ? memory.bests[block::lane()] : ofWarp);
}

/// A row's ids in three parts: up to `head` and from `tail` on one by one, and between them pieces of four that begin
/// at multiples of 16 bytes.
struct RowParts {
    int head, pieces, tail;

    [[nodiscard]] static __device__ RowParts of(const float* row, int count)
    {
        const int head = min(int((0 - reinterpret_cast<std::uintptr_t>(row) / sizeof(float)) % 4), count);
        return {head, (count - head) / 4, head + (count - head) / 4 * 4};
    }
};
inline constexpr int piecesTogether = 4; ///< loads of a thread that are on their way at a time

/// Calls visitFour(four ids' numbers, first id) for the pieces of this thread's share of the ids under `count`, and
/// visitOne(row[id], id) for those that lie beside them; in rising order. Neighbouring pieces go to neighbouring
/// threads.
template <class VisitFour, class VisitOne>
__device__ void forEachPieceOf(const float* row, int count, const VisitFour& visitFour, const VisitOne& visitOne)
{
    const RowParts parts = RowParts::of(row, count);
    if (block::thread() < parts.head)
        visitOne(row[block::thread()], block::thread());
    const float4* const pieces = reinterpret_cast<const float4*>(row + parts.head);
    for (int first = block::thread(); first < parts.pieces; first += piecesTogether * block::threads()) {
        float4 values[piecesTogether] = {};
#pragma unroll
        for (int i = 0; i < piecesTogether; ++i)
            if (const int piece = first + i * block::threads(); piece < parts.pieces)
                values[i] = pieces[piece];
#pragma unroll
        for (int i = 0; i < piecesTogether; ++i)
            if (const int piece = first + i * block::threads(); piece < parts.pieces) {
                const float four[4] = {values[i].x, values[i].y, values[i].z, values[i].w};
                visitFour(four, parts.head + 4 * piece);
            }
    }
    if (const int id = parts.tail + block::thread(); id < count)
        visitOne(row[id], id);
}

/// Calls visit(row[id], id) for this thread's share of the ids under `count`, in rising order.
template <class Visit>
__device__ void forEachOf(const float* row, int count, const Visit& visit)
{
    forEachPieceOf(
        row, count,
        [&](const float(&four)[4], int id) {
#pragma unroll
            for (int i = 0; i < 4; ++i)
                visit(four[i], id + i);
        },
        visit);
}

/// The same, and what visit returns goes to out[id], which may be row[id].
template <class Visit>
__device__ void changeEachOf(float* out, const float* row, int count, const Visit& visit)
{
    const bool isAlike = (reinterpret_cast<std::uintptr_t>(out) - reinterpret_cast<std::uintptr_t>(row)) % 16 == 0;
    forEachPieceOf(
        row, count,
        [&](const float(&four)[4], int id) {
            float changed[4];
#pragma unroll
            for (int i = 0; i < 4; ++i)
                changed[i] = visit(four[i], id + i);
            if (isAlike)
                *reinterpret_cast<float4*>(out + id) = float4{changed[0], changed[1], changed[2], changed[3]};
            else
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    out[id + i] = changed[i];
        },
        [&](float value, int id) { out[id] = visit(value, id); });
}

} // namespace draftscope::cuda
