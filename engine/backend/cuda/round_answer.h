// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "engine/backend/cuda/kernels/round_data.h"
#include "engine/backend/cuda/round_size.h"

namespace draftscope::cuda {

/// Reads what came of a round whose tree was planned node by node: the nodes, with what was drawn and judged. parents:
/// of the planned nodes. False where the outcome says that nodes are lacking or logits cannot be used, and no more.
/// RoundGrowth::read() is the same of trees that grow by value.
[[nodiscard]] bool readPlannedTree(const RoundSize& size, std::span<const int> parents, const RoundRequest& question,
                                   const RoundResult& answer, RoundOutcome& outcome);

} // namespace draftscope::cuda
