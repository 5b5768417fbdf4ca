// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/error.h"
#include "engine/tokenizer/byte_pair_merges.h"

namespace draftscope {

/// Ids of pieces by their texts.
class PieceIds {
public:
    PieceIds() = default;
    /// Of several equal texts the last one counts; empty ones are none.
    explicit PieceIds(const std::vector<std::string>& pieces);
    [[nodiscard]] TokenId find(std::string_view piece) const; ///< noToken: there is none
    /// Appends the ids of "<0x0A>" for every byte of a text, and is true; where one is missing nothing, and is false.
    [[nodiscard]] bool addBytes(std::string_view text, std::vector<TokenId>& ids) const;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    std::unordered_map<std::string, TokenId, Hash, std::equal_to<>> m_ids;
};

/// How a vocabulary makes tokens of a word ("model" of Hugging Face's tokenizers). Immutable once it is loaded.
class WordModel {
public:
    virtual ~WordModel() = default;
    /// Appends the ids of a word, which is not empty and valid UTF-8. An Error where it needs a token that the
    /// vocabulary lacks.
    [[nodiscard]] virtual Result<void> encode(std::string_view word, std::vector<TokenId>& ids) const = 0;
};

/// Byte-pair encoding (Sennrich et al. 2016, arXiv:1508.07909) of characters.
class BytePairModel : public WordModel {
public:
    enum class ByteFallback {
        none,
        whole,      ///< a character that is no piece becomes bytes where all of them are pieces
        whereThere, ///< it becomes those of its bytes that are pieces, behind the merges: llama.cpp
    };

    std::optional<std::string> unknown; ///< the piece for a character that is none; unset: it is left out
    std::string continuation, ending;   ///< in front of every character but the first, behind the last
    ByteFallback byteFallback = ByteFallback::none;
    bool fusesUnknown = false;       ///< those that lie next to each other are one token
    bool prefersWholePieces = false; ///< a word that is a piece is one token, whatever the merges say
    bool prefersLines = false;       ///< a word of line ends that is a piece is one token

    void setVocabulary(const std::vector<std::string>& pieces, const std::vector<BytePairMerges::Merge>& merges);
    [[nodiscard]] Result<void> encode(std::string_view word, std::vector<TokenId>& ids) const override;

private:
    [[nodiscard]] std::vector<TokenId> charactersAndGaps(std::string_view word,
                                                         std::vector<std::string_view>& gaps) const;
    [[nodiscard]] Result<void> encodeWithGaps(std::string_view word, std::vector<TokenId>& ids) const;

    PieceIds m_pieces;
    BytePairMerges m_merges;
};

/// A word is a piece, or unknown.
class WholeWordModel : public WordModel {
public:
    std::string unknown;
    PieceIds pieces;
    [[nodiscard]] Result<void> encode(std::string_view word, std::vector<TokenId>& ids) const override;
};

/// BERT's: the longest piece that the rest of a word begins with, again and again (Wu et al. 2016, arXiv:1609.08144).
class WordPieceModel : public WordModel {
public:
    std::string unknown, continuation = "##";
    std::size_t longestWord = 100; ///< characters; a longer one is unknown
    std::size_t longestPiece = 0;  ///< bytes
    PieceIds pieces;
    [[nodiscard]] Result<void> encode(std::string_view word, std::vector<TokenId>& ids) const override;
};

/// The pieces with the highest sum of scores (Kudo 2018, arXiv:1804.10959).
class UnigramModel : public WordModel {
public:
    /// `unknown` is noToken where there is none.
    UnigramModel(std::vector<std::pair<std::string, double>> pieces, TokenId unknown, bool fallsBackOnBytes);
    [[nodiscard]] Result<void> encode(std::string_view word, std::vector<TokenId>& ids) const override;

private:
    struct Step {
        double score = 0;
        std::size_t from = 0;
        TokenId id = noToken;
        bool isReached = false;
    };
    [[nodiscard]] Result<std::vector<Step>> bestSteps(std::string_view word) const;

    std::vector<std::pair<std::string, TokenId>> m_sorted; ///< by text
    std::vector<double> m_scores;                          ///< by id
    PieceIds m_pieces;
    TokenId m_unknown = noToken;
    bool m_fallsBackOnBytes = false;
    double m_unknownScore = 0;
};

} // namespace draftscope
