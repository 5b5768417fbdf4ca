// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/skinny_gemm.cuh"

namespace draftscope::cuda {

/// products [rows, width] = weights · x + bias of the rows from firstRow on, with x the activations times what
/// rowScale() is of their norm. For what wants all of a row, or of a head, before it goes on: placeHeadsKernel(),
/// addRowsKernel(). Grid: tiles of outputs in the block's output tiles. CPU twin: multiply().
template <class T, int rowTiles, class W = T>
__global__ void __launch_bounds__(gemmThreads, blocksFor<T>(rowTiles))
    productKernel(float* products, GemmOperands<T, W> operands, NormSquares norm, const PassInput* input, int width,
                  int firstRow)
{
    SkinnyGemm<T, rowTiles, W> block(operands);
    waitForPreviousKernel();
    letNextKernelBegin();
    const RowChoice rows = block.rowsFrom(firstRow, input->rowCount);
    block.scaleRows(norm, rows);
    block.run(rows, [&](int o, int rowTile, const float(&sums)[4], const float* scales) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int row = rowTile * rowTileSize + block.lane() % 4 * 2 + i % 2;
            if (row < rows.count)
                products[std::size_t(rows.at(row)) * std::size_t(width)
                         + std::size_t(block.tile(o) * tileSize + i / 2 * 8 + block.lane() / 4)] =
                    __fmaf_rn(sums[i], scales[row], block.bias(o, i / 2));
        }
    });
}

} // namespace draftscope::cuda
