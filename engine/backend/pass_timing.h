// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/core/progress.h"
#include "engine/model/backend.h"
#include "engine/record/stage_times.h"

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
                                              int repetitions, const Progress& progress = {});

/// Tokens to measure with: no text, but not all alike either.
[[nodiscard]] std::vector<TokenId> tokensToMeasure(int count, int vocabulary);

/// Measures a pass of `rows` rows after the tokens of `context`, stage by stage, and the bandwidth of the backend's
/// memory. The pass and its cache are made for this and given back: sessions are not touched. `context` may not be
/// empty and leaves room for the rows in the model's context. Errors: too little memory, cancelled, a backend that
/// cannot tell its stages apart.
[[nodiscard]] Result<StageTimes> timeStages(Backend& backend, const std::shared_ptr<const Model>& model,
                                            std::span<const TokenId> context, int rows, int turns,
                                            const Progress& progress = {});

} // namespace draftscope
