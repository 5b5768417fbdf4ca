// SPDX-License-Identifier: MIT
#pragma once

// Blocks and threads for contexts, and the kernels in front of one that goes on with a context's distribution.

#include "engine/backend/cuda/kernels/distribution.cuh"
#include "engine/backend/cuda/launch.h"

namespace draftscope::cuda {

inline constexpr unsigned partThreads = 512; ///< a part has two pieces of four tokens for each, or more

/// A power of two, and so many that a thread has a few dozen tokens at most until there can be no more of them.
inline unsigned threadsFor(int vocabulary)
{
    return vocabulary <= 512 ? 64 : vocabulary <= 2048 ? 256 : vocabulary <= 8192 ? 512 : 1024;
}

/// Logits become the contexts from firstContext on as far as several blocks can share one.
inline void launchParts(Stream& stream, const DeviceDistributions& out, int firstContext, int contexts,
                        const ContextLogits& logits, const RoundSampler* sampler)
{
    if (!out.parts)
        return;
    const dim3 grid(unsigned(partsOf(out.vocabulary)), unsigned(contexts));
    launchEarly<findLargestKernel>(stream, grid, partThreads, 0, out, firstContext, logits);
    launchEarly<weighKernel>(stream, grid, partThreads, 0, out, firstContext, logits, sampler);
}

} // namespace draftscope::cuda
