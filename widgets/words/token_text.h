// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include <QString>
#include <QStringList>

#include "engine/record/recording.h"

namespace draftscope {

enum class Spaces { asTheyAre, visible };

/// A token's bytes as one line of printable text: newlines as ⏎, tabs as ⇥, other control characters and bytes that are
/// not UTF-8 as ⟨E2⟩, spaces as ␣ where they are to be visible. Right-to-left text is isolated so that it cannot turn
/// its neighbours.
[[nodiscard]] QString tokenText(std::string_view bytes, Spaces spaces = Spaces::asTheyAre);

/// The same for a token of a recording; of one without bytes "⟨begin⟩" or "⟨end⟩" (of a text), else
/// "⟨id 17⟩", as of a token that it does not know. "?" for untoldToken.
[[nodiscard]] QString tokenText(const Recording& recording, TokenId token, Spaces spaces = Spaces::asTheyAre);

/// A token in a sentence: “to”, without its leading space.
[[nodiscard]] QString quoted(const Recording& recording, TokenId token);

/// A token for tool tips: "␣to · id 17 · bytes 20 74 6F"; without bytes where it has none or they are not known.
[[nodiscard]] QString tokenInDetail(const Recording& recording, TokenId token);

/// Lines of a tool tip, which would take a token for HTML that looks like it.
[[nodiscard]] QString asToolTip(const QStringList& lines);

/// 0.31, 0.004, 1.00; "–" for nothing.
[[nodiscard]] QString number(std::optional<double> value, int decimals = 2);

/// ₁₂, for the index of a letter.
[[nodiscard]] QString subscript(int number);

/// Two numbers that are compared, with as many decimals as it takes to see which is the larger: 0.996 and 0.998,
/// not 1.00 twice.
struct NumberPair {
    QString first, second;
};
[[nodiscard]] NumberPair compared(std::optional<double> first, std::optional<double> second, int decimals = 2);

} // namespace draftscope
