// SPDX-License-Identifier: MIT
#pragma once

// Hidden states as the host has them, [rows, hidden], on their way into the residual stream and out of it.

#include "engine/backend/cuda/kernels/residual_stream.cuh"
#include "engine/backend/cuda/kernels/skinny_gemm.cuh"

namespace draftscope::cuda {

/// `states` [rows, hidden] become the residual stream. Grid (hiddenTiles, rowTiles), block 32.
template <class T>
__global__ void putStatesKernel(ResidualStream<T> stream, const float* states, int hidden, const PassInput* input)
{
    fillStream(stream, input->rowCount, [&](int row, int column) {
        return column < hidden ? states[std::size_t(row) * std::size_t(hidden) + std::size_t(column)] : 0.0f;
    });
}

/// states [rows, hidden] = the residual stream, `values` in the order of streamIndex(): times `normWeights` and over
/// its root mean square, or as it is where these are null. Grid (rows), blocks of whole warps. CPU twin: rmsNorm().
static __global__ void takeStatesKernel(float* states, const float* values, const float* normWeights, NormSquares norm,
                                        const PassInput* input)
{
    const int row = int(blockIdx.x);
    if (row >= input->rowCount)
        return;
    const float scale = normWeights ? rowScale(norm, row) : 1;
    for (int column = int(threadIdx.x); column < norm.hidden; column += int(blockDim.x)) {
        const float value = values[streamIndex(row, column, norm.hiddenTiles)];
        states[std::size_t(row) * std::size_t(norm.hidden) + std::size_t(column)] =
            normWeights ? value * scale * normWeights[column] : value;
    }
}

} // namespace draftscope::cuda
