// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/residual_stream.cuh"

namespace draftscope::cuda {

/// The embedding's rows become the residual stream; `embedding` [vocab, hidden] is tiled like every weight. Grid
/// (hiddenTiles, rowTiles), block 32. CPU twin: readRow().
template <class T>
__global__ void embedKernel(ResidualStream<T> stream, const T* embedding, const PassInput* input)
{
    fillStream(stream, input->rowCount, [&](int row, int column) {
        return toFloat(embedding[weightIndex(input->rows[row].token, column, stream.hiddenTiles)]);
    });
}

} // namespace draftscope::cuda
