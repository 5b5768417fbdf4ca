// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/core/supported.h"

namespace draftscope {

/// Kinds of tokenizers, and the files that they come in.
[[nodiscard]] std::vector<Supported> supportedTokenizers();

} // namespace draftscope
