// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep as it is written down: the figures of every setting, as a comparison has those of every lane.
#pragma once

#include "engine/report/comparison_report.h"
#include "gui/compare/sweep.h"
#include "widgets/style/data_table.h"

namespace draftscope {

/// A row a setting and one for plain decoding at each temperature; columns for what is varied, the number of prompts,
/// and each figure of comparedFigures() with its quartiles. Without rows before the first start.
[[nodiscard]] DataTable tableOf(const Sweep& sweep);
/// `prompts`: what they are called.
[[nodiscard]] ComparisonReport reportOf(const Sweep& sweep, const QString& prompts);
/// "Tales 6M · Two models · chain · K 6 · temperature 0.80": what is varied, from the setup that it was begun with.
[[nodiscard]] QString baseInWords(const Sweep& sweep);

} // namespace draftscope
