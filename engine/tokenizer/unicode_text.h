// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/core/error.h"

namespace draftscope {

/// A character of a text of valid UTF-8.
struct TextCharacter {
    std::int32_t code = -1;
    std::size_t size = 0; ///< bytes; 0 at the end of the text
};

[[nodiscard]] TextCharacter characterAt(std::string_view text, std::size_t at);
[[nodiscard]] TextCharacter characterBefore(std::string_view text, std::size_t end);
void appendUtf8(std::string& text, std::int32_t code);

/// Calls `take` with the code of each character of a text of valid UTF-8 and with the byte where it begins.
template <class Take>
void forEachCharacter(std::string_view text, const Take& take)
{
    for (std::size_t at = 0; at < text.size();) {
        const TextCharacter character = characterAt(text, at);
        if (character.size == 0)
            return;
        take(character.code, at);
        at += character.size;
    }
}

// What a character is to Hugging Face's tokenizers, whose parts know different versions of Unicode.
[[nodiscard]] bool isWhiteSpace(std::int32_t code); ///< Unicode's White_Space
[[nodiscard]] bool isWordCode(
    std::int32_t code); ///< Unicode's words (UTS #18): letters, marks, digits, connectors, joiners
[[nodiscard]] bool isPunctuation(std::int32_t code); ///< of ASCII what is neither letter nor digit; else P of Unicode 8
[[nodiscard]] bool isNumeric(std::int32_t code);     ///< N
[[nodiscard]] bool isMark(std::int32_t code);        ///< M of Unicode 9
[[nodiscard]] bool isNonspacingMark(std::int32_t code); ///< Mn of Unicode 8
[[nodiscard]] bool isControlCode(std::int32_t code);    ///< Cc, Cf and Co of Unicode 8
[[nodiscard]] bool isOfUnicode(std::int32_t code,
                               unsigned major); ///< whether that version has it, with no digit behind
[[nodiscard]] bool isAsciiText(std::string_view text);

/// A text with older characters of the same kind and size in the place of those that Unicode 15 and 16 added (without
/// `isOf16` 15 alone), for a library that does not know these yet. Empty where there are none.
[[nodiscard]] std::string withStandIns(std::string_view text, bool isOf16);

enum class NormalForm { c, d, kc, kd };
/// Unicode's normal forms, in which characters that are newer than Unicode 12 stay as they are. An Error where more
/// combining marks follow each other than is sorted in a moment.
[[nodiscard]] Result<std::string> normalForm(NormalForm form, std::string_view text);

/// Small letters, character by character, whatever is beside them.
[[nodiscard]] std::string smallLetters(std::string_view text);

} // namespace draftscope
