// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/memory_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/backend/cuda/device_weights.h"
#include "engine/backend/cuda/memory_error.h"
#include "engine/backend/cuda/pass_memory.h"
#include "engine/backend/cuda/pass_rows.h"
#include "engine/backend/cuda/pass_shape.h"
#include "engine/backend/cuda/prompt_memory.h"
#include "engine/backend/cuda/weight_upload.h"

namespace draftscope::cuda {

MemoryPlan::MemoryPlan(const Model& model, const PassShape& shape, bool hasWeights,
                       std::optional<std::size_t> promptReserved)
{
    const std::size_t bytes = bytesPer(deviceType(model.weights));
    weights = hasWeights ? 0 : weightBytes(shape, model.weights);
    staging = hasWeights ? 0 : WeightUpload::stagingBytes(mostRowBytes(model.config));
    cache = cacheBytes(shape, model.weights.layers.size(), bytes);
    buffers = scratchBytes(shape, bytes) + inputBytes(listedAtFirst(shape.slotCount));
    if (promptReserved && takesLongPrompts(shape)) {
        const std::size_t needed = PromptLayout(shape, bytes).bytes;
        buffers += needed - std::min(needed, *promptReserved);
    }
}

std::string MemoryPlan::summary(std::string_view model, std::string_view device, const MemoryInfo& memory) const
{
    return fmt::format("{} needs {} of {} that are free on {}", model, bytesInWords(double(total())),
                       bytesInWords(double(memory.free)), device);
}

Error MemoryPlan::tooLarge(std::string_view model, std::string_view device, const MemoryInfo& memory) const
{
    const std::string own = weights == 0 ? "" : fmt::format("weights {}, ", bytesInWords(double(weights + staging)));
    return {fmt::format(
        "{} needs {} ({}K/V cache {}, buffers {}), and {} of {} are free on {}: choose a smaller model, generate "
        "fewer tokens, or close what else uses the device.",
        model, bytesInWords(double(total())), own, bytesInWords(double(cache)), bytesInWords(double(buffers)),
        bytesInWords(double(memory.free)), bytesInWords(double(memory.total)), device)};
}

} // namespace draftscope::cuda
