// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/round_data.h"
#include "engine/backend/cuda/stream.h"

// Hidden states in a round that is decided on the device.

namespace draftscope::cuda {

/// next [rows, hidden] = what the rows of a level's pass begin with (RoundRequest::stateRow), of the states [maxRows,
/// hidden] that the pass before has left.
void launchPassStates(Stream& stream, float* next, const float* left, const RoundRequest* question, int firstPlace,
                      int rows, int hidden);

/// path [states, depths, hidden] = of the states [states, maxRows, hidden] of the target's pass those of the root and
/// the accepted nodes. Follows launchJudge().
void launchKeepStates(Stream& stream, float* path, const float* all, const RoundRequest* question,
                      const RoundResult* answer, int depths, int states, int hidden);

} // namespace draftscope::cuda
