// SPDX-License-Identifier: MIT
// The lexical part of Jinja (jinja.palletsprojects.com, "Template Designer Documentation"), no more than it takes to know what is text.
#include "engine/tokenizer/jinja_texts.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace draftscope {

namespace {

std::string utf8Of(std::uint32_t character)
{
    const auto tail = [&](int shift) { return char(0x80 | ((character >> shift) & 0x3F)); };
    if (character < 0x80)
        return {char(character)};
    if (character < 0x800)
        return {char(0xC0 | (character >> 6)), tail(0)};
    if (character < 0x10000)
        return {char(0xE0 | (character >> 12)), tail(6), tail(0)};
    return {char(0xF0 | (character >> 18)), tail(12), tail(6), tail(0)};
}

/// Takes the escape that a string goes on with, behind its backslash. What is none keeps the backslash.
std::string takeEscape(std::string_view& rest)
{
    if (rest.empty())
        return "\\";
    const char kind = rest.front();
    rest.remove_prefix(1);
    switch (kind) {
    case 'n':
        return "\n";
    case 't':
        return "\t";
    case 'r':
        return "\r";
    case '\\':
    case '\'':
    case '"':
        return {kind};
    case '\n': // a line that goes on
        return {};
    default:
        break;
    }
    const std::size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    std::uint32_t character = 0;
    if (digits > 0 && rest.size() >= digits) {
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + digits, character, 16);
        const bool isCharacter = character < 0x110000 && (character < 0xD800 || character > 0xDFFF);
        if (error == std::errc() && end == rest.data() + digits && isCharacter) {
            rest.remove_prefix(digits);
            return utf8Of(character);
        }
    }
    return {'\\', kind};
}

/// Takes a string from behind its opening quote to behind its closing one.
std::string takeString(std::string_view& rest, char quote)
{
    std::string text;
    while (!rest.empty() && rest.front() != quote) {
        const char next = rest.front();
        rest.remove_prefix(1);
        text += next == '\\' ? takeEscape(rest) : std::string(1, next);
    }
    rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
    return text;
}

/// Takes a tag from behind its beginning to behind `end`, and keeps its strings.
void takeTag(std::string_view& rest, std::string_view end, std::vector<std::string>& texts)
{
    while (!rest.empty() && !rest.starts_with(end)) {
        const char next = rest.front();
        rest.remove_prefix(1);
        if (next == '\'' || next == '"')
            texts.push_back(takeString(rest, next));
    }
    rest.remove_prefix(std::min(end.size(), rest.size()));
}

} // namespace

std::vector<std::string> jinjaTexts(std::string_view jinja)
{
    std::vector<std::string> texts;
    while (!jinja.empty()) {
        std::size_t tag = jinja.find('{');
        while (tag != std::string_view::npos && jinja.substr(tag + 1, 1).find_first_of("{%#") != 0)
            tag = jinja.find('{', tag + 1);
        if (const std::string_view plain = jinja.substr(0, tag); !plain.empty())
            texts.emplace_back(plain);
        if (tag == std::string_view::npos)
            break;
        const char kind = jinja[tag + 1];
        jinja.remove_prefix(tag + 2);
        if (kind == '#')
            jinja.remove_prefix(std::min(
                jinja.size(), jinja.find("#}") == std::string_view::npos ? jinja.size() : jinja.find("#}") + 2));
        else
            takeTag(jinja, kind == '{' ? "}}" : "%}", texts);
    }
    return texts;
}

} // namespace draftscope
