// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/residual_stream.cuh"
#include "engine/backend/cuda/kernels/skinny_gemm.cuh"

namespace draftscope::cuda {

/// stream += weights · activations: the matrices o and down, [hidden, width]. Grid: hiddenTiles in the block's output
/// tiles. CPU twin: multiply() with `add`, then rmsNorm().
template <class T, int rowTiles>
__global__ void __launch_bounds__(gemmThreads, blocksFor<T>(rowTiles))
    addToStreamKernel(ResidualStream<T> stream, GemmOperands<T> operands, const PassInput* input)
{
    using Block = SkinnyGemm<T, rowTiles>;
    Block block(operands);
    waitForPreviousKernel();
    letNextKernelBegin();
    const int rowCount = input->rowCount;

    // With few rows there are registers to read it now, so that it is there when the sums are.
    constexpr bool readsAhead = Block::outputTiles == 1;
    float4 before{};
    if (readsAhead && Block::warp() < rowTiles && Block::warp() * rowTileSize < rowCount)
        before = *streamTile(stream, block.tile(0), Block::warp());

    block.run({nullptr, rowCount}, [&](int o, int rowTile, const float(&sums)[4], const float*) {
        if constexpr (!readsAhead)
            before = *streamTile(stream, block.tile(o), rowTile);
        const float after[4] = {before.x + sums[0], before.y + sums[1], before.z + sums[2], before.w + sums[3]};
        putStream(stream, block.tile(o), rowTile, after, rowCount);
    });
}

} // namespace draftscope::cuda
