// SPDX-License-Identifier: MIT
// What draftscope-cli compare prints.
#pragma once

#include <string>

#include "engine/analysis/published_figures.h"
#include "engine/backend/backends.h"
#include "engine/cli/compare_measure.h"

namespace draftscope {

/// Of a row's method and shape; nothing where none are known.
[[nodiscard]] std::optional<PublishedFigures> publishedOf(const ComparisonRow& row);
/// How often, and whether the figures can be relied on.
[[nodiscard]] std::string howMeasured(const Comparison& comparison, const MeasuringRule& rule);
[[nodiscard]] std::string jsonOf(const Comparison& comparison);
[[nodiscard]] std::string csvOf(const Comparison& comparison);
/// `whatRuns`: the lines about models and backend. Lanes have settings of their own, which the table does not say.
[[nodiscard]] std::string tableOf(const Comparison& comparison, const ComparisonPlan& plan, const std::string& whatRuns,
                                  bool areLanes);

} // namespace draftscope
