// SPDX-License-Identifier: GPL-3.0-or-later
// What each drawing shows, as a table: names of columns as in traces, numbers with all their digits, rounds and
// positions counted from
// 1 as the window counts them, token ids beside their texts.
#pragma once

#include <vector>

#include "widgets/cache/attention_mask_view.h"
#include "widgets/cache/cache_strips.h"
#include "widgets/charts/acceptance_chart.h"
#include "widgets/charts/tokens_per_step_chart.h"
#include "widgets/lanes/race_view.h"
#include "widgets/style/data_table.h"
#include "widgets/words/phases.h"

namespace draftscope {

/// A row a token, prompt first.
[[nodiscard]] DataTable tableOf(const std::vector<CommittedToken>& text, const Recording& recording);
/// A row a drafted node, and one for the token that ends the round, once it is drawn.
[[nodiscard]] DataTable tableOf(const RoundRecord& round, const Recording& recording);
/// A row a listed token of a context of the round, and one for the rest; without rows where nothing was recorded.
[[nodiscard]] DataTable distributionTable(const RoundRecord& round, int context, const Recording& recording);
[[nodiscard]] DataTable tableOf(const std::vector<StepBar>& rounds);
[[nodiscard]] DataTable tableOf(const std::vector<AcceptanceBar>& positions);
[[nodiscard]] DataTable tableOf(const std::vector<PhaseBar>& rounds); ///< milliseconds
/// A row a row of the pass, a column for the context and each row: 1 where it is seen.
[[nodiscard]] DataTable tableOf(const std::vector<MaskRow>& rows, const Recording& recording);
[[nodiscard]] DataTable tableOf(const std::vector<CacheStrip>& caches, const Recording& recording);
[[nodiscard]] DataTable tableOf(const std::vector<RaceLane>& lanes);

} // namespace draftscope
