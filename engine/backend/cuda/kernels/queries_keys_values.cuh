// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/product.cuh"

namespace draftscope::cuda {

/// Where a layer's queries, keys and values go. A head takes headStride elements; those behind headSize stay zero.
template <class T>
struct AttentionMemory {
    float* queries; ///< [maxRows, heads, headStride]
    T* keys;        ///< [slots, kvHeads, headStride]
    T* values;      ///< [slots, kvHeads, headStride]
};

/// Rotates a pair (Su et al., arXiv 2104.09864). The angle is rounded to f32 as in transformers.
inline __device__ void rotatePair(float& first, float& second, float angle)
{
    float sine, cosine;
    sincosf(angle, &sine, &cosine);
    const float a = first, b = second;
    first = a * cosine - b * sine;
    second = b * cosine + a * sine;
}

/// Queries, keys and values of the normalised stream, rotated to their positions; keys and values go to the rows'
/// slots. The matrices lie one behind the other, heads * headTiles, kvHeads * headTiles twice; in a tile, row r and row
/// r + 8 are a rotary pair, so that both meet in a lane. frequencies [headSize / 2] in radians a position. Grid: all
/// these tiles in the block's output tiles. CPU twins: multiply(), Rotation and KeyValueCache.
template <class T, int rowTiles>
__global__ void __launch_bounds__(productThreads, blocksFor<T>(rowTiles))
    queriesKeysValuesKernel(AttentionMemory<T> memory, ProductOperands<T> operands, NormSquares norm,
                            const PassInput* input, const float* frequencies, PassShape shape)
{
    Product<T, rowTiles> block(operands);
    waitForPreviousKernel();
    letNextKernelBegin();
    const int rowCount = input->rowCount;
    block.scaleRows(norm, {nullptr, rowCount});
    block.run({nullptr, rowCount}, [&](int o, int rowTile, const float(&sums)[4], const float* scales) {
        const int head = block.tile(o) / shape.headTiles; // counted through queries, keys and values
        const int pair = block.tile(o) % shape.headTiles * 8 + block.lane() / 4, half = shape.headSize / 2;
        if (pair >= half)
            return;
        const int element = shape.interleavedRope ? 2 * pair : pair, partner = shape.interleavedRope ? 1 : half;
        const bool isQuery = head < shape.heads, isValue = head >= shape.heads + shape.kvHeads;
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int row = rowTile * rowTileSize + block.lane() % 4 * 2 + i;
            if (row >= rowCount)
                continue;
            float first = sums[i] * scales[row], second = sums[2 + i] * scales[row];
            if (!isValue)
                rotatePair(first, second, __fmul_rn(float(input->rows[row].position), frequencies[pair]));
            if (isQuery) {
                float* query = memory.queries + std::size_t(row * shape.heads + head) * std::size_t(shape.headStride);
                query[element] = first;
                query[element + partner] = second;
                continue;
            }
            const int kvHead = (head - shape.heads) % shape.kvHeads;
            T* out = (isValue ? memory.values : memory.keys)
                + (std::size_t(input->rows[row].slot) * std::size_t(shape.kvHeads) + std::size_t(kvHead))
                    * std::size_t(shape.headStride);
            out[element] = fromFloat<T>(first);
            out[element + partner] = fromFloat<T>(second);
        }
    });
}

} // namespace draftscope::cuda
