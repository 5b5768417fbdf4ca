// SPDX-License-Identifier: MIT
// Two saved comparisons beside each other: what has changed between them, and whether that is more than noise.
#pragma once

#include <string>
#include <vector>

#include "engine/report/comparison_file.h"

namespace draftscope {

/// A figure before and after.
struct FigureChange {
    enum class Verdict {
        same,        ///< to all its digits
        withinNoise, ///< the intervals overlap
        beyondNoise, ///< they do not
        unknown      ///< one of the two is missing, or has no interval
    };
    std::size_t figure = 0; ///< of comparedFigures()
    FigureValue before, after;
    Verdict verdict = Verdict::unknown;
    [[nodiscard]] std::optional<double> ratio() const; ///< after over before
};

/// A lane that both have: of the same method, models and settings.
struct LaneChange {
    std::string name, settings;
    std::vector<FigureChange> figures; ///< those that one of both has
};

struct ComparisonDifference {
    std::vector<std::string> facts; ///< "machine: AMD EPYC, before Intel Xeon"
    std::vector<LaneChange> lanes;
    std::vector<std::string> onlyBefore, onlyAfter; ///< lanes that the other one has not
};

/// Where a value lies as well as is known: a speed-up's interval; else the notch around the median, 1.57 quartile
/// distances over the root of the number of prompts to both sides (McGill, Tukey and Larsen 1978). Nothing without
/// either.
[[nodiscard]] std::optional<Interval> intervalOf(const FigureValue& figure, int prompts);

[[nodiscard]] ComparisonDifference differenceOf(const ComparisonFile& before, const ComparisonFile& after);

/// As Markdown: the facts, a table for each lane, and what the words mean.
[[nodiscard]] std::string markdownOfDifference(const ComparisonDifference& difference);
/// The same as one HTML file with nothing from elsewhere.
[[nodiscard]] std::string htmlOfDifference(const ComparisonDifference& difference);

} // namespace draftscope
