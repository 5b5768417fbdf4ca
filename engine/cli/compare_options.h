// SPDX-License-Identifier: MIT
// What draftscope-cli compare was asked for, and what it does.
#pragma once

#include "engine/cli/compare_measure.h"
#include "engine/cli/options.h"

namespace draftscope {

struct CompareOptions {
    DecodeOptions decode;
    std::string methods, temperatures = "0,1";
    ChatOptions chat;
    std::filesystem::path prompts;
    bool json = false, csv = false, markdown = false, html = false;
    std::string targets, drafts;                  ///< several, with commas between them
    std::filesystem::path lanes;                  ///< a comparison that the window has saved: its lanes are decoded
    std::filesystem::path before, after;          ///< two of these that are set beside each other
    ComparisonPlan plan;                          ///< what they come to
    bool withoutDraft = false;                    ///< none was named, so methods that need one are left out
    std::vector<const CLI::Option*> ofPairs = {}; ///< that say what is decoded and how: saved comparisons take none
};

/// The method drafts with a draft model.
[[nodiscard]] bool needsDraft(const Combination& way);

/// The parts of a list with commas between them, without the blanks around them.
[[nodiscard]] std::vector<std::string_view> partsOf(std::string_view list);

/// Measures, and prints what was asked for; of pairs and lanes one after the other, each beside plain decoding of its
/// own target. The exit status.
[[nodiscard]] Result<int> runCompare(CompareOptions& options);

/// Prints two saved comparisons beside each other.
[[nodiscard]] Result<int> runDifference(const CompareOptions& options);

} // namespace draftscope
