// SPDX-License-Identifier: MIT
#pragma once

// The norm in front of a product, of which the kernel before has left the sums of squares.

#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/backend/cuda/platform.h"

namespace draftscope::cuda {

/// What the norm before a product needs: the sums of squares that the kernel before left, [maxRows, squaresStride].
struct NormSquares {
    const float* squares; ///< null: rows are taken as the stream left them: without a norm, or with it (row_norm.cuh)
    int hidden, hiddenTiles;
    float epsilon;
    float weightScale; ///< the norm's weights are this times what the stream was multiplied with (DeviceNorm)
};

/// The norm's weightScale over the root mean square of a row. Called by all lanes of a warp.
[[nodiscard]] inline __device__ float rowScale(const NormSquares& norm, int row)
{
    if (!norm.squares)
        return norm.weightScale;
    const int four = squaresStride(norm.hiddenTiles) / 4;
    const float4* squares = reinterpret_cast<const float4*>(norm.squares) + std::size_t(row) * std::size_t(four);
    float sum = 0;
#pragma unroll 4
    for (int at = int(threadIdx.x % 32); at < four; at += 32) {
        const float4 part = squares[at];
        sum += (part.x + part.y) + (part.z + part.w);
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    return rsqrtf(sum / float(norm.hidden) + norm.epsilon) * norm.weightScale;
}

} // namespace draftscope::cuda
