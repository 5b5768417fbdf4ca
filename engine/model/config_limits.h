// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "engine/core/error.h"
#include "engine/model/model_config.h"

namespace draftscope {

/// Sizes past these belong to no model of the family; they keep every product of two of them inside 64 bits.
namespace limits {
inline constexpr int hidden = 1 << 16, intermediate = 1 << 20, layers = 1 << 10, heads = 1 << 10, headSize = 1 << 10;
inline constexpr int vocabulary = 1 << 22, context = 1 << 27;
} // namespace limits

/// Checks every number of a configuration, however it was read, against its limits and the others. `where` names the
/// file.
[[nodiscard]] Result<void> checkConfig(const ModelConfig& config, std::string_view where);

} // namespace draftscope
