// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "engine/catalogue/prompts.h"
#include "engine/cli/options.h"
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

/// What a command decodes that takes a list of prompts: the models, the prompts that they have room for, and where.
struct PromptDecode {
    Pair pair;
    FittingPrompts fitting;
    ChosenBackend backend;
};

/// Reads the prompts (as readPrompts() does; one without an id gets its number), finds the device, loads the models
/// that the method needs, and chooses what to compute on. Errors: those of each of these.
[[nodiscard]] Result<PromptDecode> preparePrompts(const std::string& prompts, const DecodeOptions& options);

} // namespace draftscope
