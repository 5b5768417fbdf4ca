// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/fragments.cuh"
#include "engine/backend/cuda/kernels/row_placement.h"

namespace draftscope::cuda {

/// Weights as they came from disk, [rows, columns] of type From, become tiles of T. `firstRow` is the number of the
/// first of them in the matrix. Grid (columns in threads, rows).
template <class T, class From>
__global__ void repackKernel(T* weights, const From* rows, int firstRow, int columns, RowPlacement placement)
{
    const int column = int(blockIdx.x * blockDim.x + threadIdx.x), row = int(blockIdx.y);
    if (column >= columns)
        return;
    const float value = toFloat(rows[std::size_t(row) * std::size_t(columns) + std::size_t(column)]);
    weights[weightIndex(placement.of(firstRow + row), column, (columns + 15) / 16)] = fromFloat<T>(value);
}

} // namespace draftscope::cuda
