// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/platform.h"

namespace draftscope::cuda {

/// One over the root mean square of a row (Zhang and Sennrich, arXiv 1910.07467): of valueAt(0) … valueAt(width - 1),
/// of which `elements` count; those behind them are zero. Of a whole block of `threads` threads, once in a kernel. The
/// order of the sum follows from the width and the threads.
template <int threads, class ValueAt>
[[nodiscard]] __device__ float rowScaleOfBlock(int width, int elements, float epsilon, const ValueAt& valueAt)
{
    struct Sums {
        float ofWarps[threads / 32];
    };
    Sums& sums = blockShared<Sums>();
    float sum = 0;
    for (int column = int(threadIdx.x); column < width; column += threads) {
        const float value = valueAt(column);
        sum = __fmaf_rn(value, value, sum);
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    if (threadIdx.x % 32 == 0)
        sums.ofWarps[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int warp = 0; warp < threads / 32; ++warp)
        sum += sums.ofWarps[warp];
    return rsqrtf(sum / float(elements) + epsilon);
}

} // namespace draftscope::cuda
