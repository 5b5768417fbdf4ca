// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/backend/cuda/device.h"
#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/model/model.h"

namespace draftscope::cuda {

/// Device memory that a new pass of a model takes, in bytes, known before anything is allocated.
struct MemoryPlan {
    std::size_t weights = 0; ///< 0 when another pass has brought them
    std::size_t staging = 0; ///< for as long as weights are brought
    std::size_t cache = 0, buffers = 0;

    /// promptReserved: what there is to read prompts with, and the pass may share; nothing is planned for it where there
    /// are no tools.
    MemoryPlan(const Model& model, const PassShape& shape, bool hasWeights, std::optional<std::size_t> promptReserved);
    [[nodiscard]] std::size_t total() const { return weights + staging + cache + buffers; }
    [[nodiscard]] bool fits(const MemoryInfo& memory) const { return total() <= memory.free; }
    /// "Llama 7B needs 15.20 GB of 22.10 GB that are free on NVIDIA RTX 4090"
    [[nodiscard]] std::string summary(std::string_view model, std::string_view device, const MemoryInfo& memory) const;
    /// The Error for a plan that does not fit.
    [[nodiscard]] Error tooLarge(std::string_view model, std::string_view device, const MemoryInfo& memory) const;
};

} // namespace draftscope::cuda
