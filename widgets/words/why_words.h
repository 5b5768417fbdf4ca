// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine says of a moment (engine/explain), in the window's language.
#pragma once

#include <span>
#include <string_view>

#include <QString>

#include "engine/explain/formula.h"

namespace draftscope {

/// A sentence of the engine with its arguments.
[[nodiscard]] QString inWords(const Words& words, const Recording& recording);
/// A number of a formula as the language writes it: "0.310", "4.2·10⁻⁷".
[[nodiscard]] QString formulaNumberText(double value, int decimals);
/// What a part of a formula says, in a line: fractions with a slash.
[[nodiscard]] QString inLine(const Terms& terms, const Recording& recording);
/// A formula in words, line by line: for assistive technology and for copying.
[[nodiscard]] QString inLines(const Formula& formula, const Recording& recording);

/// The engine's sentences that are translated here; a test compares them with allWhySentences() and allCodeWords().
[[nodiscard]] std::span<const char* const> translatedWhySentences();

} // namespace draftscope
