// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tokenizer/cut_points.h"
#include "engine/tokenizer/sentencepiece_proto.h"
#include "engine/tokenizer/tokenizer.h"

namespace sentencepiece {
class SentencePieceProcessor;
}

namespace draftscope {

/// BPE and unigram vocabularies of the sentencepiece library (Kudo and Richardson 2018, arXiv:1808.06226). Control
/// pieces ("<s>") and other added tokens are found in a text, as Hugging Face's tokenizers do; the library alone would
/// not.
class SentencePieceTokenizer : public Tokenizer {
public:
    /// From the contents of a tokenizer.model. `addsBos` defaults to whether there is a BOS token; `name` is for
    /// errors. Throws nothing.
    [[nodiscard]] static Result<std::shared_ptr<const Tokenizer>> fromProto(std::string_view proto,
                                                                            std::string_view name,
                                                                            std::optional<bool> addsBos = {});

    [[nodiscard]] static Result<std::shared_ptr<const Tokenizer>> fromVocabulary(
        const SentencePieceVocabulary& vocabulary, std::string_view name, std::optional<bool> addsBos = {});

    ~SentencePieceTokenizer() override;

    [[nodiscard]] std::string_view kind() const override;
    [[nodiscard]] int size() const override;
    [[nodiscard]] TokenId bos() const override { return m_bos; }
    [[nodiscard]] TokenId eos() const override { return m_eos; }
    [[nodiscard]] TokenId unknown() const override { return m_unknown; }
    [[nodiscard]] bool addsBos() const override { return m_addsBos; }
    [[nodiscard]] bool isControl(TokenId token) const override;
    [[nodiscard]] bool isByte(TokenId token) const override;
    [[nodiscard]] Result<std::vector<TokenId>> encode(std::string_view text) const override;
    [[nodiscard]] std::size_t fewestTokens(std::string_view text) const override;
    [[nodiscard]] std::string piece(TokenId token) const override;
    [[nodiscard]] std::string bytes(TokenId token) const override;
    [[nodiscard]] std::string decode(std::span<const TokenId> tokens) const override;

private:
    SentencePieceTokenizer();

    [[nodiscard]] bool has(TokenId token) const { return token >= 0 && token < size(); }
    [[nodiscard]] Result<void> load(const SentencePieceVocabulary& vocabulary, std::string_view name);
    /// Text without added tokens.
    [[nodiscard]] Result<void> encodeBetween(std::string_view text, bool isFirst, std::vector<TokenId>& ids) const;
    [[nodiscard]] Result<void> encodePart(std::string_view text, bool goesOn, std::vector<TokenId>& ids) const;
    [[nodiscard]] std::string bytesOf(TokenId token) const;

    std::unique_ptr<sentencepiece::SentencePieceProcessor> m_processor;
    SentencePieceSpec m_spec;
    int m_size = 0;
    TokenId m_bos = noToken, m_eos = noToken, m_unknown = noToken;
    bool m_addsBos = false, m_normalises = false;
    std::vector<std::string> m_bytes; ///< of every token
    std::size_t m_longestPiece = 1;   ///< in bytes, of those that text can become
    AddedTokens m_added;              ///< found in a text before anything else
    bool m_addedTakeSpaces = false;   ///< some of them take white space beside them
    std::optional<CutPoints> m_cuts;  ///< where long texts are cut; unset where the parts would have other tokens
};

} // namespace draftscope
