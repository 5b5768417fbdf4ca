// SPDX-License-Identifier: MIT
// Which setting of speculative decoding is the fastest for a pair of models and some prompts, found by measuring within
// a time: successive halving (Jamieson and Talwalkar, arXiv 1502.07943) over the grid of advice_settings.h.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/length_theory.h"
#include "engine/analysis/prompt_figures.h"
#include "engine/analysis/speed_measurement.h"
#include "engine/core/message.h"
#include "engine/session/session.h"

namespace draftscope {

/// A setting and how it went.
struct TriedSetting {
    SessionSettings settings;
    DecodesByPrompt decodes;    ///< 0: plain decoding in the same laps; 1: this setting
    FiguresOverPrompts figures; ///< of 1 beside 0
    int rung = 0;               ///< the last one that it was measured in, from 1
    double seconds = 0;         ///< of its own turns
    /// The speed-up where every round takes the median of those that drafted as much: one that the machine held up
    /// counts little, so that settings are ranked by it that had few rounds. 0: not known.
    double ranking = 0;
    std::string whyNot; ///< it could not be measured; empty else
    [[nodiscard]] std::optional<double> speedUp() const { return figures.speed.measuredSpeedUp; }
};

struct AdviceRequest {
    Pair pair; ///< without a draft the methods that need one are left out
    SessionSettings base;
    std::vector<std::string> prompts; ///< at least one
    double seconds = 60;              ///< of the whole search
    /// When the search is over, every setting of the grid is measured for as long as its winner was, and then the
    /// winner beside the fastest of them. Takes as long as it takes.
    bool isChecked = false;
    std::optional<double> checkSeconds = {}; ///< for each setting of the grid instead
};

/// A search's winner beside the fastest other setting of an exhaustive run.
struct AdviceCheck {
    std::vector<TriedSetting> all;    ///< every setting, the fastest first
    TriedSetting winner, fastest;     ///< measured once more, in the same laps; `fastest`: of the others
    std::optional<double> ratio;      ///< tokens per second of the winner over those of the fastest
    std::optional<Interval> interval; ///< of it
    double secondsEach = 0;           ///< that every setting was measured for, at least
    double seconds = 0;               ///< of all of it
    bool isCutShort = false;
};

/// What a search has come to, at its end or so far.
struct Advice {
    std::vector<TriedSetting> tried; ///< the fastest first; those that were measured longer before the others
    int settings = 0;                ///< on the grid
    int prompts = 0;                 ///< that were decoded
    double seconds = 0;
    bool isCutShort = false; ///< ended by a person, or before each setting of its first rung had a turn
    bool isSettled = false;  ///< the fastest one's interval is as narrow as MeasuringRule wants it
    std::string backend;
    Steadiness steadiness;
    std::vector<std::string> leftOut; ///< why methods are not among them, or settings could not be measured
    std::optional<AdviceCheck> check; ///< where it was asked for, and the search was not cut short
    /// The cost of passes by rows, in plain steps, from all settings of a method that draft chains.
    [[nodiscard]] std::optional<PassCosts> costsOf(std::string_view method) const;
    /// Null where nothing was measured.
    [[nodiscard]] const TriedSetting* best() const;
    /// Adds to leftOut why some of `tried` could not be measured, each reason once.
    void noteWhatFailed();
};

/// Searches. `told` hears of what is known after every group of turns. Where the progress is cancelled, what is known
/// is returned. Errors: those of sessions, where no setting can be measured.
[[nodiscard]] Result<Advice> advise(const AdviceRequest& request, const std::shared_ptr<Backend>& backend,
                                    const Progress& progress,
                                    const std::function<void(const Advice& soFar)>& told = {});

/// The advice in sentences: the fastest setting and its interval, why it is so from c, v and the acceptance rate, what
/// the others lose by, and what would have to change for twice the speed.
[[nodiscard]] std::vector<Message> sentencesOf(const Advice& advice);

} // namespace draftscope
