// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/quantised_tiles.cuh"
#include "engine/backend/cuda/kernels/residual_stream.cuh"

namespace draftscope::cuda {

/// The embedding's rows become the residual stream; `embedding` is [vocab, hidden]. Grid
/// (hiddenTiles, rowTiles), block 32. CPU twin: readRow().
template <class T>
__global__ void embedKernel(ResidualStream<T> stream, DeviceTable<T> embedding, const PassInput* input)
{
    fillStream(stream, input->rowCount,
               [&](int row, int column) { return embedding.at(input->rows[row].token, column); });
}

} // namespace draftscope::cuda
