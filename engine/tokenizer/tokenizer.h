// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/token.h"

namespace draftscope {

/// More tokens than any published vocabulary has.
inline constexpr std::size_t largestVocabulary = std::size_t(1) << 22;

inline constexpr std::size_t longestText = std::size_t(256) << 20; ///< bytes; encode() refuses more

/// Text to token ids and back. Implementations are immutable and may be used from several threads.
class Tokenizer {
public:
    virtual ~Tokenizer() = default;

    /// "sentencepiece-bpe", "sentencepiece-unigram", "byte-level-bpe": equal kinds are needed for a pair.
    [[nodiscard]] virtual std::string_view kind() const = 0;
    [[nodiscard]] virtual int size() const = 0;
    [[nodiscard]] virtual TokenId bos() const = 0; ///< noToken if there is none
    [[nodiscard]] virtual TokenId eos() const = 0;
    [[nodiscard]] virtual TokenId unknown() const = 0;
    [[nodiscard]] virtual bool addsBos() const = 0; ///< prompts begin with BOS
    [[nodiscard]] virtual bool isControl(TokenId token) const = 0;
    [[nodiscard]] virtual bool isByte(TokenId token) const = 0;

    /// Ids of a text, without those that a prompt begins with. What is written like a special token is one
    /// ("<|im_end|>"). Invalid UTF-8 is an Error that names the byte offset.
    [[nodiscard]] virtual Result<std::vector<TokenId>> encode(std::string_view text) const = 0;
    /// A number of tokens that encode() of this text gives at least, known at once: a token covers no more bytes than
    /// the longest piece. 0 where nothing can be said.
    [[nodiscard]] virtual std::size_t fewestTokens(std::string_view /*text*/) const { return 0; }
    /// The vocabulary entry as stored, e.g. "▁the" or "<0x0A>".
    [[nodiscard]] virtual std::string piece(TokenId token) const = 0;
    /// The bytes that the token adds to a text (" the", "\n"); empty for control tokens and ids past the end.
    [[nodiscard]] virtual std::string bytes(TokenId token) const = 0;
    /// The text of ids: bytes joined, without the space that the tokenizer itself put in front of a text.
    [[nodiscard]] virtual std::string decode(std::span<const TokenId> tokens) const = 0;

    /// BOS (if the model wants it) and the ids of the prompt. The prompt "" is BOS alone.
    [[nodiscard]] Result<std::vector<TokenId>> encodePrompt(std::string_view text) const;

protected:
    /// Whether encode() takes it. Error: it is not valid UTF-8, or longer than longestText.
    [[nodiscard]] static Result<void> checkText(std::string_view text);
};

} // namespace draftscope
