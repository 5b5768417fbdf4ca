// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/skinny_gemm.cuh"

namespace draftscope::cuda {

/// Where a layer's queries, keys and values go. A head takes headStride elements; those behind headSize stay zero.
template <class T>
struct AttentionMemory {
    float* queries; ///< [maxRows, heads, headStride]
    T* keys;        ///< [slots, kvHeads, headStride]
    T* values;      ///< [slots, kvHeads, headStride]
};

/// Rotates a pair (Su et al., arXiv 2104.09864). The angle is rounded to f32 as in transformers.
inline __device__ void rotatePair(float& first, float& second, float angle, float scale)
{
    float sine, cosine;
    sincosf(angle, &sine, &cosine);
    sine = __fmul_rn(sine, scale);
    cosine = __fmul_rn(cosine, scale);
    const float a = first, b = second;
    first = __fmaf_rn(a, cosine, -__fmul_rn(b, sine));
    second = __fmaf_rn(b, cosine, __fmul_rn(a, sine));
}

/// Where a pair of a row's elements goes: a query's to `queries` of the row, a key's or value's to the row's slot.
/// `head` is counted through queries, keys and values; first and second are as the product gave them, or the norm of
/// their head. All but values are rotated to the row's position.
template <class T>
__device__ void placePair(const AttentionMemory<T>& memory, int row, int head, int pair, float first, float second,
                          const PassRow& where, const DeviceRotation& rotation, const PassShape& shape)
{
    const bool isRotated = pair < shape.rotaryPairs, areNeighbours = shape.interleavedRope || !isRotated;
    const int element = areNeighbours ? 2 * pair : pair, partner = areNeighbours ? 1 : shape.rotaryPairs;
    const bool isQuery = head < shape.heads, isValue = head >= shape.heads + shape.kvHeads;
    if (!isValue && isRotated && rotation.frequencies) {
        const float frequency = rotation.frequencies[where.rotation * shape.rotaryPairs + pair];
        rotatePair(first, second, __fmul_rn(float(where.position), frequency), rotation.scale);
    }
    if (isQuery) {
        float* query = memory.queries + std::size_t(row * shape.heads + head) * std::size_t(shape.headStride);
        query[element] = first;
        query[element + partner] = second;
        return;
    }
    const int kvHead = (head - shape.heads) % shape.kvHeads;
    T* out = (isValue ? memory.values : memory.keys)
        + (std::size_t(where.slot) * std::size_t(shape.kvHeads) + std::size_t(kvHead)) * std::size_t(shape.headStride);
    out[element] = fromFloat<T>(first);
    out[element + partner] = fromFloat<T>(second);
}

/// Queries, keys and values of the normalised stream of the rows from firstRow on, rotated to their positions; keys and
/// values go to the rows' slots. The matrices lie one behind the other, heads * headTiles, kvHeads * headTiles twice;
/// in a tile, row r and row r + 8 are a pair of elements, so that both meet in a lane. firstTile: those in front of the
/// weights, where they are some of these matrices only. Grid: all of their tiles in the block's output tiles. CPU
/// twins: multiply(), RotaryEmbedding and KeyValueCache.
template <class T, int rowTiles, class W = T>
__global__ void __launch_bounds__(gemmThreads, blocksFor<T>(rowTiles))
    queriesKeysValuesKernel(AttentionMemory<T> memory, GemmOperands<T, W> operands, NormSquares norm,
                            const PassInput* input, DeviceRotation rotation, PassShape shape, int firstTile,
                            int firstRow)
{
    SkinnyGemm<T, rowTiles, W> block(operands);
    waitForPreviousKernel();
    letNextKernelBegin();
    const RowChoice rows = block.rowsFrom(firstRow, input->rowCount);
    block.scaleRows(norm, rows);
    block.run(rows, [&](int o, int rowTile, const float(&sums)[4], const float* scales) {
        const int tile = firstTile + block.tile(o);
        const int head = tile / shape.headTiles; // counted through queries, keys and values
        const int pair = tile % shape.headTiles * 8 + block.lane() / 4;
        if (pair >= shape.headSize / 2)
            return;
#pragma unroll
        for (int i = 0; i < 2; ++i)
            if (const int row = rowTile * rowTileSize + block.lane() % 4 * 2 + i; row < rows.count)
                placePair(memory, rows.at(row), head, pair, __fmaf_rn(sums[i], scales[row], block.bias(o, 0)),
                          __fmaf_rn(sums[2 + i], scales[row], block.bias(o, 1)), input->rows[rows.at(row)], rotation,
                          shape);
    });
}

} // namespace draftscope::cuda
