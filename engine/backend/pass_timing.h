// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/model/forward_pass.h"

namespace draftscope {

/// How long a pass over so many rows takes.
struct RowTiming {
    int rows = 0;
    double seconds = 0; ///< median of the repetitions
    double fastest = 0;
};

/// Times passes of each number of rows (all with logits) after a context of `contextTokens`. The numbers of rows take
/// turns in every repetition, so that a machine that slows down slows them all. Works for any backend; overwrites the
/// cache's slots [0, contextTokens + most rows).
[[nodiscard]] std::vector<RowTiming> timeRows(ForwardPass& pass, const std::vector<int>& rowCounts, int contextTokens,
                                              int repetitions);

} // namespace draftscope
