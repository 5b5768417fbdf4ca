// SPDX-License-Identifier: MIT
// What a comparison comes to, as the command line and the window write it down alike.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/prompt_figures.h"

namespace draftscope {

/// A way of decoding with its figures.
struct ReportedWay {
    std::string name;                 ///< "two-model+block", "1 · Two models"
    std::string settings;             ///< "chain · K 6 · temperature 0.80"; may be empty
    int prompts = 0;                  ///< that its figures are over
    std::vector<FigureValue> figures; ///< as comparedFigures()
    std::string published = {};       ///< what others have published of it, in words; may be empty
    friend bool operator==(const ReportedWay&, const ReportedWay&) = default;
};

/// Ways on the same prompts.
struct ReportedTable {
    std::string title; ///< "story"; empty where there is one table
    std::vector<ReportedWay> ways;
};

/// A comparison with what a reader has to know to check it or to do it again.
struct ComparisonReport {
    std::vector<std::pair<std::string, std::string>> facts; ///< in order: "machine", "AMD EPYC, 2 threads"
    std::vector<ReportedTable> tables;
};

/// Facts of every report: the date and time (UTC), the program's version and the machine with its system.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> generalFacts();

/// "AMD EPYC 7B13 · 2 threads · Linux 6.1". What the system does not say is left out.
[[nodiscard]] std::string machineInWords();

/// "2026-11-23 13:20 UTC"
[[nodiscard]] std::string nowInWords();

/// Markdown: the facts, a table of figures with their quartiles for each of the tables, and the definition of every
/// figure.
[[nodiscard]] std::string markdownOf(const ComparisonReport& report);

} // namespace draftscope
