// SPDX-License-Identifier: GPL-3.0-or-later
// What the lab says about trials, in whole sentences.
#pragma once

#include <QString>

#include "engine/analysis/lossless.h"
#include "gui/lab/lab_setup.h"
#include "widgets/style/theme.h"

namespace draftscope {

[[nodiscard]] QString ruleTitle(const std::string& verifier);
[[nodiscard]] QString faultTitle(const std::string& fault);
[[nodiscard]] QString samplerWords(const SamplerSettings& sampler); ///< "T = 0.7, top-p 0.9"
/// "Two models, K = 3, speculative sampling"; of a tree its shape as well.
[[nodiscard]] QString sideWords(const SessionSettings& settings);
/// What the right card is called.
[[nodiscard]] QString rightTitle(const LabSetup& setup);
enum class PValueForm { inSentence, inTable };
/// "0.43", "2·10⁻⁹", "below 10⁻³⁰⁰".
[[nodiscard]] QString pValueText(double pValue, PValueForm form = PValueForm::inSentence);

/// A verdict with its mark and colour.
struct LabVerdict {
    QString words;
    Role role = Role::muted;
};
/// After the last look of a side.
[[nodiscard]] LabVerdict verdictOf(const TrialFigures& figures);
/// When it was looked at, and the smallest bias that so many texts find.
[[nodiscard]] QString seeingWords(const TrialFigures& figures);
/// "first token", "tokens 1 to 4".
[[nodiscard]] QString barsTitle(const TrialBars& bars);

/// What the row of *Every rule, every bug…* found, with its mark; nothing where it has no texts yet.
[[nodiscard]] LabVerdict foundWords(const LabRow& row, const TrialFigures& figures, int wanted);

} // namespace draftscope
