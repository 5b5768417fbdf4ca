// SPDX-License-Identifier: MIT
#pragma once

// A plain product on tensor cores, for tests and the benchmark of the executor: y[rows, outputs] = x[rows, width] ·
// w[outputs, width]ᵀ. The weight is the 16-row operand, so a row of y never sees its neighbours.

#include "engine/backend/cuda/launch.h"

/// A block of one warp for 16 outputs and 8 rows; outputs a multiple of 16, width of 16. Shared memory: a tile of w
/// [16, 16] and one of x [8, 16].
template <class T>
__global__ void productKernel(float* y, const T* w, const T* x, unsigned outputs, unsigned rows, unsigned width)
{
    namespace cuda = draftscope::cuda;
    T* tileW = cuda::dynamicShared<T>();
    T* tileX = tileW + 16 * 16;
    const unsigned lane = threadIdx.x;
    const unsigned firstOutput = 16 * blockIdx.x;
    const unsigned firstRow = 8 * blockIdx.y;
    float sums[4] = {0, 0, 0, 0};
    for (unsigned k = 0; k < width; k += 16) {
        // 16 bytes a lane: two lanes a row of w, and the lower 16 lanes a row of x
        const unsigned row = lane / 2;
        const unsigned column = 8 * (lane % 2);
        cuda::cpAsync16(tileW + row * 16 + column, w + std::size_t(firstOutput + row) * width + k + column);
        if (lane < 16) {
            const bool there = firstRow + row < rows;
            cuda::cpAsync16(tileX + row * 16 + column, there ? x + std::size_t(firstRow + row) * width + k + column : x,
                            there ? 16 : 0);
        }
        cuda::cpAsyncCommit();
        cuda::cpAsyncWait<0>();
        __syncwarp();
        std::uint32_t a[4];
        std::uint32_t b[2];
        cuda::ldmatrix_x4(a, tileW + lane % 16 * 16 + lane / 16 * 8);
        cuda::ldmatrix_x2(b, tileX + lane % 8 * 16 + lane / 8 % 2 * 8);
        cuda::mma_m16n8k16<T>(sums, a, b, sums);
        __syncwarp();
    }
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned output = firstOutput + lane / 4 + i / 2 * 8;
        const unsigned row = firstRow + 2 * (lane % 4) + i % 2;
        if (row < rows)
            y[std::size_t(row) * outputs + output] = sums[i];
    }
}

template <class T>
void launchProduct(draftscope::cuda::Stream& stream, float* y, const T* w, const T* x, unsigned outputs, unsigned rows,
                   unsigned width)
{
    draftscope::cuda::launch<productKernel<T>>(stream, dim3(outputs / 16, (rows + 7) / 8), 32,
                                               (16 + 8) * 16 * sizeof(T), y, w, x, outputs, rows, width);
}
