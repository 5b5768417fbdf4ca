// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/analysis/length_theory.h"
#include "engine/analysis/speed_measurement.h"

namespace draftscope {

/// How fast a run's setup is beside plain decoding of its prompt, both decoded freely in the background.
struct SpeedFigures {
    Metrics metrics;  ///< of the run that is shown, up to the moment shown
    Metrics measured; ///< of the rounds that `speed` is of, each once
    Speed speed;      ///< empty until it is measured
    bool draftsTrees = false, isBatch = false;
    int rounds = 0, plainRounds = 0; ///< whose times count, over all repetitions: of the run's setup, of plain decoding
    std::optional<double> plainTokensPerSecond, plainFirstTokenMs;
    std::optional<PassCosts> costs;
    bool isSettled = true; ///< the interval is as narrow as it is to be; false: the time was up before
    Steadiness steadiness;
    bool isGrowing = false; ///< it is being measured
    QString whyNone;        ///< there is no measured speed-up, a sentence; else empty
};

/// "Measured: 812 tokens/s against 570 of plain decoding of the same prompt, 1.42 times as fast."; else why there is no
/// measurement.
[[nodiscard]] QString sentenceOf(const SpeedFigures& figures);
/// "2.94 expected tokens / (γ 6.00 · c 0.110 + v 1.32) = 1.49 ×"
[[nodiscard]] QString formulaOf(const SpeedFigures& figures);
/// What was measured, and what the formula leaves out, in sentences.
[[nodiscard]] QString noteOf(const SpeedFigures& figures);
/// A line of titles and one of figures with all their digits, named as in draftscope-cli compare. Unknown is empty.
[[nodiscard]] QString csvOf(const SpeedFigures& figures);
/// "1.42 ×"; "–" for nothing.
[[nodiscard]] QString timesText(std::optional<double> factor);
/// "1.39 to 1.45"
[[nodiscard]] QString intervalText(const Interval& interval, int decimals = 2);
/// "1.42 × (1.39 to 1.45)"; without an interval as timesText().
[[nodiscard]] QString timesText(std::optional<double> factor, const std::optional<Interval>& interval);
/// "The machine was busy with something else …"; empty where it was not.
[[nodiscard]] QString busyWords(const Steadiness& steadiness);

} // namespace draftscope
