// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/residual_stream.cuh"

namespace draftscope::cuda {

/// The embedding's rows become the residual stream; `embedding` [vocab, hidden] is tiled like every weight. Grid
/// (hiddenTiles, rowTiles), block 32. CPU twin: readRow().
template <class T>
__global__ void embedKernel(ResidualStream<T> stream, const T* embedding, const PassInput* input)
{
    const int tile = int(blockIdx.x), rowTile = int(blockIdx.y), lane = int(threadIdx.x);
    if (rowTile * rowTileSize >= input->rowCount)
        return;
    float values[4] = {};
    for (int i = 0; i < 4; ++i) {
        const int row = rowTile * rowTileSize + 2 * (lane % 4) + i % 2, column = tile * tileSize + i / 2 * 8 + lane / 4;
        if (row < input->rowCount)
            values[i] = toFloat(embedding[weightIndex(input->rows[row].token, column, stream.hiddenTiles)]);
    }
    putStream(stream, tile, rowTile, values, input->rowCount);
}

} // namespace draftscope::cuda
