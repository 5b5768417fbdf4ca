// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tokenizer/cut_points.h"
#include "engine/tokenizer/gguf_tokens.h"
#include "engine/tokenizer/scored_pieces.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// The sentencepiece vocabulary of a GGUF file, with the ids that llama.cpp gives, whatever mix of types its tokens
/// have (the sentencepiece library refuses most of them). Control, user-defined and unknown tokens are found in a text
/// first, and what lies behind one begins with a space, as the text itself does.
class GgufPieceTokenizer : public Tokenizer {
public:
    /// Errors: too few scores, too many tokens of a kind, texts that are not UTF-8 among those that are found in texts.
    /// `name` is for these.
    [[nodiscard]] static Result<std::shared_ptr<const Tokenizer>> create(GgufTokens tokens, std::vector<float> scores,
                                                                         bool addsSpacePrefix, std::string_view name);

    [[nodiscard]] std::string_view kind() const override { return "sentencepiece-bpe"; }
    [[nodiscard]] int size() const override { return int(m_tokens.texts.size()); }
    [[nodiscard]] TokenId bos() const override { return m_tokens.bos; }
    [[nodiscard]] TokenId eos() const override { return m_tokens.eos; }
    [[nodiscard]] TokenId unknown() const override { return m_tokens.unknown; }
    [[nodiscard]] bool addsBos() const override { return m_addsBos; }
    [[nodiscard]] bool isControl(TokenId token) const override { return m_tokens.is(token, ggufControl); }
    [[nodiscard]] bool isByte(TokenId token) const override { return m_tokens.is(token, ggufByte); }
    [[nodiscard]] Result<std::vector<TokenId>> encode(std::string_view text) const override;
    [[nodiscard]] std::size_t fewestTokens(std::string_view text) const override;
    [[nodiscard]] std::string piece(TokenId token) const override;
    [[nodiscard]] std::string bytes(TokenId token) const override;
    [[nodiscard]] std::string decode(std::span<const TokenId> tokens) const override;

private:
    GgufPieceTokenizer() = default;
    [[nodiscard]] std::string bytesOf(TokenId token) const;
    void encodePart(std::string_view text, std::vector<TokenId>& ids) const;

    GgufTokens m_tokens;
    AddedTokens m_found;
    ScoredPieces m_pieces;
    std::optional<CutPoints> m_cuts; ///< where long texts are cut
    std::vector<std::string> m_bytes;
    bool m_addsSpacePrefix = true, m_addsBos = true;
};

} // namespace draftscope
