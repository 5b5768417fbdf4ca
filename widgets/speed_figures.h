// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/analysis/speed.h"

namespace draftscope {

/// How fast a run's setup is beside plain decoding of its prompt, both decoded freely in the background.
struct SpeedFigures {
    Metrics metrics; ///< of the run that is shown
    Speed speed;
    bool draftsTrees = false;
    int rounds = 0, plainRounds = 0; ///< whose times count: of the run, of plain decoding
    std::optional<double> plainTokensPerSecond;
    bool isGrowing = false;           ///< both decodes go on by themselves
    bool writesDistributions = false; ///< both write down the distributions that views draw, which takes time
    QString whyNone;                  ///< there is no measured speed-up, a sentence; else empty
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

} // namespace draftscope
