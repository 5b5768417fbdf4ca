// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "engine/report/comparison_report.h"

namespace draftscope {

/// The report as one HTML file with nothing from elsewhere: conclusion, facts, a chart and a table for each kind of
/// prompt, whose columns sort by a click, and the definitions. What people wrote stays text.
/// `chartOf` gives the HTML of a table's chart; usually speedUpChart().
[[nodiscard]] std::string htmlOf(const ComparisonReport& report,
                                 const std::function<std::string(const ReportedTable&)>& chartOf = {});

/// The speed-ups of a table as bars with their intervals, a line at 1: SVG of that many pixels in width. Empty where
/// none was measured.
[[nodiscard]] std::string speedUpChart(const ReportedTable& table, int width = 780);

} // namespace draftscope
