// SPDX-License-Identifier: MIT
#include "engine/tokenizer/unicode_text.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>

#include <unicode/uchar.h>
#include <utf8proc.h>

#include "engine/tokenizer/newer_characters.h"

namespace draftscope {

namespace {

constexpr int mostMarksInARow =
    4096; ///< combining ones, which are sorted in time that grows with the square of their number

bool isOneOf(std::int32_t code, std::uint32_t masks)
{
    return (U_GET_GC_MASK(code) & masks) != 0;
}

template <class... Codes>
bool isAnyOf(std::int32_t code, Codes... codes)
{
    return ((code == codes) || ...);
}

constexpr bool isBetween(std::int32_t code, std::int32_t first, std::int32_t last)
{
    return code >= first && code <= last;
}

const NewerCharacters* newerOne(std::int32_t code)
{
    const auto* const found = std::ranges::lower_bound(newerCharacters, code, {}, &NewerCharacters::last);
    return found != std::end(newerCharacters) && found->first <= code ? found : nullptr;
}

/// Small letters that came with Unicode 16 and 17.
std::int32_t smallLetter(std::int32_t code)
{
    if (isBetween(code, 0x10d50, 0x10d65))
        return code + 0x20;
    if (isBetween(code, 0x16ea0, 0x16eb8))
        return code + 0x1b;
    if (isAnyOf(code, 0x1c89, 0xa7cc, 0xa7ce, 0xa7d2, 0xa7d4, 0xa7da))
        return code + 1;
    return code == 0xa7cb ? 0x264 : code == 0xa7dc ? 0x19b : u_tolower(code);
}

} // namespace

bool isOfUnicode(std::int32_t code, unsigned major)
{
    UVersionInfo version;
    u_charAge(code, version);
    return version[0] < major || (version[0] == major && version[1] == 0);
}

TextCharacter characterAt(std::string_view text, std::size_t at)
{
    TextCharacter character;
    const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at,
                                       utf8proc_ssize_t(text.size() - at), &character.code);
    character.size = size > 0 ? std::size_t(size) : 0;
    return character;
}

TextCharacter characterBefore(std::string_view text, std::size_t end)
{
    if (end == 0)
        return {};
    std::size_t begin = end - 1;
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80)
        --begin;
    return characterAt(text, begin);
}

void appendUtf8(std::string& text, std::int32_t code)
{
    utf8proc_uint8_t bytes[4];
    text.append(reinterpret_cast<const char*>(bytes), std::size_t(utf8proc_encode_char(code, bytes)));
}

bool isWhiteSpace(std::int32_t code)
{
    return (code >= 0x09 && code <= 0x0d) || code == 0x20 || code == 0x85 || code == 0xa0 || code == 0x1680
        || (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f
        || code == 0x3000;
}

bool isWordCode(std::int32_t code)
{
    if (code == 0x200c || code == 0x200d // joiners
        || isOneOf(code, U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK | U_GC_NL_MASK | U_GC_PC_MASK)
        || u_hasBinaryProperty(code, UCHAR_ALPHABETIC))
        return true;
    const NewerCharacters* newer = newerOne(code);
    return newer && newer->kind <= NewerKind::digit;
}

bool isPunctuation(std::int32_t code)
{
    if (code < 0x80)
        return isBetween(code, 0x21, 0x7e) && !isBetween(code, '0', '9') && !isBetween(code | 0x20, 'a', 'z');
    return (isOneOf(code, U_GC_P_MASK) && isOfUnicode(code, 8)) || isAnyOf(code, 0x166d, 0x111c9);
}

bool isNumeric(std::int32_t code)
{
    if (isOneOf(code, U_GC_N_MASK) || isBetween(code, 0x11de0, 0x11de9) || isBetween(code, 0x16ff4, 0x16ff6))
        return true;
    const NewerCharacters* newer = newerOne(code);
    return newer && (newer->kind == NewerKind::digit || newer->kind == NewerKind::number);
}

bool isMark(std::int32_t code)
{
    return (isOneOf(code, U_GC_M_MASK) && isOfUnicode(code, 9) && code != 0x111c9) || isAnyOf(code, 0x1cf2, 0x1cf3);
}

bool isNonspacingMark(std::int32_t code)
{
    return (isOneOf(code, U_GC_MN_MASK) && isOfUnicode(code, 8) && !isAnyOf(code, 0x1885, 0x1886, 0xa9bd, 0x111c9))
        || code == 0x1734;
}

bool isControlCode(std::int32_t code)
{
    return isOneOf(code, U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK) && isOfUnicode(code, 8);
}

bool isAsciiText(std::string_view text)
{
    return std::none_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; });
}

