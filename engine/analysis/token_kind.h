// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace draftscope {

/// What a token is made of, for a look at where drafts fail.
enum class TokenKind : std::uint8_t { wordBegin, insideWord, number, punctuation, whiteSpace, code, special };
inline constexpr int tokenKindCount = 7;

/// By a token's bytes; one without bytes is special. A leading space belongs to what follows it.
[[nodiscard]] TokenKind tokenKindOf(std::string_view bytes);
/// "word begin", "inside a word", "number", "punctuation", "white space", "code", "special".
[[nodiscard]] std::string_view nameOf(TokenKind kind);

} // namespace draftscope
