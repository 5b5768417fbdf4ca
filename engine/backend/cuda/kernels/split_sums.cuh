// SPDX-License-Identifier: MIT
#pragma once

// Attention over a long path is cut into splits. What each gave waits here until they are added up in order: by the
// warp that comes last to a row and head, or where there are many by a kernel of its own. Both give the same bits.

#include "engine/backend/cuda/kernels/fragments.cuh"

namespace draftscope::cuda {

[[nodiscard]] inline __device__ int pathLength(const PassRow& row)
{
    return row.prefixCount + row.ancestorCount + 1;
}

/// The splits of a row's path that have keys which the row sees.
struct RowSplits {
    int firstKey;   ///< counted along the path
    int first, end; ///< splits [first, end)

    /// Of a row that sees `window` keys at most, or all where that is 0.
    [[nodiscard]] static __device__ RowSplits of(const PassRow& row, int window)
    {
        const int length = pathLength(row);
        const int firstKey = window > 0 && length > window ? length - window : 0;
        return {firstKey, splitsOf(firstKey + 1) - 1, splitsOf(length)};
    }
    [[nodiscard]] __device__ int count() const { return end - first; }
};

/// What is known of each split of each row's path and head: [maxRows, heads, splitCount].
struct SplitSums {
    float2* weights;    ///< the largest score, and the sum of exp(score - largest)
    float* values;      ///< [.., headStride]: sums of exp(score - largest) * value
    unsigned* arrivals; ///< [maxRows, heads]: splits that are there; zero before and after

    /// Place of a row's head in `arrivals`, and of its first split in `weights`.
    [[nodiscard]] static __device__ std::size_t pairIndex(const PassShape& shape, int row, int head)
    {
        return std::size_t(row) * std::size_t(shape.heads) + std::size_t(head);
    }
    [[nodiscard]] static __device__ std::size_t firstSplit(const PassShape& shape, int row, int head)
    {
        return pairIndex(shape, row, head) * std::size_t(shape.splitCount);
    }
};

/// Up to so many splits are merged by the warp that comes last, which is quicker than another launch.
inline constexpr int mostMergedInPlace = 8;

/// Counts the arrival of a split whose sums all lanes of the warp have written; true for the last one, whose warp is then
/// to merge. Called by one lane a pair of row and head, with a __syncwarp() before and another behind: so the count
/// releases what all lanes wrote, and all lanes see what other blocks left.
inline __device__ bool isLastSplit(const SplitSums& all, std::size_t pair, int splits)
{
    if (addRelease(&all.arrivals[pair], 1u) + 1 != unsigned(splits))
        return false;
    acquireGlobal();
    all.arrivals[pair] = 0;
    return true;
}

/// Adds up the splits of a row and head and writes T(sum / weight). `lanes` lanes share the head, this one is number
/// `part` of them and has every lanes-th piece of four elements, `fours` at most.
template <class T, int lanes, int fours>
__device__ void mergeSplits(T* attended, const SplitSums& all, int row, int head, const RowSplits& splits, int part,
                            const PassShape& shape)
{
    const std::size_t first = SplitSums::firstSplit(shape, row, head);
    float most = -INFINITY;
#pragma unroll 4
    for (int split = splits.first; split < splits.end; ++split)
        most = fmaxf(most, __ldcg(&all.weights[first + std::size_t(split)]).x);

    float weight = 0;
    float4 sums[fours] = {};
#pragma unroll 2
    for (int split = splits.first; split < splits.end; ++split) {
        const std::size_t at = first + std::size_t(split);
        const float2 given = __ldcg(&all.weights[at]);
        const float share = expf(given.x - most);
        weight = __fmaf_rn(given.y, share, weight);
        const float4* const values = reinterpret_cast<const float4*>(all.values + at * std::size_t(shape.headStride));
#pragma unroll
        for (int i = 0; i < fours; ++i) {
            const int four = part + lanes * i;
            if (four * 4 >= shape.headStride)
                continue;
            const float4 value = __ldcg(&values[four]);
            sums[i].x = __fmaf_rn(value.x, share, sums[i].x);
            sums[i].y = __fmaf_rn(value.y, share, sums[i].y);
            sums[i].z = __fmaf_rn(value.z, share, sums[i].z);
            sums[i].w = __fmaf_rn(value.w, share, sums[i].w);
        }
    }
#pragma unroll
    for (int i = 0; i < fours; ++i) {
        const float four[4] = {sums[i].x, sums[i].y, sums[i].z, sums[i].w};
#pragma unroll
        for (int e = 0; e < 4; ++e)
            if (const int element = (part + lanes * i) * 4 + e; element < shape.headSize)
                attended[activationIndex(row, head * shape.headSize + element, shape.attendedTiles)] =
                    fromFloat<T>(four[e] / weight);
    }
}

/// Eight neighbouring elements of a head, as the only split gave them: what mergeSplits() would write.
template <class T>
__device__ void putOnlySplit(T* attended, const float (&sums)[8], float weight, int row, int head, int firstElement,
                             const PassShape& shape)
{
#pragma unroll
    for (int e = 0; e < 8; ++e)
        if (firstElement + e < shape.headSize)
            attended[activationIndex(row, head * shape.headSize + firstElement + e, shape.attendedTiles)] =
                fromFloat<T>(sums[e] / weight);
}

/// Eight neighbouring elements of a head for mergeSplits().
inline __device__ void leaveEight(float* values, const float (&sums)[8])
{
    float4* const out = reinterpret_cast<float4*>(values);
    out[0] = float4{sums[0], sums[1], sums[2], sums[3]};
    out[1] = float4{sums[4], sums[5], sums[6], sums[7]};
}

} // namespace draftscope::cuda
