// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/skinny_gemm.cuh"

namespace draftscope::cuda {

/// gated [rows, intermediate] = SiLU(gate · x) * (up · x), each with its bias, with x the normalised stream of the
/// rows from firstRow on. A weight tile holds 8 rows of
/// gate and the same 8 of up behind them, so that both meet in a lane. Grid: such tiles in the block's output tiles.
/// CPU twins: multiply() and swiglu().
template <class T, int rowTiles, class W = T>
__global__ void __launch_bounds__(gemmThreads, blocksFor<T>(rowTiles))
    swigluKernel(T* gated, GemmOperands<T, W> operands, NormSquares norm, const PassInput* input, int gatedTiles,
                 int firstRow)
{
    SkinnyGemm<T, rowTiles, W> block(operands);
    waitForPreviousKernel();
    letNextKernelBegin();
    const RowChoice rows = block.rowsFrom(firstRow, input->rowCount);
    block.scaleRows(norm, rows);
    block.run(rows, [&](int o, int rowTile, const float(&sums)[4], const float* scales) {
        const int column = block.tile(o) * 8 + block.lane() / 4;
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int row = rowTile * rowTileSize + block.lane() % 4 * 2 + i;
            if (row >= rows.count)
                continue;
            const float gate = __fmaf_rn(sums[i], scales[row], block.bias(o, 0)),
                        up = __fmaf_rn(sums[2 + i], scales[row], block.bias(o, 1));
            gated[activationIndex(rows.at(row), column, gatedTiles)] =
                fromFloat<T>(gate / __fadd_rn(1.0f, expf(-gate)) * up);
        }
    });
}

} // namespace draftscope::cuda
