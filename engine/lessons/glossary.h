// SPDX-License-Identifier: MIT
// The glossary: a paragraph a term, with its formula, its paper and the lesson about it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/lessons/lesson_value.h"

namespace draftscope {

struct GlossaryTerm {
    std::string name;              ///< in links, the same in every language: "residual"
    std::string title;             ///< as the language says it
    std::vector<std::string> also; ///< other words for it
    std::string formula, paper;    ///< may be empty
    std::string lesson;            ///< "residual:2", or empty
    std::string paragraph;         ///< Markdown
};

/// `file`: its name, for sentences. Errors name it and the line: a key that does not exist, a term without a paragraph
/// or twice; it is no UTF-8.
[[nodiscard]] Result<std::vector<GlossaryTerm>> parseGlossary(std::string_view text, const std::filesystem::path& file);

/// That of the program, in the order of its file. Errors: it is missing, and as above.
[[nodiscard]] Result<std::vector<GlossaryTerm>> shippedGlossary(LessonLanguage language);

/// The term of that name or title, or one of its other words, whatever its case; null where there is none.
[[nodiscard]] const GlossaryTerm* findTerm(const std::vector<GlossaryTerm>& terms, std::string_view words);

} // namespace draftscope
