// SPDX-License-Identifier: MIT
// What a comparison says in sentences: what is fastest, by how much, and what that cannot tell.
#pragma once

#include <string>
#include <vector>

#include "engine/report/comparison_report.h"

namespace draftscope {

/// The figure of that name (ComparedFigure::name) of a way; empty values where it has none.
[[nodiscard]] FigureValue figureNamed(const ReportedWay& way, std::string_view name);

/// The table over all prompts: the one called "all", or the last.
[[nodiscard]] const ReportedTable* tableOfAll(const ComparisonReport& report);

/// By measured speed-up, the largest first; ways without one come last, in the order that they had.
[[nodiscard]] std::vector<ReportedWay> sortedWays(const ReportedTable& table);

/// Sentences, each with its interval: the fastest way over all prompts; those that cannot be told from it; the ways
/// that are slower than plain decoding; and the fastest by kind of prompt. Where nothing was measured, why.
[[nodiscard]] std::vector<std::string> conclusionOf(const ComparisonReport& report);

} // namespace draftscope
