// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/residual_stream.cuh"
#include "engine/backend/cuda/kernels/skinny_gemm.cuh"

namespace draftscope::cuda {

/// stream += weights · activations + bias, of the rows from firstRow on, a multiple of rowTileSize: the matrices o and
/// down, [hidden, width]. Grid: hiddenTiles in the block's output tiles. CPU twin: multiply() with `add`, then
/// rmsNorm().
template <class T, int rowTiles, class W = T>
__global__ void __launch_bounds__(gemmThreads, blocksFor<T>(rowTiles))
    addToStreamKernel(ResidualStream<T> stream, GemmOperands<T, W> operands, const PassInput* input, int firstRow)
{
    using Block = SkinnyGemm<T, rowTiles, W>;
    Block block(operands);
    block.beginWithBiases();
    waitForPreviousKernel();
    letNextKernelBegin();
    const RowChoice rows = Block::rowsFrom(firstRow, input->rowCount);
    const auto tileOfPass = [firstRow](int rowTile) { return int(unsigned(firstRow) / rowTileSize) + rowTile; };

    // With few rows there are registers to read it now, so that it is there when the sums are.
    constexpr bool readsAhead = Block::outputTiles == 1;
    float4 before{};
    if (readsAhead && Block::warp() < rowTiles && Block::warp() * rowTileSize < rows.count)
        before = *streamTile(stream, block.tile(0), tileOfPass(Block::warp()));

    block.run(rows, [&](int o, int rowTile, const float(&sums)[4], const float*) {
        if constexpr (!readsAhead)
            before = *streamTile(stream, block.tile(o), tileOfPass(rowTile));
        const float after[4] = {before.x + sums[0], before.y + sums[1], before.z + sums[2], before.w + sums[3]};
        putStream(stream, block.tile(o), tileOfPass(rowTile), after, input->rowCount); // read again: registers are few
    });
}

} // namespace draftscope::cuda