namespace {

/// The normal form of a text without characters that stay as they are.
Result<void> appendNormalForm(std::string& to, NormalForm form, std::string_view text)
{
    int options = UTF8PROC_STABLE;
    options |= form == NormalForm::c || form == NormalForm::kc ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE;
    options |= form == NormalForm::kc || form == NormalForm::kd ? UTF8PROC_COMPAT : 0;
    utf8proc_uint8_t* result = nullptr;
    const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                   utf8proc_ssize_t(text.size()), &result, utf8proc_option_t(options));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(result, &std::free);
    if (size < 0)
        return fail("The text cannot be normalised ({}): shorten it.", utf8proc_errmsg(size));
    to.append(reinterpret_cast<const char*>(result), std::size_t(size));
    return {};
}

} // namespace

Result<std::string> normalForm(NormalForm form, std::string_view text)
{
    constexpr std::int32_t firstNewer = 0x32ff, capitalInCircle = 0x1f16c;
    if (isAsciiText(text))
        return std::string(text);
    std::string result;
    std::size_t done = 0;
    int marks = 0;
    for (std::size_t at = 0; at < text.size();) {
        const TextCharacter character = characterAt(text, at);
        if (character.size == 0)
            break;
        const utf8proc_property_t* property = utf8proc_get_property(character.code);
        marks = property->combining_class != 0 ? marks + 1 : 0;
        if (marks > mostMarksInARow)
            return fail("The text has more than {} combining marks in a row: leave some out.", mostMarksInARow);
        const bool isNewer = character.code >= firstNewer && property->decomp_seqindex != UINT16_MAX
            && (!isOfUnicode(character.code, 12) || character.code == capitalInCircle);
        if (isNewer && form != NormalForm::c) {
            if (auto added = appendNormalForm(result, form, text.substr(done, at - done)); !added)
                return tl::unexpected(added.error());
            result += text.substr(at, character.size);
            done = at + character.size;
        }
        at += character.size;
    }
    if (auto added = appendNormalForm(result, form, text.substr(done)); !added)
        return tl::unexpected(added.error());
    return result;
}

std::string withStandIns(std::string_view text, bool isOf16)
{
    // One of three and one of four bytes for each kind.
    static constexpr std::int32_t standIns[][2] = {
        {0x1e00, 0x10400}, {0x1e01, 0x10428}, {0x1200, 0x10000}, {0x4e00, 0x20000}, {0x1843, 0x16b40},
        {0x135d, 0x11001}, {0x0903, 0x11000}, {0x1810, 0x104a0}, {0x2460, 0x10107}, {0x1360, 0x10100},
        {0x2010, 0x10ead}, {0x2100, 0x1f300}, {0x2200, 0x1d6c1}, {0x200b, 0x110bd}};
    constexpr std::size_t letter = std::size_t(NewerKind::letter);
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        if (static_cast<unsigned char>(text[at]) < 0xe0) {
            ++at;
            continue;
        }
        const TextCharacter character = characterAt(text, at);
        const bool isOld = character.code < newerCharacters[0].first || isBetween(character.code, 0x31f0, 0xa7ca)
            || isBetween(character.code, 0xa7dd, 0x105bf);
        const NewerCharacters* newer = isOld ? nullptr : newerOne(character.code);
        if (newer && (isOf16 || newer->isOf15)) {
            if (result.empty())
                result = text;
            const bool isHanOnlyThere = !isOf16 && newer->kind == NewerKind::han;
            std::string other;
            appendUtf8(other,
                       standIns[isHanOnlyThere ? letter : std::size_t(newer->kind)][character.size == 3 ? 0 : 1]);
            result.replace(at, other.size(), other);
        }
        at += std::max<std::size_t>(character.size, 1);
    }
    return result;
}

std::string smallLetters(std::string_view text)
{
    constexpr std::int32_t dottedCapitalI = 0x130, dotAbove = 0x307;
    std::string small;
    small.reserve(text.size());
    forEachCharacter(text, [&](std::int32_t code, std::size_t) {
        if (code == dottedCapitalI) { // the only one that becomes two characters
            small += 'i';
            appendUtf8(small, dotAbove);
        } else {
            appendUtf8(small, smallLetter(code));
        }
    });
    return small;
}

} // namespace draftscope
