// SPDX-License-Identifier: MIT
#pragma once

// The core of every matrix product of a pass: a block computes one tile of 16 outputs for all rows, its warps share the width.
// Which warp takes which columns and the order in which their sums are added follow from the weight's shape alone, so a row
// gets the same bits whatever other rows are in the pass.

#include "engine/backend/cuda/kernels/fragments.cuh"

namespace draftscope::cuda {

inline constexpr int productWarps = 8, productThreads = productWarps * 32;

/// Dynamic shared memory that a product over so many row tiles needs.
[[nodiscard]] constexpr std::size_t productShared(int rowTiles)
{
    return sizeof(float) * (productWarps * std::size_t(rowTiles) * 32 * 4 + maxRows);
}

/// Both operands of a product: weights [outputs, width] and activations [rows, width], tiled (fragments.cuh).
template <class T>
struct ProductOperands {
    const T* weights;
    const T* activations;
    int columnTiles;
};

/// 1 / root mean square of each row, from the sums of squares that the kernel before left: [maxRows, parts] → scales [rows].
/// Called by all threads; the scales are there after the next barrier.
inline __device__ void rowScales(float* scales, const float* squares, int parts, int rowCount, int hidden, float epsilon)
{
    const int warp = int(threadIdx.x / 32), lane = int(threadIdx.x % 32);
    for (int row = warp; row < rowCount; row += productWarps) {
        float sum = 0;
        for (int part = lane; part < parts; part += 32)
            sum += squares[std::size_t(row) * std::size_t(parts) + std::size_t(part)];
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_xor_sync(0xffffffffu, sum, offset);
        if (lane == 0)
            scales[row] = rsqrtf(sum / float(hidden) + epsilon);
    }
}

/// The tile's sums. Of the whole block, with productThreads threads and productShared(rowTiles) bytes; `shared` is that memory.
/// Afterwards warp w < rowTiles holds those of rows 8w … 8w + 7 in `sums`, as multiplyTiles() leaves them; true for these warps.
template <class T, int rowTiles>
__device__ bool tileSums(float (&sums)[4], float* shared, const ProductOperands<T>& operands, int tile, int rowCount)
{
    const int warp = int(threadIdx.x / 32), lane = int(threadIdx.x % 32);
    const std::size_t columnTiles = std::size_t(operands.columnTiles);
    float parts[rowTiles][4] = {};
    const T* weights = operands.weights + std::size_t(tile) * columnTiles * 256;
#pragma unroll 4
    for (int column = warp; column < operands.columnTiles; column += productWarps) {
        WeightFragment<T> weight;
        weight.load(weights + std::size_t(column) * 256, lane);
#pragma unroll
        for (int r = 0; r < rowTiles; ++r) {
            ActivationFragment<T> activation;
            activation.load(operands.activations + (std::size_t(r) * columnTiles + std::size_t(column)) * 128, lane,
                            r * rowTileSize + lane / 4 < rowCount);
            multiplyTiles<T>(parts[r], weight, activation);
        }
    }
    float4* const all = reinterpret_cast<float4*>(shared); // [warps][rowTiles][lanes]
#pragma unroll
    for (int r = 0; r < rowTiles; ++r)
        all[(warp * rowTiles + r) * 32 + lane] = float4{parts[r][0], parts[r][1], parts[r][2], parts[r][3]};
    __syncthreads();
    if (warp >= rowTiles)
        return false;
    sums[0] = sums[1] = sums[2] = sums[3] = 0;
#pragma unroll
    for (int w = 0; w < productWarps; ++w) {
        const float4 part = all[(w * rowTiles + warp) * 32 + lane];
        sums[0] += part.x;
        sums[1] += part.y;
        sums[2] += part.z;
        sums[3] += part.w;
    }
    return true;
}

/// The part of `shared` that tileSums() leaves alone: a float for each row.
template <int rowTiles>
[[nodiscard]] __device__ float* rowsShared(float* shared)
{
    return shared + productWarps * rowTiles * 32 * 4;
}

} // namespace draftscope::cuda
