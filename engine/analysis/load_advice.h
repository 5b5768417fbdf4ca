// SPDX-License-Identifier: MIT
// What a setting is worth under load: its speed-up over the number of sequences that are decoded together and over
// the length of the context, measured, and where it turns to a loss.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/speed_measurement.h"
#include "engine/core/message.h"
#include "engine/session/session.h"

namespace draftscope {

struct LoadRequest {
    Pair pair;
    SessionSettings settings;         ///< of a method that drafts
    std::vector<std::string> prompts; ///< at least one; a batch of more has them several times, with other seeds
    double seconds = 60;              ///< of all of it
};

/// A batch size or a context, and the speed of a setting there.
struct LoadPoint {
    int at = 0;           ///< sequences, or tokens of the prompt
    Speed speed;          ///< of the setting that was asked for, beside plain decoding under the same load
    SessionSettings best; ///< the fastest of that setting and of shorter drafts; plain decoding where all are slower
    Speed bestSpeed;      ///< of `best`; 1 times plain where that is plain decoding
    int rounds = 0;
    std::string whyNot; ///< it could not be measured; empty else
    [[nodiscard]] bool isKnown() const { return whyNot.empty() && speed.measuredSpeedUp.has_value(); }
};

struct LoadAdvice {
    SessionSettings settings;
    std::vector<LoadPoint> overBatch, overContext; ///< rising
    double seconds = 0;
    bool isCutShort = false;
    Steadiness steadiness;
};

/// Where a loss begins that does not end: the first point behind which, itself included, no point is as fast as plain
/// decoding. Nothing where the last point that is known is no loss.
[[nodiscard]] std::optional<int> turnsToLoss(const std::vector<LoadPoint>& points);

/// Measures in turns (DecodesInTurn), each point for the same time. `told` hears of what is known after each point.
/// Where the progress is cancelled, what is known is returned. Errors: where nothing could be measured.
[[nodiscard]] Result<LoadAdvice> measureLoad(const LoadRequest& request, const std::shared_ptr<Backend>& backend,
                                             const Progress& progress,
                                             const std::function<void(const LoadAdvice& soFar)>& told = {});

[[nodiscard]] std::vector<Message> sentencesOf(const LoadAdvice& load);

} // namespace draftscope
