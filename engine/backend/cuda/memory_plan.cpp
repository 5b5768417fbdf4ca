// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/memory_plan.h"

#include <algorithm>

#include "engine/backend/cuda/device_weights.h"
#include "engine/backend/cuda/pass_memory.h"
#include "engine/backend/cuda/pass_rows.h"
#include "engine/backend/cuda/pass_shape.h"
#include "engine/backend/cuda/prompt_memory.h"
#include "engine/backend/cuda/weight_upload.h"

namespace draftscope::cuda {

MemoryPlan::MemoryPlan(const Model& model, const PassShape& shape, bool hasWeights, const SharedMatrices& shared,
                       std::optional<std::size_t> promptReserved)
{
    const std::size_t bytes = bytesPer(deviceType(model.weights));
    pass.slotCount = shape.slotCount;
    pass.weights = hasWeights ? 0 : weightBytes(shape, model, shared);
    pass.staging = hasWeights ? 0 : WeightUpload::stagingBytes(mostRowBytes(model.config));
    pass.cache = cacheBytes(shape, model.weights.layers.size(), bytes);
    pass.buffers = scratchBytes(shape, bytes) + inputBytes(listedAtFirst(shape.slotCount));
    if (promptReserved && takesLongPrompts(shape)) {
        prompt = PromptLayout(shape, bytes).bytes;
        pass.buffers += prompt - std::min(prompt, *promptReserved);
    }
}

} // namespace draftscope::cuda
