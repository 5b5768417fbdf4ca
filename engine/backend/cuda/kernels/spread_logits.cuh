// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/block.cuh"

namespace draftscope::cuda {

inline constexpr unsigned spreadThreads = 256;

/// all [rows, vocabulary] = logits [rows, logitCount], each at its token, minus infinity where a token has none:
/// logitOfToken [vocabulary] is -1 there. A thread a token, grid.y rows. CPU twin: spreadLogits().
static __global__ void __launch_bounds__(spreadThreads)
    spreadKernel(const float* logits, int logitCount, const int* logitOfToken, int vocabulary, float* all)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int token = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (token < vocabulary) {
        const int logit = logitOfToken[token];
        const auto row = std::size_t(blockIdx.y);
        all[row * std::size_t(vocabulary) + std::size_t(token)] =
            logit < 0 ? -INFINITY : logits[row * std::size_t(logitCount) + std::size_t(logit)];
    }
}

} // namespace draftscope::cuda
