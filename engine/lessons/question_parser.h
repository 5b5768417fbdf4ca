// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "engine/lessons/lesson.h"
#include "engine/lessons/lesson_lines.h"

namespace draftscope {

/// A question: `lines` begin with that of its "? ". Returns how many of them it is. Errors name file and line.
struct ParsedQuestion {
    LessonQuestion question;
    std::size_t lines = 0;
};
[[nodiscard]] Result<ParsedQuestion> parseQuestion(std::span<const NumberedLine> lines,
                                                   const std::filesystem::path& file);

} // namespace draftscope
