// SPDX-License-Identifier: MIT
// Private to this folder: tokens as servers write them that speak of texts only.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/token.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// The strings that stand for tokens in an answer: their bytes without those that are no whole UTF-8 character; empty
/// for control tokens. Several tokens may have the same one.
class TokenStrings {
public:
    explicit TokenStrings(std::shared_ptr<const Tokenizer> tokenizer);

    [[nodiscard]] const Tokenizer& tokenizer() const { return *m_tokenizer; }
    [[nodiscard]] std::string shown(TokenId token) const;
    /// noToken where no token has that string, or several have.
    [[nodiscard]] TokenId only(const std::string& shown) const;
    /// All of that string that are no control tokens.
    [[nodiscard]] std::vector<TokenId> all(const std::string& shown) const;
    [[nodiscard]] std::vector<TokenId> controls() const;
    /// Ends inside of a character, in the way that makes llama-cpp-python go on behind it, whatever max_tokens says.
    [[nodiscard]] bool isUnfinished(TokenId token) const;
    /// Tokens whose string no other one has.
    [[nodiscard]] int distinct() const { return m_distinct; }
    /// A letter that is a token: what is easily told.
    [[nodiscard]] TokenId letter() const { return m_letter; }
    /// The text that a server has to be given for these ids, without the BOS that it puts in front itself; control
    /// tokens as they are written. Not checked: it may be split otherwise, or be no UTF-8.
    [[nodiscard]] std::string textOf(std::span<const TokenId> tokens) const;
    /// Whether a prompt of that text becomes these ids.
    [[nodiscard]] bool isSplitInto(std::string_view text, std::span<const TokenId> tokens) const;

private:
    std::shared_ptr<const Tokenizer> m_tokenizer;
    std::unordered_map<std::string, TokenId> m_only; ///< noToken: of several
    int m_distinct = 0;
    TokenId m_letter = noToken;
};

} // namespace draftscope
