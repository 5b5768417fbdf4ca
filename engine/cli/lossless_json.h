// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/analysis/lossless.h"
#include "engine/cli/what_runs.h"

namespace draftscope {

/// What `lossless --json` prints: one object in a line. `broken`: what was broken on purpose, by name; may be empty.
[[nodiscard]] std::string jsonOf(const LosslessReport& report, const std::string& broken, const ChosenBackend& on);

} // namespace draftscope
