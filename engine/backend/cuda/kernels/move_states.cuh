// SPDX-License-Identifier: MIT
#pragma once

// Hidden states [rows, hidden] on their way from one pass of a round to the next, and to the host.

#include "engine/backend/cuda/kernels/round_data.h"
#include "engine/backend/cuda/platform.h"

namespace draftscope::cuda {

/// next [rows, hidden]: what the rows of a level's pass begin with, from `left`, the states of the pass before.
/// firstPlace: of the level. Grid (rows).
static __global__ void passStatesKernel(float* next, const float* left, const RoundRequest* question, int firstPlace,
                                        int hidden)
{
    const int row = int(blockIdx.x), from = question->stateRow[firstPlace + row];
    for (int i = int(threadIdx.x); i < hidden; i += int(blockDim.x))
        next[std::size_t(row) * std::size_t(hidden) + std::size_t(i)] =
            left[std::size_t(from) * std::size_t(hidden) + std::size_t(i)];
}

/// path [states, depths, hidden]: of the states [states, maxRows, hidden] of the target's pass those of the rows that
/// the text goes on with, the root's first. Grid (depths, states).
static __global__ void keepStatesKernel(float* path, const float* states, const RoundRequest* question,
                                        const RoundResult* answer, int hidden)
{
    int depth = 0, context = answer->drawnContext;
    for (int above = context; above > 0; above = question->contexts[above].above)
        ++depth;
    const int wanted = int(blockIdx.x);
    if (wanted > depth)
        return;
    for (; depth > wanted; --depth)
        context = question->contexts[context].above;
    const std::size_t state = blockIdx.y, width = std::size_t(hidden);
    for (int i = int(threadIdx.x); i < hidden; i += int(blockDim.x))
        path[(state * std::size_t(gridDim.x) + std::size_t(wanted)) * width + std::size_t(i)] =
            states[(state * std::size_t(maxRows) + std::size_t(context)) * width + std::size_t(i)];
}

} // namespace draftscope::cuda
