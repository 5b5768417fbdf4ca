// SPDX-License-Identifier: MIT
// Python's strings are sequences of characters; here they are UTF-8. All texts must be valid UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace draftscope::jinja {

[[nodiscard]] std::size_t countCharacters(std::string_view text);

/// Takes the first character off a text that is not empty.
[[nodiscard]] char32_t takeCharacter(std::string_view& rest);
/// Takes the last one.
[[nodiscard]] char32_t takeLastCharacter(std::string_view& rest);
void appendCharacter(std::string& text, char32_t character);

/// Where the character of this number begins, in bytes; the text's size where it has no more than that.
[[nodiscard]] std::size_t offsetOf(std::string_view text, std::size_t character);
/// Where each character begins, and the size at the end.
[[nodiscard]] std::vector<std::size_t> offsetsOf(std::string_view text);

/// As str.isspace() has it: what strip() and split() take away.
[[nodiscard]] bool isSpace(char32_t character);
/// Where splitlines() cuts.
[[nodiscard]] bool isLineBreak(char32_t character);
/// `characters`: those to take away; white space where it is not given.
[[nodiscard]] std::string_view strippedLeft(std::string_view text, const std::string* characters = nullptr);
[[nodiscard]] std::string_view strippedRight(std::string_view text, const std::string* characters = nullptr);
[[nodiscard]] std::string_view stripped(std::string_view text, const std::string* characters = nullptr);

[[nodiscard]] bool isDecimal(char32_t character); ///< as str.isdecimal()
[[nodiscard]] bool isDigit(char32_t character);
[[nodiscard]] bool isAlphabetic(char32_t character);
[[nodiscard]] bool isUpperCase(char32_t character);
[[nodiscard]] bool isLowerCase(char32_t character);
[[nodiscard]] bool isTitleCase(char32_t character);
[[nodiscard]] bool isPrintable(char32_t character);
/// A letter, a digit or an underscore: \w of Python's re.
[[nodiscard]] bool isWordCharacter(char32_t character);

[[nodiscard]] std::string upperCase(std::string_view text);
[[nodiscard]] std::string lowerCase(std::string_view text);
/// The first character as a title's, the rest in lower case, as str.capitalize().
[[nodiscard]] std::string capitalised(std::string_view text);
/// Each word so, as str.title() finds words: runs of letters that have a case.
[[nodiscard]] std::string titleCase(std::string_view text);
[[nodiscard]] std::string swappedCase(std::string_view text);

/// Python's repr() of a string.
[[nodiscard]] std::string quotedText(std::string_view text);

} // namespace draftscope::jinja
