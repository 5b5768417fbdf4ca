// SPDX-License-Identifier: MIT
// Words with fields in braces.
#include "engine/lessons/lesson.h"

namespace draftscope {
namespace {

/// ":%1" behind the expression.
Result<LessonFormat> formatOf(std::string_view text)
{
    LessonFormat format;
    WordReader reader(text);
    format.isPercent = reader.takesSign("%");
    if (const auto decimals = reader.takeCount()) {
        constexpr int most = 12;
        if (*decimals > most)
            return fail("\"{}\" asks for more than {} decimals: take fewer.", text, most);
        format.decimals = *decimals;
    }
    if (!reader.isAtEnd() || (!format.isPercent && format.decimals < 0))
        return fail("\"{}\" is no format of a number: write {{p:2}} or {{p:%1}}.", text);
    return format;
}

/// Where the format begins; the end where there is none. Texts in quotes may have colons.
std::size_t colonOf(std::string_view inside)
{
    bool isQuoted = false;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        isQuoted ^= inside[i] == '"';
        if (inside[i] == ':' && !isQuoted)
            return i;
    }
    return inside.size();
}

Result<LessonPiece> fieldOf(std::string_view inside)
{
    LessonPiece piece;
    piece.source = inside;
    const std::size_t colon = colonOf(inside);
    auto expression = parseExpression(inside.substr(0, colon));
    if (!expression)
        return tl::unexpected(expression.error());
    piece.field = std::move(*expression);
    if (colon == inside.size())
        return piece;
    const auto format = formatOf(inside.substr(colon + 1));
    if (!format)
        return tl::unexpected(format.error());
    piece.format = *format;
    return piece;
}

} // namespace

Result<LessonText> parseLessonText(std::string_view text)
{
    LessonText pieces;
    std::string words;
    const auto endWords = [&] {
        if (!words.empty())
            pieces.push_back({std::exchange(words, {})});
    };
    while (!text.empty()) {
        if (text.starts_with("\\{") || text.starts_with("\\}")) {
            words += text[1];
            text.remove_prefix(2);
        } else if (text.front() == '{') {
            const std::size_t end = text.find('}');
            if (end == std::string_view::npos)
                return fail("A field is not closed: add the brace, or write \\{{ for the sign itself.");
            auto piece = fieldOf(text.substr(1, end - 1));
            if (!piece)
                return tl::unexpected(piece.error());
            endWords();
            pieces.push_back(std::move(*piece));
            text.remove_prefix(end + 1);
        } else {
            words += text.front();
            text.remove_prefix(1);
        }
    }
    endWords();
    return pieces;
}

} // namespace draftscope
