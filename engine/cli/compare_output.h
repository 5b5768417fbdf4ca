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
[[nodiscard]] std::string tableOf(const Comparison& comparison, const ComparisonPlan& plan, const ChosenBackend& on);

} // namespace draftscope
