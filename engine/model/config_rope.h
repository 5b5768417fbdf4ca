// SPDX-License-Identifier: MIT
// What config.json and GGUF say of rotary positions.
#pragma once

#include <string>

#include "engine/core/error.h"
#include "engine/model/config_fields.h"
#include "engine/model/gguf_fields.h"
#include "engine/model/model_config.h"

namespace draftscope {

/// rope_theta and rope_scaling, or rope_parameters, which holds both since transformers 5. The sizes and the context
/// length have been read; the latter grows where the scaling says that texts may be longer. Error: a kind of scaling
/// that is not known, by name.
[[nodiscard]] Result<void> readRope(ConfigFields& fields, const std::string& where, const ShapeDefaults& unstated,
                                    ModelConfig& config);
/// The scaling of layers with frequencies of their own (ModelConfig::localRopeScaling): the same object, of theirs
/// alone.
[[nodiscard]] Result<void> readLocalRope(ConfigFields& rope, const std::string& where, ModelConfig& config);

/// The scaling that a GGUF file states, and the factors that lie in its tensors.
[[nodiscard]] Result<void> readGgufRope(GgufFields& fields, ModelConfig& config);

} // namespace draftscope
