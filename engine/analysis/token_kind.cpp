// SPDX-License-Identifier: MIT
#include "engine/analysis/token_kind.h"

#include <algorithm>
#include <cctype>

namespace draftscope {
namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/// Letters of longer sequences count as letters: most are.
bool isLetter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80;
}

bool isOfCode(char c)
{
    return std::string_view("{}[]()<>=+*/\\|&^%$#@_~`").find(c) != std::string_view::npos;
}

} // namespace

TokenKind tokenKindOf(std::string_view bytes)
{
    if (bytes.empty() || (bytes.size() > 2 && bytes.starts_with("<|")))
        return TokenKind::special;
    const auto first = std::ranges::find_if_not(bytes, isSpace);
    if (first == bytes.end())
        return TokenKind::whiteSpace;
    const std::string_view rest = bytes.substr(std::size_t(first - bytes.begin()));
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (isLetter(rest.front()))
        return std::ranges::any_of(rest, isOfCode) ? TokenKind::code
            : rest.size() < bytes.size()           ? TokenKind::wordBegin
                                                   : TokenKind::insideWord;
    if (isDigit(rest.front()))
        return TokenKind::number;
    return std::ranges::any_of(rest, isOfCode) ? TokenKind::code : TokenKind::punctuation;
}

std::string_view nameOf(TokenKind kind)
{
    switch (kind) {
    case TokenKind::wordBegin:
        return "word begin";
    case TokenKind::insideWord:
        return "inside a word";
    case TokenKind::number:
        return "number";
    case TokenKind::punctuation:
        return "punctuation";
    case TokenKind::whiteSpace:
        return "white space";
    case TokenKind::code:
        return "code";
    case TokenKind::special:
        break;
    }
    return "special";
}

} // namespace draftscope
