// SPDX-License-Identifier: MIT
#include "engine/lessons/glossary.h"

#include <algorithm>

#include "engine/core/text_file.h"
#include "engine/core/utf8.h"
#include "engine/lessons/lesson_files.h"
#include "engine/lessons/lesson_lines.h"

namespace draftscope {
namespace {

/// Of ASCII letters, which is what names in links have; other letters stay.
std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char& letter : lower)
        letter = letter >= 'A' && letter <= 'Z' ? char(letter - 'A' + 'a') : letter;
    return lower;
}

std::vector<std::string> commaSeparated(std::string_view text)
{
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        if (const auto part = trimmed(text.substr(0, end)); !part.empty())
            parts.emplace_back(part);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

Result<void> takeTermKey(GlossaryTerm& term, const KeyValue& pair)
{
    if (pair.key == "term")
        term.name = lowerCase(pair.value);
    else if (pair.key == "also")
        term.also = commaSeparated(pair.value);
    else if (pair.key == "formula")
        term.formula = pair.value;
    else if (pair.key == "paper")
        term.paper = pair.value;
    else if (pair.key == "lesson")
        term.lesson = pair.value;
    else
        return fail("\"{}\" is no key of a term: these are term, also, formula, paper and lesson; an empty line ends "
                    "them.",
                    pair.key);
    return {};
}

} // namespace

Result<std::vector<GlossaryTerm>> parseGlossary(std::string_view text, const std::filesystem::path& file)
{
    if (!isUtf8(text))
        return fail("The glossary {} is no UTF-8: save it as UTF-8.", file.filename().string());
    std::vector<GlossaryTerm> terms;
    int begun = 0; ///< line of the last term
    bool isInKeys = false;
    const auto lacksParagraph = [&] { return !terms.empty() && terms.back().paragraph.empty(); };
    for (const NumberedLine& line : numberedLines(text)) {
        if (line.text.starts_with("## ")) {
            if (lacksParagraph())
                return failAt(file, begun, "The term has no paragraph: write it behind an empty line.");
            const std::string_view title = trimmed(line.text.substr(3));
            if (findTerm(terms, title))
                return failAt(file, line.number, "The term is there twice: keep one.");
            terms.push_back({lowerCase(title), std::string(title), {}, {}, {}, {}, {}});
            begun = line.number;
            isInKeys = true;
        } else if (terms.empty() || trimmed(line.text).empty()) {
            isInKeys = isInKeys && terms.empty(); // what comes before the first term is for people who write it
        } else if (isInKeys) {
            if (const auto taken = takeTermKey(terms.back(), keyValueOf(line.text)); !taken)
                return failAt(file, line.number, taken.error().sentence);
        } else {
            std::string& paragraph = terms.back().paragraph;
            paragraph += (paragraph.empty() ? "" : " ") + std::string(trimmed(line.text));
        }
    }
    if (lacksParagraph())
        return failAt(file, begun, "The term has no paragraph: write it behind an empty line.");
    return terms;
}

Result<std::vector<GlossaryTerm>> shippedGlossary(LessonLanguage language)
{
    const auto folder = lessonDirectory();
    if (!folder)
        return tl::unexpected(folder.error());
    std::filesystem::path file = *folder / (language == LessonLanguage::german ? "glossary.de.md" : "glossary.md");
    if (std::error_code ignored; !std::filesystem::exists(file, ignored))
        file = *folder / "glossary.md";
    constexpr std::size_t longest = 4'000'000;
    const auto text = readTextFile(file, longest);
    return text ? parseGlossary(*text, file) : tl::unexpected(text.error());
}

const GlossaryTerm* findTerm(const std::vector<GlossaryTerm>& terms, std::string_view words)
{
    const std::string wanted = lowerCase(trimmed(words));
    const auto isIt = [&](const GlossaryTerm& term) {
        return term.name == wanted || lowerCase(term.title) == wanted
            || std::ranges::any_of(term.also, [&](const std::string& other) { return lowerCase(other) == wanted; });
    };
    const auto found = std::ranges::find_if(terms, isIt);
    return found == terms.end() ? nullptr : &*found;
}

} // namespace draftscope
