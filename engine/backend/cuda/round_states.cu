// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/round_states.h"

#include "engine/backend/cuda/kernels/move_states.cuh"
#include "engine/backend/cuda/launch.h"

namespace draftscope::cuda {

namespace {
constexpr unsigned threads = 256;
} // namespace

void launchPassStates(Stream& stream, float* next, const float* left, const RoundRequest* question, int firstPlace,
                      int rows, int hidden)
{
    launch<passStatesKernel>(stream, unsigned(rows), threads, 0, next, left, question, firstPlace, hidden);
}

void launchKeepStates(Stream& stream, float* path, const float* all, const RoundRequest* question,
                      const RoundResult* answer, int depths, int states, int hidden)
{
    launch<keepStatesKernel>(stream, dim3(unsigned(depths), unsigned(states)), threads, 0, path, all, question, answer,
                             hidden);
}

} // namespace draftscope::cuda
