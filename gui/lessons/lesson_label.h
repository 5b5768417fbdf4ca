// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include "gui/lessons/lesson_words.h"

namespace draftscope {

/// Of what a page says: as large as what views draw, and a little larger where there is no room to read along.
[[nodiscard]] QFont lessonFont(double scale = 1, bool bold = false);

/// A label for words of a lesson: on several lines, with links.
[[nodiscard]] QLabel* makeLessonLabel();
void setLessonText(QLabel& label, const FilledText& text, const QFont& font, const Recording* recording);

} // namespace draftscope
