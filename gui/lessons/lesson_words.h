// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson's words as rich text.
#pragma once

#include <QFont>
#include <QString>

#include "engine/lessons/lesson_page.h"
#include "engine/record/recording.h"

namespace draftscope {

/// Markdown with its fields: numbers of p, q, u and the residual in their colours, tokens as tokens. Links keep their
/// addresses. `recording` says how tokens look; null where there are none.
[[nodiscard]] QString richText(const FilledText& text, const QFont& font, const Recording* recording);
/// A formula as one line: `x_1` lower, `α^(K+1)` higher.
[[nodiscard]] QString richFormula(const FilledText& text, const QFont& font, const Recording* recording);
/// Without any marks, for people who do not see it and for tool tips.
[[nodiscard]] QString plainWords(const FilledText& text, const Recording* recording);

} // namespace draftscope
