// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "engine/backend/cuda/weight_layout.h"
#include "engine/model/load_plan.h"
#include "engine/model/model.h"

namespace draftscope::cuda {

/// Device memory that a new pass of a model takes, in bytes, known before anything is allocated.
struct MemoryPlan {
    PassBytes pass;
    std::size_t prompt = 0; ///< to read prompts with, all of it; the part that is not there yet is among the buffers

    /// shared: what another model has on the device already; promptReserved: what there is to read prompts with, and
    /// the pass may share; nothing is planned for it where there are no tools.
    MemoryPlan(const Model& model, const PassShape& shape, bool hasWeights, const SharedMatrices& shared,
               std::optional<std::size_t> promptReserved);
};

} // namespace draftscope::cuda
