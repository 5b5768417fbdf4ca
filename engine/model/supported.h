// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/core/supported.h"

namespace draftscope {

/// Families of models, in the order of modelFamilies().
[[nodiscard]] std::vector<Supported> supportedFamilies();
/// Ways in which rotary frequencies are changed for long texts.
[[nodiscard]] std::vector<Supported> supportedRopeScalings();

} // namespace draftscope
