// SPDX-License-Identifier: MIT
// Lessons that come with the program, and those that people name.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lessons/lesson.h"

namespace draftscope {

/// A file of at most 1 MB. Errors: it cannot be read, and those of parseLesson().
[[nodiscard]] Result<Lesson> readLesson(const std::filesystem::path& path);

/// Where the program's own lie: beside its models. Error: there are none.
[[nodiscard]] Result<std::filesystem::path> lessonDirectory();

/// The program's own in a language, by Lesson::order and then by name; where one has no file of that language the
/// English one. Files that are damaged are left out. `In 60 seconds` and the glossary are not among them.
[[nodiscard]] Result<std::vector<Lesson>> shippedLessons(LessonLanguage language);

/// The file that a person names: a path, or the name of one of the program's own, in the language where it has that.
[[nodiscard]] Result<std::filesystem::path> lessonFile(std::string_view nameOrPath, LessonLanguage language);

/// "FILE:3": the file and the step, from 1; 1 where none is named. A file that is called so is that file.
struct LessonAddress {
    std::string file;
    int step = 1;
};
[[nodiscard]] LessonAddress lessonAddress(std::string_view text);

/// The name of the lesson that plays by itself.
inline constexpr std::string_view playedLesson = "in-60-seconds";

} // namespace draftscope
