// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

enum class TokenKind : std::uint8_t {
    text,
    printBegin, ///< {{
    printEnd,
    tagBegin, ///< {%
    tagEnd,
    name,
    string,
    number,
    sign, ///< an operator, or punctuation
    end,
};

struct Token {
    TokenKind kind = TokenKind::end;
    int line = 1;
    std::string text; ///< a text, a name, a sign, or what a string says
    Value number;
    [[nodiscard]] bool is(TokenKind wanted, std::string_view what) const { return kind == wanted && text == what; }
    [[nodiscard]] bool isSign(std::string_view sign) const { return is(TokenKind::sign, sign); }
    [[nodiscard]] bool isName(std::string_view name) const { return is(TokenKind::name, name); }
};

/// Cuts a template as Jinja does with trim_blocks and lstrip_blocks: comments are gone, white space is trimmed where
/// the template or these
/// two say so, a line end at its end is dropped. `source` is UTF-8. The last token is an end. throws Failure with a
/// line.
[[nodiscard]] std::vector<Token> tokensOf(std::string_view source);

} // namespace draftscope::jinja
