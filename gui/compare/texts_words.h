// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "gui/compare/text_comparing.h"

namespace draftscope {

/// What came of comparing two texts, as rich text in the colours of the theme and the words of the window's language.
/// Tokens are links, "token:SIDE:INDEX", where `isLinked` says so of their side; INDEX counts behind the prompt.
[[nodiscard]] QString htmlOfTexts(const TextsFound& found, const std::array<const TextInput*, 2>& inputs,
                                  const std::array<bool, 2>& isLinked);

} // namespace draftscope
