// SPDX-License-Identifier: MIT
#pragma once

// What kernels that choose tokens share.

#include "engine/backend/cuda/kernels/distribution.cuh"
#include "engine/backend/cuda/kernels/entries.cuh"

namespace draftscope::cuda {

[[nodiscard]] inline __device__ bool endsText(const RoundRequest& question, int token)
{
    bool ends = false;
    for (int i = 0; i < question.endOfTextCount; ++i)
        ends = ends || question.endOfText[i] == token;
    return ends;
}

struct ChoiceMemory {
    int token;
};

/// What thread 0 has, for all. Of the whole block.
[[nodiscard]] inline __device__ int ofFirstThread(int token)
{
    auto& memory = blockShared<ChoiceMemory>();
    __syncthreads(); // no thread still reads what was there before
    if (block::thread() == 0)
        memory.token = token;
    __syncthreads();
    return memory.token;
}

/// The token that comes after `before` in falling order, the smaller ids first on ties; anyId where none is over 0. Of
/// the whole block.
[[nodiscard]] inline __device__ Best nextLikeliest(const Probabilities& q, const Best& before)
{
    Best best = {0, anyId};
    forEachOf(q.weights, q.count, [&](float weight, int id) {
        const unsigned key = keyOfWeight(weight);
        if (key > best.key && (key < before.key || (key == before.key && id > before.id)))
            best = {key, id};
    });
    return bestOverBlock(best);
}

} // namespace draftscope::cuda
