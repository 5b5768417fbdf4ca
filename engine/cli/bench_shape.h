// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "engine/backend/pass_timing.h"
#include "engine/model/backend.h"

namespace draftscope {

/// What forward passes of a model cost by their number of rows.
struct ShapeReport {
    std::string model, backend;
    std::string whyBackend;   ///< as ChosenBackend::reason
    double bytes = 0;         ///< of weights, read once a pass
    double secondsToLoad = 0; ///< until the pass was ready: the weights' way to a device
    double bandwidth = 0;     ///< bytes a second, measured in the same run
    int context = 0;          ///< tokens in the cache
    std::vector<RowTiming> rows;
    StageTimes stages; ///< of one row
    std::string note;  ///< for people
};

inline constexpr int mostShapeRows = textRowsPerPass;

/// 1 to 64 rows after `context` tokens. Error: no memory, a context too long. Throws Cancelled.
[[nodiscard]] Result<ShapeReport> benchShape(const std::shared_ptr<const Model>& model, Backend& backend, int context,
                                             int repetitions, const Progress& progress = {});

[[nodiscard]] std::string tableOf(const ShapeReport& report);
[[nodiscard]] std::string jsonOf(const ShapeReport& report);

} // namespace draftscope
