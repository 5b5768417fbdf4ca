// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/activation.cuh"
#include "engine/backend/cuda/kernels/skinny_gemm.cuh"

namespace draftscope::cuda {

/// logits [wanted rows, vocabulary] = head · x + bias, capped where there is a cap, with x the normalised stream of the
/// rows that want them, from the firstRow-th of these on. Grid: tiles of the vocabulary in the block's output tiles.
/// CPU twins: rmsNorm(), multiply() and softCap().
template <class T, int rowTiles, class W = T>
__global__ void __launch_bounds__(gemmThreads, blocksFor<T>(rowTiles))
    logitsKernel(float* logits, GemmOperands<T, W> operands, NormSquares norm, const PassInput* input, int vocabulary,
                 float cap, int firstRow)
{
    SkinnyGemm<T, rowTiles, W> block(operands);
    waitForPreviousKernel();
    letNextKernelBegin();
    const RowChoice rows = block.rowsFrom(firstRow, input->wantedCount, input->wantedRows);
    block.scaleRows(norm, rows);
    block.run(rows, [&](int o, int rowTile, const float(&sums)[4], const float* scales) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int row = rowTile * rowTileSize + block.lane() % 4 * 2 + i % 2;
            const int token = block.tile(o) * tileSize + i / 2 * 8 + block.lane() / 4;
            if (row < rows.count && token < vocabulary)
                logits[std::size_t(rows.first + row) * std::size_t(vocabulary) + std::size_t(token)] =
                    softCapped(__fmaf_rn(sums[i], scales[row], block.bias(o, i / 2)), cap);
        }
    });
}

} // namespace draftscope::cuda
