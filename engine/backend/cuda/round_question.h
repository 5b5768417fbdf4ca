// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/backend/cuda/kernels/round_data.h"
#include "engine/model/round_runner.h"

namespace draftscope::cuda {

[[nodiscard]] RoundSampler deviceSampler(const SamplerSettings& sampler);

/// The question of a round, and of each level the number of parents. A tree that grows by value is not described in it
/// yet.
[[nodiscard]] RoundRequest questionOf(const RoundPlan& plan, std::vector<int>& parentCounts);

} // namespace draftscope::cuda
