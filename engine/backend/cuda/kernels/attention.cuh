// SPDX-License-Identifier: MIT
#pragma once

// Softmax attention over slots in path order. A warp takes one head of one row over one split of its path, 32 keys at a
// time. What it computes depends on that row's path alone.

#include "engine/backend/cuda/kernels/queries_keys_values.cuh"

namespace draftscope::cuda {

/// What is known of each split of each row's path and head: [maxRows, heads, splitCount].
struct SplitSums {
    float2* weights; ///< the largest score, and the sum of exp(score - largest)
    float* values;   ///< [.., headStride]: sums of exp(score - largest) * value
};

/// Place of a row's head and split in SplitSums.
[[nodiscard]] inline __device__ std::size_t splitIndex(const PassShape& shape, int row, int head, int split)
{
    return (std::size_t(row) * std::size_t(shape.heads) + std::size_t(head)) * std::size_t(shape.splitCount)
        + std::size_t(split);
}

/// The slot of a key, counted along the row's path.
[[nodiscard]] inline __device__ int slotAt(const PassRow& row, const int* list, int key)
{
    if (key < row.prefixCount)
        return list[row.prefixFirst + key];
    key -= row.prefixCount;
    return key < row.ancestorCount ? list[row.ancestorFirst + key] : row.slot;
}

/// Eight neighbours in memory, aligned to 16 bytes.
template <class T>
__device__ void loadEight(float (&values)[8], const T* from)
{
    const uint4 bits = *reinterpret_cast<const uint4*>(from);
    const std::uint32_t pairs[4] = {bits.x, bits.y, bits.z, bits.w};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float2 pair = unpack<T>(pairs[i]);
        values[2 * i] = pair.x;
        values[2 * i + 1] = pair.y;
    }
}
template <>
inline __device__ void loadEight<float>(float (&values)[8], const float* from)
{
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const float4 four = reinterpret_cast<const float4*>(from)[i];
        values[4 * i] = four.x;
        values[4 * i + 1] = four.y;
        values[4 * i + 2] = four.z;
        values[4 * i + 3] = four.w;
    }
}

/// One head of one row over one split. Eight lanes share a key (each has every eighth piece of eight elements), so a warp
/// reads four keys at a time, in whole lines. `pieces`: how many a lane has, for heads of up to 64 * pieces elements.
template <class T, int pieces>
struct HeadOverSplit {
    float query[pieces][8] = {}, sums[pieces][8] = {};
    float most = -INFINITY, weight = 0; ///< of this lane's keys alone: added up at the end

    __device__ void loadQuery(const float* from, int headStride)
    {
#pragma unroll
        for (int p = 0; p < pieces; ++p)
            if (const int at = elementOf(p); at < headStride)
                loadEight(query[p], from + at);
    }

    /// Key 4i + (lane / 8) of a chunk of 32 belongs to the lane whose number ends in i. `slot` is that of key `lane`, -1
    /// where the split has ended; the first key must be there.
    __device__ void addChunk(const T* keys, const T* values, int slot, int slotStride, int headStride, float scale)
    {
        int slots[8];
        float scores[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            slots[i] = __shfl_sync(0xffffffffu, slot, 4 * i + quarter());
            scores[i] = slots[i] < 0 ? 0.0f : partOfScore(keys + std::size_t(slots[i]) * std::size_t(slotStride), headStride);
        }
        const float score = addOverEightLanes(scores) * scale;
        const int own = int(threadIdx.x % 8);
        bool there = false;
#pragma unroll
        for (int i = 0; i < 8; ++i)
            there = own == i ? slots[i] >= 0 : there;

        float chunkMost = there ? score : -INFINITY;
        for (int offset = 16; offset > 0; offset /= 2)
            chunkMost = fmaxf(chunkMost, __shfl_xor_sync(0xffffffffu, chunkMost, offset));
        const float newMost = fmaxf(most, chunkMost), correction = expf(most - newMost);
        const float share = there ? expf(score - newMost) : 0.0f;
        most = newMost;
        weight = __fmaf_rn(weight, correction, share);
#pragma unroll
        for (int p = 0; p < pieces; ++p)
#pragma unroll
            for (int e = 0; e < 8; ++e)
                sums[p][e] *= correction;
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            const float keyShare = __shfl_sync(0xffffffffu, share, quarter() * 8 + i);
            if (slots[i] >= 0)
                addValue(values + std::size_t(slots[i]) * std::size_t(slotStride), headStride, keyShare);
        }
    }

    /// Adds up over the lanes and writes what the split gave.
    __device__ void finish(float2* weights, float* out, int headStride)
    {
        for (int offset = 16; offset > 0; offset /= 2)
            weight += __shfl_xor_sync(0xffffffffu, weight, offset);
        if (threadIdx.x % 32 == 0)
            *weights = float2{most, weight};
#pragma unroll
        for (int p = 0; p < pieces; ++p) {
#pragma unroll
            for (int e = 0; e < 8; ++e)
                for (int offset = 8; offset < 32; offset *= 2)
                    sums[p][e] += __shfl_xor_sync(0xffffffffu, sums[p][e], offset);
            const int at = elementOf(p);
            if (quarter() != 0 || at >= headStride)
                continue;
            reinterpret_cast<float4*>(out + at)[0] = float4{sums[p][0], sums[p][1], sums[p][2], sums[p][3]};
            reinterpret_cast<float4*>(out + at)[1] = float4{sums[p][4], sums[p][5], sums[p][6], sums[p][7]};
        }
    }

