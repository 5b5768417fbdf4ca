// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/activation.cuh"
#include "engine/backend/cuda/kernels/skinny_gemm.cuh"

namespace draftscope::cuda {

/// gated [rows, intermediate] = activation(gate · x) * (up · x), or without a gate activation(up · x), each product
/// with its bias, with x the normalised stream of the rows from firstRow on. A weight tile holds 8 rows of gate and the
/// same 8 of up behind them, so that both meet in a lane; without a gate 16 rows of up. Grid: such tiles in the block's
/// output tiles. CPU twins: multiply(), swiglu(), geglu() and geluTanh().
template <class T, int rowTiles, class W = T>
__global__ void __launch_bounds__(gemmThreads, blocksFor<T>(rowTiles))
    gateKernel(T* gated, GemmOperands<T, W> operands, NormSquares norm, const PassInput* input, PassShape shape,
               int firstRow)
{
    SkinnyGemm<T, rowTiles, W> block(operands);
    waitForPreviousKernel();
    letNextKernelBegin();
    const RowChoice rows = block.rowsFrom(firstRow, input->rowCount);
    block.scaleRows(norm, rows);
    block.run(rows, [&](int o, int rowTile, const float(&sums)[4], const float* scales) {
        const int column = block.tile(o) * (shape.hasGate ? 8 : tileSize) + block.lane() / 4;
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int row = rowTile * rowTileSize + block.lane() % 4 * 2 + i;
            if (row >= rows.count)
                continue;
            const float first = __fmaf_rn(sums[i], scales[row], block.bias(o, 0)),
                        second = __fmaf_rn(sums[2 + i], scales[row], block.bias(o, 1));
            const float active = activated(shape.activation, first);
            T* const out = gated + activationIndex(rows.at(row), column, shape.gatedTiles);
            if (shape.hasGate) {
                *out = fromFloat<T>(active * second);
            } else { // both lie in one tile
                *out = fromFloat<T>(active);
                out[activationIndex(0, 8, 1)] = fromFloat<T>(activated(shape.activation, second));
            }
        }
    });
}

} // namespace draftscope::cuda
