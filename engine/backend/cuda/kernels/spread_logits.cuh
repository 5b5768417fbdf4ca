// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/block.cuh"

namespace draftscope::cuda {

inline constexpr unsigned spreadThreads = 256;

/// all [vocabulary] = logits, each at its token, minus infinity where a token has none: logitOfToken [vocabulary] is -1 there.
/// A thread a token. CPU twin: spreadLogits().
static __global__ void __launch_bounds__(spreadThreads)
    spreadKernel(const float* logits, const int* logitOfToken, int vocabulary, float* all)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int token = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (token < vocabulary) {
        const int logit = logitOfToken[token];
        all[token] = logit < 0 ? -INFINITY : logits[logit];
    }
}

} // namespace draftscope::cuda
