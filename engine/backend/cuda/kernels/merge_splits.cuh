// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/attention.cuh"

namespace draftscope::cuda {

/// attended [rows, heads * headSize] from the splits of each path, added up in order. Grid (heads, rows), a thread for each
/// element of a head.
template <class T>
__global__ void mergeSplitsKernel(T* attended, SplitSums splits, const PassInput* input, PassShape shape)
{
    const int head = int(blockIdx.x), row = int(blockIdx.y), element = int(threadIdx.x);
    if (row >= input->rowCount || element >= shape.headSize)
        return;
    const PassRow& path = input->rows[row];
    const int count = splitsOf(path.prefixCount + path.ancestorCount + 1);
    const std::size_t first = splitIndex(shape, row, head, 0);
    float most = -INFINITY, weight = 0, sum = 0;
    for (int split = 0; split < count; ++split)
        most = fmaxf(most, splits.weights[first + std::size_t(split)].x);
    for (int split = 0; split < count; ++split) {
        const std::size_t at = first + std::size_t(split);
        const float2 part = splits.weights[at];
        const float share = expf(part.x - most);
        weight = __fmaf_rn(part.y, share, weight);
        sum = __fmaf_rn(splits.values[at * std::size_t(shape.headStride) + std::size_t(element)], share, sum);
    }
    attended[activationIndex(row, head * shape.headSize + element, shape.attendedTiles)] = fromFloat<T>(sum / weight);
}

} // namespace draftscope::cuda
