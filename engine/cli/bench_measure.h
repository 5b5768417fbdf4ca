// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/backend/pass_timing.h"
#include "engine/session/session.h"

namespace draftscope {

/// What the rounds of some decodes took together, in milliseconds.
struct PhaseTotals {
    double draft = 0, verify = 0;
    double sample = 0; ///< distributions, verdicts and draws
    [[nodiscard]] double total() const { return draft + verify + sample; }
};

/// What bench() compares; every number was measured in this run, taking turns, and is a median unless it says
/// otherwise.
struct BenchReport {
    double plainTokensPerSecond = 0, twoModelTokensPerSecond = 0, tracedTokensPerSecond = 0;
    double measuredSpeedUp = 0; ///< median over the turns of two-model / plain
    double tracingCost = 0;     ///< median over the turns of 1 - traced / untraced; may come out below 0
    std::optional<double> acceptanceRate, tokensPerStep;
    double plainStepMs = 0, draftStepMs = 0, verifyMs = 0;
    [[nodiscard]] double costRatio() const { return draftStepMs / plainStepMs; } ///< c
    [[nodiscard]] double verifyRatio() const { return verifyMs / plainStepMs; }  ///< v
    std::vector<RowTiming> rows;                                                 ///< 1, 2, 4, 8, 16 rows
    double bytesPerToken = 0;                                                    ///< weight bytes of one target pass
    double bandwidth = 0; ///< bytes a second, the best of several
    [[nodiscard]] double shareOfBandwidth() const { return bytesPerToken * plainTokensPerSecond / bandwidth; }
    PhaseTotals phases; ///< of two-model decoding without a trace
    StageTimes stages;  ///< of one row of the target
    std::string backend;
};

struct BenchPlan {
    SessionSettings settings; ///< of two-model decoding; plain decoding uses the same sampler
    std::string prompt;
    int turns = 5;
};

/// An Error for models that do not fit. Throws Cancelled.
[[nodiscard]] Result<BenchReport> bench(const Pair& pair, const BenchPlan& plan,
                                        const std::shared_ptr<Backend>& backend, const Progress& progress = {});

} // namespace draftscope
