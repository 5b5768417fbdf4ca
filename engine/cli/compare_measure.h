// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "engine/analysis/prompt_figures.h"
#include "engine/model/prompts.h"
#include "engine/session/combinations.h"

namespace draftscope {

struct ComparisonPlan {
    std::vector<Combination> ways; ///< plain decoding is measured whether it is among them or not
    std::vector<Prompt> prompts;
    std::vector<double> temperatures;
    SessionSettings
        settings; ///< of all decodes but way and temperature; options go to the methods and shapes that know them
};

/// What one method gave on the prompts of one kind at one temperature.
struct ComparisonRow {
    std::string method, kind; ///< Combination::name(); kind "all": over all prompts
    double temperature = 0;
    FiguresOverPrompts over; ///< beside plain decoding
};

struct Comparison {
    std::string backend;
    std::vector<ComparisonRow> rows; ///< by kind in the order of the prompts, then "all"; by temperature; by method
};

/// Decodes every prompt with every method in turn, so that all of them see the machine alike. `pair` has a draft where a
/// method needs one. Precondition: every prompt fits. Errors: those of
/// sessions. Throws Cancelled.
[[nodiscard]] Result<Comparison> compare(const Pair& pair, const ComparisonPlan& plan,
                                         const std::shared_ptr<Backend>& backend, const Progress& progress);

} // namespace draftscope