private:
    static __device__ int quarter() { return int(threadIdx.x % 32 / 8); }
    static __device__ int elementOf(int piece) { return (piece * 8 + int(threadIdx.x % 8)) * 8; }

    __device__ float partOfScore(const T* key, int headStride) const
    {
        float part = 0;
#pragma unroll
        for (int p = 0; p < pieces; ++p) {
            if (elementOf(p) >= headStride)
                continue;
            float elements[8];
            loadEight(elements, key + elementOf(p));
#pragma unroll
            for (int e = 0; e < 8; ++e)
                part = __fmaf_rn(query[p][e], elements[e], part);
        }
        return part;
    }

    __device__ void addValue(const T* value, int headStride, float share)
    {
#pragma unroll
        for (int p = 0; p < pieces; ++p) {
            if (elementOf(p) >= headStride)
                continue;
            float elements[8];
            loadEight(elements, value + elementOf(p));
#pragma unroll
            for (int e = 0; e < 8; ++e)
                sums[p][e] = __fmaf_rn(share, elements[e], sums[p][e]);
        }
    }

    /// Adds up eight numbers over eight lanes each; lane i of the eight gets the i-th sum.
    static __device__ float addOverEightLanes(float (&numbers)[8])
    {
#pragma unroll
        for (int half = 4; half > 0; half /= 2) {
            const bool upper = threadIdx.x & unsigned(half);
#pragma unroll
            for (int i = 0; i < half; ++i) {
                const float keep = upper ? numbers[half + i] : numbers[i], give = upper ? numbers[i] : numbers[half + i];
                numbers[i] = keep + __shfl_xor_sync(0xffffffffu, give, half);
            }
        }
        return numbers[0];
    }
};

/// Grid (splits, kvHeads, pairs of row and head of the group in the block's warps); blocks are whole warps. CPU twin: attend().
template <class T, int pieces>
__global__ void attentionKernel(SplitSums out, AttentionMemory<T> memory, const PassInput* input, const int* list,
                                PassShape shape)
{
    const int group = shape.heads / shape.kvHeads, kvHead = int(blockIdx.y), split = int(blockIdx.x);
    const int pair = int(blockIdx.z * (blockDim.x / 32) + threadIdx.x / 32);
    const int row = pair / group, head = kvHead * group + pair % group;
    if (row >= input->rowCount)
        return;
    const PassRow path = input->rows[row];
    const int begin = splitBegin(split), end = min(splitBegin(split + 1), path.prefixCount + path.ancestorCount + 1);
    if (begin >= end)
        return;
    HeadOverSplit<T, pieces> sums;
    sums.loadQuery(memory.queries + std::size_t(row * shape.heads + head) * std::size_t(shape.headStride), shape.headStride);
    const std::size_t ofHead = std::size_t(kvHead) * std::size_t(shape.headStride);
    for (int chunk = begin; chunk < end; chunk += chunkKeys) {
        const int key = chunk + int(threadIdx.x % 32);
        const int slot = key < end ? slotAt(path, list, key) : -1;
        sums.addChunk(memory.keys + ofHead, memory.values + ofHead, slot, shape.kvHeads * shape.headStride, shape.headStride,
                      shape.attentionScale);
    }
    const std::size_t at = splitIndex(shape, row, head, split);
    sums.finish(out.weights + at, out.values + at * std::size_t(shape.headStride), shape.headStride);
}

} // namespace draftscope::cuda
