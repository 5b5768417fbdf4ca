// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/model/model_config.h"
#include "engine/model/weights.h"

namespace draftscope {

/// 16 hexadecimal digits that tell models apart, not a proof against forgery: FNV-1a, 64 bits, over the configuration's
/// numbers, and of every matrix its size in bytes and 16 samples of 64 bytes spread evenly, and all norms. A copy of
/// the same weights has the same hash wherever it lies; GGUF and Hugging Face forms of a model differ (q and k are
/// permuted).
[[nodiscard]] std::string modelHash(const ModelConfig& config, const Weights& weights);

} // namespace draftscope
