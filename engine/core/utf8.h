// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace draftscope {

/// Bytes up to the first one that is not part of a well-formed UTF-8 sequence; text.size() when all is well-formed.
/// Overlong forms, surrogates and values past U+10FFFF are not well-formed (Unicode 15, table 3-7).
[[nodiscard]] std::size_t validUtf8Length(std::string_view text);
[[nodiscard]] inline bool isUtf8(std::string_view text)
{
    return validUtf8Length(text) == text.size();
}

/// The text itself, with U+FFFD in the place of bytes that are not well-formed: for names that come from files.
[[nodiscard]] std::string asUtf8(std::string_view text);

/// The beginning of a text, at most `size` bytes of whole characters.
[[nodiscard]] inline std::string_view beginningOf(std::string_view text, std::size_t size)
{
    return text.substr(0, validUtf8Length(text.substr(0, size)));
}

/// Turns bytes that come in pieces into text that may be shown: keeps back an unfinished sequence until its rest comes,
/// and puts U+FFFD in the place of bytes that can never become one.
class Utf8Stream {
public:
    [[nodiscard]] std::string add(std::string_view bytes);
    /// What is still kept back, as U+FFFD; empty if nothing is.
    [[nodiscard]] std::string finish();

private:
    std::string m_pending;
};

} // namespace draftscope
