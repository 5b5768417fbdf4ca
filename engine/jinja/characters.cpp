// SPDX-License-Identifier: MIT
#include "engine/jinja/characters.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <utf8proc.h>

#include "engine/jinja/special_casing.h"

namespace draftscope::jinja {

namespace {

constexpr bool isTail(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

utf8proc_category_t categoryOf(char32_t character)
{
    return utf8proc_category(utf8proc_int32_t(character));
}

struct CharacterRange {
    char32_t first, last;
};

template <std::size_t Count>
bool isAmong(const std::array<CharacterRange, Count>& ranges, char32_t character)
{
    return std::ranges::any_of(
        ranges, [&](const CharacterRange& range) { return range.first <= character && character <= range.last; });
}

// What Python 3.11 (Unicode 14) says beyond the general category.
constexpr std::array<CharacterRange, 20> digitsBesideDecimals{
    {{178, 179},     {185, 185},     {4969, 4977},   {6618, 6618},   {8304, 8304},   {8308, 8313},    {8320, 8329},
     {9312, 9320},   {9332, 9340},   {9352, 9360},   {9450, 9450},   {9461, 9469},   {9471, 9471},    {10102, 10110},
     {10112, 10120}, {10122, 10130}, {68160, 68163}, {69216, 69224}, {69714, 69722}, {127232, 127242}}};
constexpr std::array<CharacterRange, 5> otherUpperCase{
    {{8544, 8559}, {9398, 9423}, {127280, 127305}, {127312, 127337}, {127344, 127369}}};
constexpr std::array<CharacterRange, 24> otherLowerCase{
    {{170, 170},     {186, 186},     {688, 696},     {704, 705},     {736, 740},     {837, 837},
     {890, 890},     {7468, 7530},   {7544, 7544},   {7579, 7615},   {8305, 8305},   {8319, 8319},
     {8336, 8348},   {8560, 8575},   {9424, 9449},   {11388, 11389}, {42652, 42653}, {42864, 42864},
     {43000, 43001}, {43868, 43871}, {67456, 67456}, {67459, 67461}, {67463, 67504}, {67506, 67514}}};

const SpecialCase* specialCaseOf(char32_t character)
{
    const auto* found = std::ranges::lower_bound(specialCases, character, {}, &SpecialCase::character);
    return found != std::end(specialCases) && found->character == character ? found : nullptr;
}

void appendAll(std::string& text, const char32_t* characters)
{
    for (; *characters != 0; ++characters)
        appendCharacter(text, *characters);
}

void appendUpper(std::string& text, char32_t character)
{
    if (const SpecialCase* special = specialCaseOf(character))
        appendAll(text, special->upper);
    else
        appendCharacter(text, char32_t(utf8proc_toupper(utf8proc_int32_t(character))));
}

void appendTitle(std::string& text, char32_t character)
{
    if (const SpecialCase* special = specialCaseOf(character))
        appendAll(text, special->title);
    else
        appendCharacter(text, char32_t(utf8proc_totitle(utf8proc_int32_t(character))));
}

bool isCased(char32_t character)
{
    return isUpperCase(character) || isLowerCase(character) || isTitleCase(character);
}

/// What stands between letters without parting words, for the sigma at a word's end.
bool isCaseIgnorable(char32_t character)
{
    const auto category = categoryOf(character);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME || category == UTF8PROC_CATEGORY_CF
        || category == UTF8PROC_CATEGORY_LM || category == UTF8PROC_CATEGORY_SK || character == '\'' || character == '.'
        || character == ':' || character == 0xB7 || character == 0x2019;
}

bool endsWord(std::string_view before, std::string_view behind)
{
    char32_t last = 0, next = 0;
    while (!before.empty() && isCaseIgnorable(last = takeLastCharacter(before))) {}
    while (!behind.empty() && isCaseIgnorable(next = takeCharacter(behind))) {}
    return isCased(last) && !isCaseIgnorable(last) && !(isCased(next) && !isCaseIgnorable(next));
}

/// `before`: what stands in front of it in its text; `behind`: the rest.
void appendLower(std::string& text, char32_t character, std::string_view before, std::string_view behind)
{
    if (character == 0x130) // the only one whose lower case has two characters
        appendAll(text, U"i\u0307");
    else if (character == 0x3A3)
        appendCharacter(text, endsWord(before, behind) ? 0x3C2 : 0x3C3);
    else
        appendCharacter(text, char32_t(utf8proc_tolower(utf8proc_int32_t(character))));
}

} // namespace

std::size_t countCharacters(std::string_view text)
{
    return text.size() - std::size_t(std::ranges::count_if(text, isTail));
}

char32_t takeCharacter(std::string_view& rest)
{
    const auto first = static_cast<unsigned char>(rest[0]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    char32_t character = length == 1 ? first : first & (0xFF >> (length + 1));
    for (std::size_t i = 1; i < length && i < rest.size(); ++i)
        character = (character << 6) | (static_cast<unsigned char>(rest[i]) & 0x3F);
    rest.remove_prefix(std::min(length, rest.size()));
    return character;
}

char32_t takeLastCharacter(std::string_view& rest)
{
    std::size_t at = rest.size() - 1;
    while (at > 0 && isTail(rest[at]))
        --at;
    std::string_view last = rest.substr(at);
    rest.remove_suffix(rest.size() - at);
    return takeCharacter(last);
}

void appendCharacter(std::string& text, char32_t character)
{
    const auto tail = [&](int shift) { text += char(0x80 | ((character >> shift) & 0x3F)); };
    if (character < 0x80) {
        text += char(character);
    } else if (character < 0x800) {
        text += char(0xC0 | (character >> 6));
        tail(0);
    } else if (character < 0x10000) {
        text += char(0xE0 | (character >> 12));
        tail(6), tail(0);
    } else {
        text += char(0xF0 | (character >> 18));
        tail(12), tail(6), tail(0);
    }
}

std::size_t offsetOf(std::string_view text, std::size_t character)
{
    std::size_t at = 0;
    for (; at < text.size(); ++at)
        if (!isTail(text[at]) && character-- == 0)
            break;
    return at;
}

std::vector<std::size_t> offsetsOf(std::string_view text)
{
    std::vector<std::size_t> offsets;
    for (std::size_t at = 0; at < text.size(); ++at)
        if (!isTail(text[at]))
            offsets.push_back(at);
    offsets.push_back(text.size());
    return offsets;
}

bool isSpace(char32_t character)
{
    return (character >= 9 && character <= 13) || (character >= 28 && character <= 32) || character == 0x85
        || character == 0xA0 || character == 0x1680 || (character >= 0x2000 && character <= 0x200A)
        || character == 0x2028 || character == 0x2029 || character == 0x202F || character == 0x205F
        || character == 0x3000;
}

bool isLineBreak(char32_t character)
{
    return (character >= 10 && character <= 13) || (character >= 28 && character <= 30) || character == 0x85
        || character == 0x2028 || character == 0x2029;
}

namespace {

bool isStripped(char32_t character, const std::string* characters)
{
    if (!characters)
        return isSpace(character);
    std::string one;
    appendCharacter(one, character);
    return characters->find(one) != std::string::npos;
}

} // namespace

std::string_view strippedLeft(std::string_view text, const std::string* characters)
{
    while (!text.empty()) {
        std::string_view rest = text;
        if (!isStripped(takeCharacter(rest), characters))
            break;
        text = rest;
    }
    return text;
}

std::string_view strippedRight(std::string_view text, const std::string* characters)
{
    while (!text.empty()) {
        std::string_view rest = text;
        if (!isStripped(takeLastCharacter(rest), characters))
            break;
        text = rest;
    }
    return text;
}

std::string_view stripped(std::string_view text, const std::string* characters)
{
    return strippedRight(strippedLeft(text, characters), characters);
}

bool isDecimal(char32_t character)
{
    return categoryOf(character) == UTF8PROC_CATEGORY_ND;
}

bool isDigit(char32_t character)
{
    return isDecimal(character) || isAmong(digitsBesideDecimals, character);
}

bool isAlphabetic(char32_t character)
{
    const auto category = categoryOf(character);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool isUpperCase(char32_t character)
{
    return categoryOf(character) == UTF8PROC_CATEGORY_LU || isAmong(otherUpperCase, character);
}

bool isLowerCase(char32_t character)
{
    return categoryOf(character) == UTF8PROC_CATEGORY_LL || isAmong(otherLowerCase, character);
}

bool isTitleCase(char32_t character)
{
    return categoryOf(character) == UTF8PROC_CATEGORY_LT;
}

bool isPrintable(char32_t character)
{
    switch (categoryOf(character)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return false;
    case UTF8PROC_CATEGORY_ZS:
        return character == ' ';
    default:
        return true;
    }
}

bool isWordCharacter(char32_t character)
{
    const auto category = categoryOf(character);
    return character == '_' || isAlphabetic(character) || category == UTF8PROC_CATEGORY_ND
        || category == UTF8PROC_CATEGORY_NL || category == UTF8PROC_CATEGORY_NO;
}

std::string upperCase(std::string_view text)
{
    std::string upper;
    while (!text.empty())
        appendUpper(upper, takeCharacter(text));
    return upper;
}

std::string lowerCase(std::string_view text)
{
    std::string lower;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view before = text.substr(0, text.size() - rest.size());
        const char32_t character = takeCharacter(rest);
        appendLower(lower, character, before, rest);
    }
    return lower;
}

std::string capitalised(std::string_view text)
{
    if (text.empty())
        return {};
    std::string result;
    std::string_view rest = text;
    appendTitle(result, takeCharacter(rest));
    while (!rest.empty()) {
        const std::string_view before = text.substr(0, text.size() - rest.size());
        const char32_t character = takeCharacter(rest);
        appendLower(result, character, before, rest);
    }
    return result;
}

std::string titleCase(std::string_view text)
{
    std::string title;
    bool isInWord = false;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view before = text.substr(0, text.size() - rest.size());
        const char32_t character = takeCharacter(rest);
        if (isInWord)
            appendLower(title, character, before, rest);
        else
            appendTitle(title, character);
        isInWord = isCased(character);
    }
    return title;
}

std::string swappedCase(std::string_view text)
{
    std::string swapped;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view before = text.substr(0, text.size() - rest.size());
        const char32_t character = takeCharacter(rest);
        if (isUpperCase(character))
            appendLower(swapped, character, before, rest);
        else if (isLowerCase(character))
            appendUpper(swapped, character);
        else
            appendCharacter(swapped, character);
    }
    return swapped;
}

std::string quotedText(std::string_view text)
{
    const bool hasSingle = text.find('\'') != std::string_view::npos,
               hasDouble = text.find('"') != std::string_view::npos;
    const char quote = hasSingle && !hasDouble ? '"' : '\'';
    std::string result(1, quote);
    while (!text.empty()) {
        const char32_t character = takeCharacter(text);
        if (character == char32_t(quote) || character == '\\')
            (result += '\\') += char(character);
        else if (character == '\n')
            result += "\\n";
        else if (character == '\r')
            result += "\\r";
        else if (character == '\t')
            result += "\\t";
        else if (isPrintable(character))
            appendCharacter(result, character);
        else
            result += character < 0x100 ? fmt::format("\\x{:02x}", std::uint32_t(character))
                : character < 0x10000   ? fmt::format("\\u{:04x}", std::uint32_t(character))
                                        : fmt::format("\\U{:08x}", std::uint32_t(character));
    }
    return result + quote;
}

} // namespace draftscope::jinja
