// SPDX-License-Identifier: MIT
#include "engine/core/printable.h"

#include <iterator>

#include <fmt/format.h>

#include "engine/core/utf8.h"

namespace draftscope {
namespace {

bool isControl(char32_t character)
{
    return character < 0x20 || (character >= 0x7F && character < 0xA0);
}

/// Bidirectional formatting characters (Unicode Standard Annex 9) and the separators of lines and paragraphs.
bool changesLayout(char32_t character)
{
    return character == 0x061C || character == 0x200E || character == 0x200F
        || (character >= 0x2028 && character <= 0x202E) || (character >= 0x2066 && character <= 0x2069);
}

/// The first character of well-formed UTF-8, which is removed from `text`.
char32_t takeCharacter(std::string_view& text)
{
    const auto lead = (unsigned char)text[0];
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t character = length == 1 ? lead : lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i)
        character = character << 6 | ((unsigned char)text[i] & 0x3Fu);
    text.remove_prefix(length);
    return character;
}

template <class IsShown>
std::string escaped(std::string_view text, const IsShown& isShown)
{
    std::string result;
    const auto escape = std::back_inserter(result);
    while (!text.empty()) {
        std::string_view valid = text.substr(0, validUtf8Length(text));
        text.remove_prefix(valid.size());
        while (!valid.empty()) {
            const std::string_view before = valid;
            const char32_t character = takeCharacter(valid);
            if (isShown(character))
                result += before.substr(0, before.size() - valid.size());
            else if (character < 0x80)
                fmt::format_to(escape, "\\x{:02X}", unsigned(character));
            else
                fmt::format_to(escape, "\\u{:04X}", unsigned(character));
        }
        if (!text.empty()) {
            fmt::format_to(escape, "\\x{:02X}", unsigned((unsigned char)text[0]));
            text.remove_prefix(1);
        }
    }
    return result;
}

} // namespace

std::string printableName(std::string_view name)
{
    return escaped(name, [](char32_t character) { return !isControl(character) && !changesLayout(character); });
}

std::string printableText(std::string_view text)
{
    return escaped(text,
                   [](char32_t character) { return !isControl(character) || character == '\n' || character == '\t'; });
}

} // namespace draftscope
