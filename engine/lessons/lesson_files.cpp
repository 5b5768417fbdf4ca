// SPDX-License-Identifier: MIT
#include "engine/lessons/lesson_files.h"

#include <algorithm>
#include <charconv>

#include "engine/catalogue/embedded.h"
#include "engine/core/text_file.h"

namespace draftscope {
namespace {

constexpr std::size_t longestLesson = 1'000'000;

bool isLessonFile(const std::filesystem::path& path)
{
    const std::string name = path.stem().stem().string();
    return path.extension() == ".md" && name != "glossary" && name != playedLesson && name != "README";
}

/// The file of a lesson in that language, or the English one.
std::filesystem::path inLanguage(const std::filesystem::path& folder, const std::string& name, LessonLanguage language)
{
    const std::filesystem::path german = folder / (name + ".de.md");
    std::error_code ignored;
    return language == LessonLanguage::german && std::filesystem::exists(german, ignored) ? german
                                                                                          : folder / (name + ".md");
}

} // namespace

Result<Lesson> readLesson(const std::filesystem::path& path)
{
    const auto text = readTextFile(path, longestLesson);
    return text ? parseLesson(*text, path) : tl::unexpected(text.error());
}

Result<std::filesystem::path> lessonDirectory()
{
    for (const auto& models : embeddedModelDirectories()) {
        const std::filesystem::path lessons = models.parent_path() / "lessons";
        if (std::error_code ignored; std::filesystem::is_directory(lessons, ignored))
            return lessons;
    }
    return fail("The lessons that come with the program are missing: install Draftscope again.");
}

Result<std::vector<Lesson>> shippedLessons(LessonLanguage language)
{
    const auto folder = lessonDirectory();
    if (!folder)
        return tl::unexpected(folder.error());
    std::vector<Lesson> lessons;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(*folder, error)) {
        const std::string name = entry.path().stem().string();
        if (!isLessonFile(entry.path()) || name.ends_with(".de"))
            continue;
        if (auto lesson = readLesson(inLanguage(*folder, name, language)))
            lessons.push_back(std::move(*lesson));
    }
    std::ranges::sort(lessons, {}, [](const Lesson& lesson) { return std::pair(lesson.order, lesson.name); });
    return lessons;
}

Result<std::filesystem::path> lessonFile(std::string_view nameOrPath, LessonLanguage language)
{
    const std::filesystem::path path(nameOrPath);
    if (std::error_code ignored; std::filesystem::is_regular_file(path, ignored))
        return path;
    const auto folder = lessonDirectory();
    if (folder && path.filename() == path) {
        const auto file = inLanguage(*folder, path.string(), language);
        if (std::error_code ignored; std::filesystem::exists(file, ignored))
            return file;
    }
    return fail("There is no lesson {}: name a file, or one of those that come with the program, such as "
                "accept-or-reject.",
                nameOrPath);
}

LessonAddress lessonAddress(std::string_view text)
{
    LessonAddress address{std::string(text)};
    const std::size_t colon = text.rfind(':');
    std::error_code ignored;
    if (colon == std::string_view::npos || std::filesystem::exists(text, ignored))
        return address;
    int step = 0;
    const std::string_view number = text.substr(colon + 1);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), step);
    if (error == std::errc() && end == number.data() + number.size() && step >= 1)
        address = {std::string(text.substr(0, colon)), step};
    return address;
}

} // namespace draftscope
