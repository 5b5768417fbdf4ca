// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/utf8.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// Tokens to text as they come. Knows the two things that a token cannot know alone: the space that the tokenizer puts
/// in front of a text is no part of it, and a character may be spread over several tokens.
class TextStream {
public:
    TextStream(std::shared_ptr<const Tokenizer> tokenizer, std::vector<TokenId> prompt);

    /// The text that `token` completes; empty while a character is unfinished.
    [[nodiscard]] std::string add(TokenId token);
    [[nodiscard]] std::string finish() { return m_utf8.finish(); }

private:
    std::shared_ptr<const Tokenizer> m_tokenizer;
    std::vector<TokenId> m_start; ///< all tokens, as long as they have given no text
    bool m_started = false;
    Utf8Stream m_utf8;
};

} // namespace draftscope
