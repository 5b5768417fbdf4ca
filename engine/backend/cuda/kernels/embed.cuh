// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/fragments.cuh"

namespace draftscope::cuda {

/// What a block of the model leaves for the next product: the residual stream itself, and the same times the next norm's
/// weight in T. The product divides by the root mean square afterwards, which the sums of squares give.
template <class T>
struct Stream16 {
    float* values;          ///< [maxRows, hiddenTiles * 16]: the residual stream
    T* scaled;              ///< activations [rows, hidden]: values * norm weight
    float* squares;         ///< [maxRows, hiddenTiles]: sums of squares over 16 columns
    const float* nextNorm;  ///< [hiddenTiles * 16], zero behind hidden
};

/// Writes one element of the stream and its scaled twin.
template <class T>
__device__ void putStream(const Stream16<T>& stream, int row, int column, int columnTiles, float value)
{
    stream.values[std::size_t(row) * std::size_t(columnTiles) * 16 + std::size_t(column)] = value;
    stream.scaled[activationIndex(row, column, columnTiles)] = fromFloat<T>(value * stream.nextNorm[column]);
}

/// The embedding's rows become the residual stream. Grid (hiddenTiles, rows), block 32: half a warp idles, and nobody minds.
template <class T>
__global__ void embedKernel(Stream16<T> stream, const T* embedding, const PassInput* input, PassShape shape)
{
    const int row = int(blockIdx.y), tile = int(blockIdx.x), lane = int(threadIdx.x);
    if (row >= input->rowCount)
        return;
    float value = 0;
    if (lane < tileSize) {
        const int column = tile * tileSize + lane;
        value = toFloat(embedding[weightIndex(input->rows[row].token, column, shape.hiddenTiles)]);
        putStream(stream, row, column, shape.hiddenTiles, value);
    }
    float square = value * value;
    for (int offset = 8; offset > 0; offset /= 2)
        square += __shfl_xor_sync(0xffffffffu, square, offset);
    if (lane == 0)
        stream.squares[std::size_t(row) * std::size_t(shape.hiddenTiles) + std::size_t(tile)] = square;
}

} // namespace draftscope::cuda
