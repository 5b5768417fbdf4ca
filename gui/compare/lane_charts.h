// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of lanes as charts: what is drawn, of the rows of the table and of what was measured.
#pragma once

#include <functional>
#include <optional>

#include "engine/analysis/metrics.h"
#include "gui/compare/lanes.h"
#include "gui/compare/measurement.h"
#include "widgets/lanes/lane_chart.h"
#include "widgets/lanes/lane_table.h"

namespace draftscope {

/// What the figures of the lanes are shown as.
enum class LanesShownAs { table, speedUps, survival, tokensByKind };
[[nodiscard]] QString nameOf(LanesShownAs what); ///< "speed-up by lane"

/// A bar a lane, with the quartiles of the prompts' own speed-ups where there are any. `nothing`: what to do where
/// there is none.
[[nodiscard]] LaneDrawing speedUpDrawing(const std::vector<LaneRow>& rows, const QString& nothing);

/// A line a row, over the positions of its drafts; `metricsOf` says the counts of a row, by its index: null for none.
[[nodiscard]] LaneDrawing survivalDrawing(const std::vector<LaneRow>& rows,
                                          const std::function<const Metrics*(int row)>& metricsOf,
                                          const QString& nothing);

/// Bars by kind of text, and over all of them. `wayOf` says which way of the measurement a row is; -1 for none.
[[nodiscard]] LaneDrawing tokensByKindDrawing(const std::vector<LaneRow>& rows, const Measurement* measurement,
                                              const std::function<int(int row)>& wayOf, const QString& nothing);

} // namespace draftscope
