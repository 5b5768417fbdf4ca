// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/queries_keys_values.cuh"

namespace draftscope::cuda {

/// What queries and keys go through before they are rotated, in the order of the rows of tiles. Each may be null:
/// nothing.
struct HeadNorms {
    const float* bias;        ///< [queriesKeysValuesTiles * 16], added to what the product gave
    const float *query, *key; ///< [headTiles * 16], weights of an RMSNorm
};

/// Queries, keys and values as the product gave them, [rows, queriesKeysValuesTiles * 16], are normalised head by head,
/// rotated, and go where attention reads them. Grid (rows, heads + 2 * kvHeads), threads share a head. Values of a row
/// depend on that row alone. CPU twin: CachedAttention::place().
template <class T>
__global__ void placeHeadsKernel(AttentionMemory<T> memory, const float* products, HeadNorms norms,
                                 const PassInput* input, DeviceRotation rotation, PassShape shape)
{
    const int row = int(blockIdx.x), head = int(blockIdx.y);
    if (row >= input->rowCount)
        return;
    const int width = (shape.heads + 2 * shape.kvHeads) * shape.headTiles * tileSize,
              first = head * shape.headTiles * tileSize;
    const float* const ofRow = products + std::size_t(row) * std::size_t(width);
    const auto at = [&](int pair, int half) { // of the head
        const int place = first + pair / 8 * tileSize + pair % 8 + half * 8;
        return norms.bias ? ofRow[place] + norms.bias[place] : ofRow[place];
    };
    const float* const weights = head < shape.heads ? norms.query
        : head < shape.heads + shape.kvHeads        ? norms.key
                                                    : nullptr;
    const int pairs = shape.headSize / 2;
    float scale = 1;
    if (weights) { // each warp adds up all of the head
        float sum = 0;
        for (int pair = int(threadIdx.x % 32); pair < pairs; pair += 32)
            for (int half = 0; half < 2; ++half)
                sum = __fmaf_rn(at(pair, half), at(pair, half), sum);
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_xor_sync(0xffffffffu, sum, offset);
        scale = rsqrtf(sum / float(shape.headSize) + shape.normEpsilon);
    }
    for (int pair = int(threadIdx.x); pair < pairs; pair += int(blockDim.x)) {
        float values[2];
        for (int half = 0; half < 2; ++half) {
            values[half] = at(pair, half);
            if (weights)
                values[half] = values[half] * scale * weights[pair / 8 * tileSize + pair % 8 + half * 8];
        }
        placePair(memory, row, head, pair, values[0], values[1], input->rows[row], rotation, shape);
    }
}

} // namespace draftscope::cuda
