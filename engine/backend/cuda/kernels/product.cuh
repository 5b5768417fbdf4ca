// SPDX-License-Identifier: MIT
#pragma once

// The core of every matrix product of a pass: a block computes tiles of 16 outputs for all rows, its warps share the
// width. Which warp takes which columns and the order in which their sums are added follow from the weight's shape alone,
// so a row gets the same bits whatever other rows are in the pass.

#include "engine/backend/cuda/kernels/fragments.cuh"

namespace draftscope::cuda {

inline constexpr int productWarps = 8, productThreads = productWarps * 32;

/// Output tiles of a block: with many rows, activations that were read once should meet more than one tile of weights.
[[nodiscard]] constexpr int outputTilesFor(int rowTiles) { return rowTiles >= 4 ? 2 : 1; }

/// Dynamic shared memory that a product over so many row tiles needs: [warps][rowTiles][lanes] sums, a scale for each row.
[[nodiscard]] constexpr std::size_t productShared(int rowTiles)
{
    return sizeof(float) * (productWarps * std::size_t(rowTiles) * 32 * 4 + maxRows);
}

/// Both operands of a product: weights [outputs, width] and activations [rows, width], tiled (fragments.cuh).
template <class T>
struct ProductOperands {
    const T* weights;
    const T* activations;
    int outputTiles, columnTiles;
};

/// What the norm before a product needs: the sums of squares that the kernel before left, [maxRows, hiddenTiles].
struct NormSquares {
    const float* squares;
    int hidden, hiddenTiles;
    float epsilon;
};

/// 1 / root mean square of each row → scales [rows]. Called by all threads; there after the next barrier.
inline __device__ void rowScales(float* scales, const NormSquares& norm, RowChoice choice)
{
    const int warp = int(threadIdx.x / 32), lane = int(threadIdx.x % 32);
    for (int i = warp; i < choice.count; i += productWarps) {
        const float* squares = norm.squares + std::size_t(choice.at(i)) * std::size_t(norm.hiddenTiles);
        float sum = 0;
        for (int tile = lane; tile < norm.hiddenTiles; tile += 32)
            sum += squares[tile];
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_xor_sync(0xffffffffu, sum, offset);
        if (lane == 0)
            scales[i] = rsqrtf(sum / float(norm.hidden) + norm.epsilon);
    }
}

/// A warp's sums over its share of the columns, for the block's output tiles and all row tiles.
template <class T, int rowTiles>
struct WarpSums {
    static constexpr int outputTiles = outputTilesFor(rowTiles);
    static constexpr int stages = rowTiles <= 2 ? 4 : 2; ///< tiles that are on their way while one is multiplied

    float sums[outputTiles][rowTiles][4] = {};

    __device__ void run(const ProductOperands<T>& operands, RowChoice choice, int firstTile)
    {
        const int warp = int(threadIdx.x / 32), lane = int(threadIdx.x % 32);
        const std::size_t columnTiles = std::size_t(operands.columnTiles);
        const T* weights[outputTiles];
#pragma unroll
        for (int o = 0; o < outputTiles; ++o) // a tile that is not there: its sums are thrown away
            weights[o] = operands.weights + std::size_t(min(firstTile + o, operands.outputTiles - 1)) * columnTiles * 256;
        ActivationLane<T> lanes[rowTiles];
#pragma unroll
        for (int r = 0; r < rowTiles; ++r)
            lanes[r] = ActivationLane<T>(operands.activations, operands.columnTiles, choice, r, lane);

        WeightFragment<T> weight[stages][outputTiles];
        ActivationFragment<T> activation[stages][rowTiles];
        const auto load = [&](int stage, int column) {
#pragma unroll
            for (int o = 0; o < outputTiles; ++o)
                weight[stage][o].load(weights[o] + std::size_t(column) * 256, lane);
#pragma unroll
            for (int r = 0; r < rowTiles; ++r)
                lanes[r].load(activation[stage][r], column);
        };
#pragma unroll
        for (int stage = 0; stage < stages; ++stage)
            if (warp + stage * productWarps < operands.columnTiles)
                load(stage, warp + stage * productWarps);
        for (int first = warp; first < operands.columnTiles; first += stages * productWarps) {
#pragma unroll
            for (int stage = 0; stage < stages; ++stage) {
                const int column = first + stage * productWarps, next = column + stages * productWarps;
                if (column >= operands.columnTiles)
                    break;
#pragma unroll
                for (int o = 0; o < outputTiles; ++o)
#pragma unroll
                    for (int r = 0; r < rowTiles; ++r)
                        multiplyTiles<T>(sums[o][r], weight[stage][o], activation[stage][r]);
                if (next < operands.columnTiles)
                    load(stage, next);
            }
        }
    }
};

/// The whole product, of a block with productThreads threads and productShared(rowTiles) bytes. Block b has the output
/// tiles outputTiles * b …; for each and for each row tile one whole warp calls finish(tile, rowTile, sums, scales), sums
/// as multiplyTiles() leaves them and scales [rows] as rowScales() does, if there is a norm before.
template <class T, int rowTiles, bool isNormed, class Finish>
__device__ void product(const ProductOperands<T>& operands, RowChoice choice, const NormSquares& norm, const Finish& finish)
{
    const int warp = int(threadIdx.x / 32), lane = int(threadIdx.x % 32);
    const int firstTile = int(blockIdx.x) * WarpSums<T, rowTiles>::outputTiles;
    WarpSums<T, rowTiles> own;
    own.run(operands, choice, firstTile);

    float4* const all = dynamicShared<float4>();
    float* const scales = reinterpret_cast<float*>(all + productWarps * rowTiles * 32);
    if constexpr (isNormed)
        rowScales(scales, norm, choice);
#pragma unroll
    for (int o = 0; o < WarpSums<T, rowTiles>::outputTiles; ++o) {
        if (o > 0)
            __syncthreads(); // the sums of the tile before have been read
#pragma unroll
        for (int r = 0; r < rowTiles; ++r)
            all[(warp * rowTiles + r) * 32 + lane] =
                float4{own.sums[o][r][0], own.sums[o][r][1], own.sums[o][r][2], own.sums[o][r][3]};
        __syncthreads();
        if (warp >= rowTiles || firstTile + o >= operands.outputTiles)
            continue;
        float sums[4] = {};
#pragma unroll
        for (int w = 0; w < productWarps; ++w) {
            const float4 part = all[(w * rowTiles + warp) * 32 + lane];
            sums[0] += part.x;
            sums[1] += part.y;
            sums[2] += part.z;
            sums[3] += part.w;
        }
        finish(firstTile + o, warp, sums, scales);
    }
}

} // namespace draftscope::cuda
