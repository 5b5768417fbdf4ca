// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/core/supported.h"

namespace draftscope {

/// Types of weights that are computed with.
[[nodiscard]] std::vector<Supported> supportedWeightTypes();

} // namespace draftscope
