// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/catalogue/prompts.h"
#include "engine/session/start_session.h"

namespace draftscope {

/// Prompts that models have room for, and the passes of the longest one.
struct FittingPrompts {
    std::vector<Prompt> prompts;
    std::vector<PlannedPass> largest;
};

/// Leaves out those that do not fit, and says on standard error how many and why. Error: none fits.
[[nodiscard]] Result<FittingPrompts> fittingPrompts(std::vector<Prompt> prompts, const Pair& pair,
                                                    const SessionSettings& settings);

} // namespace draftscope
