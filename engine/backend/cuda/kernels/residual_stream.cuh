// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/fragments.cuh"

namespace draftscope::cuda {

/// What a block of the model leaves for the next product: the residual stream itself, and the same times the next
/// norm's weight in T. That product divides by the root mean square afterwards, which the sums of squares give, and
/// multiplies by the norm's weightScale; so a
/// norm (Zhang and Sennrich, arXiv 1910.07467) needs no kernel of its own.
template <class T>
struct ResidualStream {
    float* values;         ///< [rows, hidden], in the order of streamIndex()
    T* scaled;             ///< activations [rows, hidden]: values * nextNorm
    float* squares;        ///< [maxRows, squaresStride]: sums of squares over 16 columns
    const float* nextNorm; ///< DeviceNorm::weights, [hiddenTiles * 16]
    int hiddenTiles;
};

/// A lane's part of one tile of the stream.
template <class T>
[[nodiscard]] __device__ float4* streamTile(const ResidualStream<T>& stream, int tile, int rowTile)
{
    return reinterpret_cast<float4*>(stream.values
                                     + streamIndex(rowTile * rowTileSize, tile * tileSize, stream.hiddenTiles))
        + threadIdx.x % 32;
}

/// Writes one tile of the stream, 16 columns of 8 rows: a lane has columns g, g, g + 8, g + 8 of rows 2t, 2t + 1, 2t,
/// 2t + 1, as an mma leaves them. Of the whole warp; rows from rowCount on are not written.
template <class T>
__device__ void putStream(const ResidualStream<T>& stream, int tile, int rowTile, const float (&values)[4],
                          int rowCount)
{
    const int lane = int(threadIdx.x % 32), g = lane / 4, t = lane % 4;
    *streamTile(stream, tile, rowTile) = float4{values[0], values[1], values[2], values[3]};
    const float weights[2] = {stream.nextNorm[tile * tileSize + g], stream.nextNorm[tile * tileSize + g + 8]};
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const int row = rowTile * rowTileSize + 2 * t + i;
        const bool there = row < rowCount;
        float square = 0;
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            const float value = values[half * 2 + i];
            square = __fmaf_rn(value, value, square);
            if (there)
                stream.scaled[activationIndex(row, tile * tileSize + half * 8 + g, stream.hiddenTiles)] =
                    fromFloat<T>(value * weights[half]);
        }
        for (int offset = 4; offset < 32; offset *= 2)
            square += __shfl_xor_sync(0xffffffffu, square, offset);
        if (g == 0 && there)
            stream.squares[std::size_t(row) * std::size_t(squaresStride(stream.hiddenTiles)) + std::size_t(tile)] =
                square;
    }
}

/// Writes the stream of all rows, valueOf(row, column) each. Of a grid (hiddenTiles, rowTiles) of blocks of 32.
template <class T, class ValueOf>
__device__ void fillStream(const ResidualStream<T>& stream, int rowCount, const ValueOf& valueOf)
{
    const int tile = int(blockIdx.x), rowTile = int(blockIdx.y), lane = int(threadIdx.x);
    if (rowTile * rowTileSize >= rowCount)
        return;
    float values[4] = {};
    for (int i = 0; i < 4; ++i) {
        const int row = rowTile * rowTileSize + 2 * (lane % 4) + i % 2, column = tile * tileSize + i / 2 * 8 + lane / 4;
        if (row < rowCount)
            values[i] = valueOf(row, column);
    }
    putStream(stream, tile, rowTile, values, rowCount);
}

} // namespace draftscope::cuda
