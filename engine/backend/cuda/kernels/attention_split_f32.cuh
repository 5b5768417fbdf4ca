// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/score_scale.cuh"

namespace draftscope::cuda {

/// Eight neighbours in memory, aligned to 16 bytes.
inline __device__ void loadEight(float (&values)[8], const float* from)
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

/// One head of one row over one split in f32, without tensor cores. Eight lanes share a key (each has every eighth
/// slice of eight elements), so a warp reads four keys at a time, in whole lines. `headSlices`: how many a lane has,
/// for heads of up to 64 * headSlices elements. `hasCap`: as in scoreOf().
template <int headSlices, bool hasCap>
struct AttentionSplitF32 {
    float query[headSlices][8] = {}, sums[headSlices][8] = {};
    float most = -INFINITY, weight = 0; ///< of this lane's keys alone: added up at the end

    __device__ void loadQuery(const float* from, int headStride)
    {
#pragma unroll
        for (int p = 0; p < headSlices; ++p)
            if (const int at = elementOf(p); at < headStride)
                loadEight(query[p], from + at);
    }

    /// Key 4i + (lane / 8) of a chunk of 32 belongs to the lane whose number ends in i. `slot` is that of key `lane`,
    /// -1 where the split has ended; the first key must be there.
    __device__ void addChunk(const float* keys, const float* values, int slot, int slotStride, int headStride,
                             const ScoreScale& scale)
    {
        int slots[8];
        float scores[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            slots[i] = __shfl_sync(0xffffffffu, slot, 4 * i + quarter());
            scores[i] =
                slots[i] < 0 ? 0.0f : partOfScore(keys + std::size_t(slots[i]) * std::size_t(slotStride), headStride);
        }
        const float score = scoreOf<hasCap>(addOverEightLanes(scores), scale);
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
        for (int p = 0; p < headSlices; ++p)
#pragma unroll
            for (int e = 0; e < 8; ++e)
                sums[p][e] = __fmul_rn(sums[p][e], correction);
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            const float keyShare = __shfl_sync(0xffffffffu, share, quarter() * 8 + i);
            if (slots[i] >= 0)
                addValue(values + std::size_t(slots[i]) * std::size_t(slotStride), headStride, keyShare);
        }
    }

    /// Adds up over the lanes. Afterwards every lane has `weight`, and those with holds(p, size) the sums of the eight
    /// elements from elementOf(p) on.
    __device__ void addOverLanes()
    {
        for (int offset = 16; offset > 0; offset /= 2)
            weight += __shfl_xor_sync(0xffffffffu, weight, offset);
#pragma unroll
        for (int p = 0; p < headSlices; ++p)
#pragma unroll
            for (int e = 0; e < 8; ++e)
                for (int offset = 8; offset < 32; offset *= 2)
                    sums[p][e] += __shfl_xor_sync(0xffffffffu, sums[p][e], offset);
    }
    static __device__ int elementOf(int slice)
    {
        return (slice * 8 + int(threadIdx.x % 8)) * 8;
    }
    static __device__ bool holds(int slice, int size)
    {
        return quarter() == 0 && elementOf(slice) < size;
    }

private:
    static __device__ int quarter()
    {
        return int(threadIdx.x % 32 / 8);
    }

    __device__ float partOfScore(const float* key, int headStride) const
    {
        float part = 0;
#pragma unroll
        for (int p = 0; p < headSlices; ++p) {
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

    __device__ void addValue(const float* value, int headStride, float share)
    {
#pragma unroll
        for (int p = 0; p < headSlices; ++p) {
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
                const float keep = upper ? numbers[half + i] : numbers[i],
                            give = upper ? numbers[i] : numbers[half + i];
                numbers[i] = keep + __shfl_xor_sync(0xffffffffu, give, half);
            }
        }
        return numbers[0];
    }
};

} // namespace draftscope::cuda
