// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/residual_stream.cuh"
#include "engine/backend/cuda/kernels/token_embedding.cuh"

namespace draftscope::cuda {

/// The embeddings of the rows' tokens become the residual stream. Grid (hiddenTiles, rowTiles), block 32. CPU twin:
/// readRow().
template <class T>
__global__ void embedKernel(ResidualStream<T> stream, TokenEmbedding<T> embedding, const PassInput* input)
{
    fillStream(stream, input->rowCount, [&](int row, int column) { return embedding.at(input->rows[row], column); });
}

} // namespace draftscope::cuda
