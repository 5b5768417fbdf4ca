// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>

#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/model/model.h"

namespace draftscope::cuda {

/// Device memory that a new pass of a model takes, in bytes, known before anything is allocated.
struct MemoryPlan {
    std::size_t weights = 0; ///< 0 when another pass has brought them
    std::size_t staging = 0; ///< for as long as weights are brought
    std::size_t cache = 0, buffers = 0;
    std::size_t prompt = 0; ///< to read prompts with, all of it; the part that is not there yet is among the buffers

    /// promptReserved: what there is to read prompts with, and the pass may share; nothing is planned for it where there
    /// are no tools.
    MemoryPlan(const Model& model, const PassShape& shape, bool hasWeights, std::optional<std::size_t> promptReserved);
    [[nodiscard]] std::size_t total() const { return weights + cache + buffers; } ///< for good
    /// At any time: what serves to bring weights is given back before the cache is made.
    [[nodiscard]] std::size_t most() const { return std::max(weights + staging, total()); }
};

} // namespace draftscope::cuda
