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
    __syncthreads(); // nobody reads what the scan before left
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
    __syncthreads(); // nobody reads what the call before left
    if (block::lane() == 0)
        memory.bests[block::warp()] = ofWarp;
    __syncthreads();
    return bestOverWarp(block::lane() < block::warps() ? memory.bests[block::lane()] : ofWarp);
}

/// Calls visit(row[id], id) for this thread's share of the ids under `count`, in rising order: neighbours go to
/// neighbouring threads, and some loads are on their way at a time.
template <class Visit>
__device__ void forEachOf(const float* row, int count, const Visit& visit)
{
    constexpr int together = 4;
    for (int first = block::thread(); first < count; first += together * block::threads()) {
        float values[together] = {};
#pragma unroll
        for (int i = 0; i < together; ++i)
            if (const int id = first + i * block::threads(); id < count)
                values[i] = row[id];
#pragma unroll
        for (int i = 0; i < together; ++i)
            if (const int id = first + i * block::threads(); id < count)
                visit(values[i], id);
    }
}

} // namespace draftscope::cuda
