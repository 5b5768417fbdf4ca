// SPDX-License-Identifier: MIT
#pragma once

// Norms that no product can take along (NormSquares): a LayerNorm wants the mean of a row before it squares anything,
// and the norm of what a sublayer adds wants all of that before any of it is added. So between two products stands a
// kernel that has a block for a row, adds what is to be added, and leaves the row normalised for the next product. A
// row's sums have an order that its width alone says.

#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/backend/cuda/platform.h"

namespace draftscope::cuda {

inline constexpr int rowThreads = 256; ///< of a block

/// The sum of what all threads of a block have; `place` tells the sums of a kernel apart.
template <int place>
[[nodiscard]] __device__ float sumOfBlock(float own)
{
    struct Sums {
        float ofWarps[rowThreads / 32];
    };
    Sums& sums = blockShared<Sums>();
    for (int offset = 16; offset > 0; offset /= 2)
        own += __shfl_xor_sync(0xffffffffu, own, offset);
    if (threadIdx.x % 32 == 0)
        sums.ofWarps[threadIdx.x / 32] = own;
    __syncthreads();
    float sum = 0;
    for (int warp = 0; warp < rowThreads / 32; ++warp)
        sum += sums.ofWarps[warp];
    return sum;
}

/// A norm of a row as a whole.
struct RowNorm {
    const float* weights; ///< [hidden]; null: there is no norm, numbers stay as they are
    const float* biases;  ///< [hidden], of a LayerNorm; null: it is an RMSNorm
    int hidden;
    float epsilon;
};

/// What a norm makes of the numbers of one row.
struct RowMoments {
    float mean = 0, scale = 1;

    /// Of valueAt(0) … valueAt(hidden - 1), where there is a norm. Of a whole block, once in a kernel for each `place`.
    template <int place, class ValueAt>
    [[nodiscard]] static __device__ RowMoments of(const RowNorm& norm, const ValueAt& valueAt)
    {
        RowMoments moments;
        if (!norm.weights)
            return moments;
        float sum = 0;
        if (norm.biases) {
            for (int column = int(threadIdx.x); column < norm.hidden; column += rowThreads)
                sum += valueAt(column);
            moments.mean = sumOfBlock<2 * place>(sum) / float(norm.hidden);
        }
        sum = 0;
        for (int column = int(threadIdx.x); column < norm.hidden; column += rowThreads) {
            const float value = __fadd_rn(valueAt(column), -moments.mean);
            sum = __fmaf_rn(value, value, sum);
        }
        moments.scale = rsqrtf(sumOfBlock<2 * place + 1>(sum) / float(norm.hidden) + norm.epsilon);
        return moments;
    }
    [[nodiscard]] __device__ float normalised(const RowNorm& norm, int column, float value) const
    {
        if (!norm.weights)
            return value;
        const float normal = __fmul_rn(__fadd_rn(value, -mean), scale);
        return norm.biases ? __fmaf_rn(normal, norm.weights[column], norm.biases[column])
                           : __fmul_rn(normal, norm.weights[column]);
    }
};

} // namespace draftscope::cuda
