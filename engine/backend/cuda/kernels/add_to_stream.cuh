// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/product.cuh"
#include "engine/backend/cuda/kernels/residual_stream.cuh"

namespace draftscope::cuda {

/// stream += weights · activations: the matrices o and down, [hidden, width]. Grid: hiddenTiles in the block's output tiles.
/// CPU twin: multiply() with `add`, then normalise().
template <class T, int rowTiles>
__global__ void __launch_bounds__(productThreads)
addToStreamKernel(ResidualStream<T> stream, ProductOperands<T> operands, const PassInput* input)
{
    const int rowCount = input->rowCount;
    product<T, rowTiles, false>(
        operands, {nullptr, rowCount}, {}, [&](int tile, int rowTile, const float(&sums)[4], const float*) {
            if (rowTile * rowTileSize >= rowCount)
                return;
            const int lane = int(threadIdx.x % 32);
            const float4 before = *reinterpret_cast<const float4*>(
                stream.values + streamIndex(rowTile * rowTileSize, tile * tileSize, stream.hiddenTiles) + lane * 4);
            const float after[4] = {before.x + sums[0], before.y + sums[1], before.z + sums[2], before.w + sums[3]};
            putStream(stream, tile, rowTile, after, rowCount);
        });
}

} // namespace draftscope::cuda
