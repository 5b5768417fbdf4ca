// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tokenizer/added_tokens.h"
#include "engine/tokenizer/text_change.h"
#include "engine/tokenizer/tokenizer.h"
#include "engine/tokenizer/word_cut.h"
#include "engine/tokenizer/word_models.h"

namespace draftscope {

/// One of the changes that make text of pieces ("decoder" of Hugging Face's tokenizers).
struct PieceChange {
    enum class Kind {
        replaceText,  ///< `from` by `to`
        replaceFound, ///< what `expression` finds by `to`
        byteNames,    ///< "<0x0A>" is a byte
        byteLevel,    ///< characters that can be seen are bytes (byte_level_alphabet.h)
        metaspace,    ///< `from` is a space; in the first piece nothing, where `dropsFirst`
        wordPiece, ///< `from` in front continues a word; without it a space comes first, but not in front of the text
        suffix,    ///< `from` is a space
        spaceBetween, ///< pieces have spaces between them
        stripBegin,   ///< up to `count` times `from` at the beginning of the text goes
    };
    Kind kind = Kind::replaceText;
    std::string from = {}, to = {};
    std::size_t count = 0;
    bool dropsFirst = true;
    bool tidies = false; ///< of wordPiece: no space in front of punctuation marks and English endings
    std::optional<Expression> expression = {};

    [[nodiscard]] static PieceChange replaced(std::string from, std::string to)
    {
        return {.kind = Kind::replaceText, .from = std::move(from), .to = std::move(to)};
    }
};

/// What a tokenizer is made of that does not fit the kinds that have classes of their own.
struct PipelineVocabulary {
    std::string_view kind = "bpe";   ///< see Tokenizer::kind()
    std::vector<std::string> pieces; ///< by id; "" for ids that nothing has
    std::vector<AddedToken> added;   ///< their ids may lie past `pieces`
    AddedTokens::Order order = AddedTokens::Order::leftmost;
    std::vector<TextChange> normalizer;
    std::vector<WordCut> preTokenizer;
    std::unique_ptr<WordModel> model;
    std::vector<PieceChange> decoder;
    TokenId bos = noToken, eos = noToken, unknown = noToken;
    bool addsBos = false;
};

/// Any tokenizer of Hugging Face's tokenizers library: added tokens are found, the text between them is normalised and
/// cut into words, and of each word the model makes tokens.
class PipelineTokenizer : public Tokenizer {
public:
    /// `name` is for errors. Throws nothing.
    [[nodiscard]] static Result<std::shared_ptr<const Tokenizer>> create(PipelineVocabulary vocabulary,
                                                                         std::string_view name);

    [[nodiscard]] std::string_view kind() const override { return m_vocabulary.kind; }
    [[nodiscard]] int size() const override { return int(m_vocabulary.pieces.size()); }
    [[nodiscard]] TokenId bos() const override { return m_vocabulary.bos; }
    [[nodiscard]] TokenId eos() const override { return m_vocabulary.eos; }
    [[nodiscard]] TokenId unknown() const override { return m_vocabulary.unknown; }
    [[nodiscard]] bool addsBos() const override { return m_vocabulary.addsBos; }
    [[nodiscard]] bool isControl(TokenId token) const override;
    [[nodiscard]] bool isByte(TokenId token) const override;
    [[nodiscard]] Result<std::vector<TokenId>> encode(std::string_view text) const override;
    [[nodiscard]] std::string piece(TokenId token) const override;
    [[nodiscard]] std::string bytes(TokenId token) const override;
    [[nodiscard]] std::string decode(std::span<const TokenId> tokens) const override;

private:
    class Encoding; ///< one call of encode()

    PipelineTokenizer() = default;
    [[nodiscard]] Result<void> load(PipelineVocabulary vocabulary, std::string_view name);
    [[nodiscard]] bool has(TokenId token) const { return token >= 0 && token < size(); }
    [[nodiscard]] std::string bytesOf(TokenId token, bool isFirst) const;

    PipelineVocabulary m_vocabulary;
    std::vector<bool> m_isControl, m_isAdded;
    std::vector<std::string> m_bytes; ///< by id, of tokens that are not the first
    AddedTokens m_rawAdded, m_normalizedAdded;
};

} // namespace draftscope
