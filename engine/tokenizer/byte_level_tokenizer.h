// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/tokenizer/added_tokens.h"
#include "engine/tokenizer/byte_pair_merges.h"
#include "engine/tokenizer/text_splitter.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// What a byte-level BPE tokenizer is made of, from whatever kind of file.
struct ByteLevelVocabulary {
    std::vector<std::string> pieces; ///< by id, as byte_level_alphabet.h writes them; "" for ids that nothing has
    std::vector<BytePairMerges::Merge> merges;
    std::vector<AddedToken> added; ///< their ids may lie past `pieces`
    std::vector<SplitStep> splits;
    bool prefersWholePieces = false; ///< a part of the text that is a piece is one token, whatever the merges say
    bool addsSpacePrefix = false;    ///< a text that does not begin with a space gets one
    bool normalizesToNfc = false;    ///< Unicode's normal form C, before all else
    TokenId bos = noToken, eos = noToken, unknown = noToken;
    bool addsBos = false;
    /// For a byte that no piece stands for. noToken: it is left out, as Hugging Face's tokenizers do where they know no
    /// unk_token.
    TokenId missingByte = noToken;
    bool fusesMissingBytes = false; ///< those that lie next to each other are one token
    /// As llama.cpp reads GGUF files: the longest added tokens are found first, every text is a piece whatever its
    /// token is, and bytes may be missing.
    bool isGguf = false;
};

/// Byte-pair encoding of bytes (Radford et al. 2019; GPT-2, Llama 3, Qwen, SmolLM). Special and other added tokens are
/// found in a text, as Hugging Face's tokenizers do.
class ByteLevelTokenizer : public Tokenizer {
public:
    /// `name` is for errors. Throws nothing.
    [[nodiscard]] static Result<std::shared_ptr<const Tokenizer>> create(ByteLevelVocabulary vocabulary,
                                                                         std::string_view name);

    [[nodiscard]] std::string_view kind() const override { return "byte-level-bpe"; }
    [[nodiscard]] int size() const override { return int(m_pieces.size()); }
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
    class Encoding; ///< one call of encode()

    ByteLevelTokenizer() = default;
    [[nodiscard]] Result<void> load(ByteLevelVocabulary vocabulary, std::string_view name);
    [[nodiscard]] Result<void> loadAdded(ByteLevelVocabulary& vocabulary);
    [[nodiscard]] Result<void> loadPieces(const ByteLevelVocabulary& vocabulary, std::string_view name);
    [[nodiscard]] bool has(TokenId token) const { return token >= 0 && token < size(); }

    std::vector<std::string> m_pieces, m_bytes; ///< by id
    std::vector<bool> m_isControl, m_isAdded;
    std::unordered_map<std::string_view, TokenId> m_tokenOf; ///< by bytes; the keys lie in m_bytes and m_addedBytes
    std::vector<std::string> m_addedBytes;      ///< what added tokens would stand for as pieces, of GGUF files
    std::array<TokenId, 256> m_byteTokens = {}; ///< noToken: there is none for this byte
    BytePairMerges m_merges;
    AddedTokens m_rawAdded, m_normalizedAdded;
    std::unique_ptr<const TextSplitter> m_splitter;
    bool m_prefersWholePieces = false, m_addsSpacePrefix = false, m_normalizesToNfc = false, m_addsBos = false;
    TokenId m_bos = noToken, m_eos = noToken, m_unknown = noToken, m_missingByte = noToken;
    bool m_fusesMissingBytes = false;
    std::size_t m_mostBytes = 1;    ///< that a token stands for
    bool m_mayShortenTexts = false; ///< before tokens are made of them
};

} // namespace draftscope
