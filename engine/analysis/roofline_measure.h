// SPDX-License-Identifier: MIT
// This machine for the roofline, measured, and how far what it computes is from what a model's passes take here.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/analysis/roofline.h"
#include "engine/core/progress.h"
#include "engine/model/backend.h"

namespace draftscope {

/// A loaded model's size.
[[nodiscard]] RooflineModel sizeOf(const Model& model);

/// A pass over so many rows.
struct RooflineComparison {
    int rows = 0;
    double measuredSeconds = 0, computedSeconds = 0;
    bool isArithmetic = false; ///< what limits it, as computed
};

struct MeasuredMachine {
    RooflineMachine machine; ///< "this machine"
    RooflineModel model;
    int context = 0;
    /// Of 1 to 64 rows, each the fastest of its repetitions, as the bandwidth is. The arithmetic of the machine is the
    /// most operations a second of any of them.
    std::vector<RooflineComparison> rows;
};

/// Tokens that the pass of measureMachine() has room for.
[[nodiscard]] int slotsToMeasure(const Model& model);

/// Measures bandwidth of memory and last cache, and passes of the model. Takes about a second for a small model.
/// Errors: too little memory, a model with too short a context. Throws Cancelled.
[[nodiscard]] Result<MeasuredMachine> measureMachine(const std::shared_ptr<const Model>& model, Backend& backend,
                                                     const Progress& progress = {});

/// How far the two are apart, and what that says.
[[nodiscard]] std::vector<Message> sentencesOf(const MeasuredMachine& measured);

} // namespace draftscope
