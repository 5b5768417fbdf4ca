// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "engine/analysis/speed_measurement.h"
#include "engine/catalogue/prompts.h"
#include "engine/session/combinations.h"

namespace draftscope {

struct ComparisonPlan {
    std::vector<Combination> ways; ///< plain decoding is measured whether it is among them or not
    std::vector<Prompt> prompts;
    std::vector<double> temperatures;
    /// Of all decodes but way and temperature. Options go to the methods and shapes that know them; draws, where some
    /// are given, and a fault to all that draft.
    SessionSettings settings;
    /// Of the speed-ups over all prompts. Its time is that of all decodes; every prompt is decoded once, however long
    /// that takes.
    MeasuringRule rule = {.mostSeconds = 30};
};

/// What one method gave on the prompts of one kind at one temperature.
struct ComparisonRow {
    std::string method, kind; ///< Combination::name(); kind "all": over all prompts
    double temperature = 0;
    FiguresOverPrompts over; ///< beside plain decoding
    std::string side = {};   ///< the pair or lane that it is of, where there are several
    /// "tales-0.3m · two-model"; of a lane that is called by its method only its name.
    [[nodiscard]] std::string name() const { return side.empty() ? method : side + " · " + method; }
};

struct Comparison {
    std::string backend;
    std::vector<ComparisonRow> rows; ///< by kind in the order of the prompts, then "all"; by temperature; by method
    int repetitions = 0;             ///< of all decodes
    bool isSettled = false;          ///< the speed-ups are as well known as the rule wants them
    Steadiness steadiness;           ///< of the machine meanwhile
};

/// What a way of a plan is decoded with. Errors: those of settingsFor(); draws or a fault that do not go with it.
[[nodiscard]] Result<SessionSettings> settingsOfWay(const ComparisonPlan& plan, const Combination& way,
                                                    double temperature);

/// Decodes every prompt with every method, in small turns beside plain decoding (DecodesInTurn), up to three methods at
/// a time, and again until the rule is content. `pair` has a draft where a method needs one. Precondition: every prompt
/// fits. Errors: those of sessions. Throws Cancelled.
[[nodiscard]] Result<Comparison> compare(const Pair& pair, const ComparisonPlan& plan,
                                         const std::shared_ptr<Backend>& backend, const Progress& progress);

} // namespace draftscope
