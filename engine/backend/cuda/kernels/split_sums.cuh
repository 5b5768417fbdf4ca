// SPDX-License-Identifier: MIT
#pragma once

// Attention over a long path is cut into splits. What each gave waits here until mergeKernel() adds them up in order.
// (The warp that comes last to a row and head could do so, too; on an H200 that took longer than the launch it saved.)

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
    float2* weights; ///< the largest score, and the sum of exp(score - largest)
    float* values;   ///< [.., headStride]: sums of exp(score - largest) * value

    /// Place of a row's head among queries, and of its first split in `weights`.
    [[nodiscard]] static __device__ std::size_t pairIndex(const PassShape& shape, int row, int head)
    {
        return std::size_t(row) * std::size_t(shape.heads) + std::size_t(head);
    }
    [[nodiscard]] static __device__ std::size_t firstSplit(const PassShape& shape, int row, int head)
    {
        return pairIndex(shape, row, head) * std::size_t(shape.splitCount);
    }
};

/// What a head's sums are multiplied by where they end: one division for all of its elements.
[[nodiscard]] inline __device__ float shareOfAll(float weight)
{
    return 1.0f / weight;
}

/// Eight neighbouring elements of a head, as the only split gave them: what mergeKernel() would write.
template <class T>
__device__ void putOnlySplit(T* attended, const float (&sums)[8], float weight, int row, int head, int firstElement,
                             const PassShape& shape)
{
    const float share = shareOfAll(weight);
#pragma unroll
    for (int e = 0; e < 8; ++e)
        if (firstElement + e < shape.headSize)
            attended[activationIndex(row, head * shape.headSize + firstElement + e, shape.attendedTiles)] =
                fromFloat<T>(__fmul_rn(sums[e], share));
}

/// Eight neighbouring elements of a head for mergeKernel().
inline __device__ void leaveEight(float* values, const float (&sums)[8])
{
    float4* const out = reinterpret_cast<float4*>(values);
    out[0] = float4{sums[0], sums[1], sums[2], sums[3]};
    out[1] = float4{sums[4], sums[5], sums[6], sums[7]};
}

} // namespace draftscope::cuda
