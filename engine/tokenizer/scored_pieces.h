// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/token.h"

namespace draftscope {

/// Byte-pair encoding by scores: of two neighbours whose joined text is a piece, those with the highest score become
/// one, of several the leftmost, until no two do. That is sentencepiece's BPE (Kudo and Richardson 2018,
/// arXiv:1808.06226) without its kinds of pieces: here every text of the vocabulary is a piece, as for llama.cpp.
/// Immutable.
class ScoredPieces {
public:
    ScoredPieces() = default;
    /// Texts by id, with a score for each; of two equal texts the last one counts.
    ScoredPieces(const std::vector<std::string>& texts, const std::vector<float>& scores, TokenId unknown);

    /// Appends the ids of a text of valid UTF-8. A character that is no piece becomes the pieces "<0x0A>" of its bytes,
    /// and where one of these is missing the unknown token, once for a run of such characters. Takes time proportional
    /// to n log n for n bytes.
    void encode(std::string_view text, std::vector<TokenId>& ids) const;

    [[nodiscard]] std::size_t longest() const { return m_longest; } ///< bytes
    [[nodiscard]] bool hasAllBytes() const { return m_hasAllBytes; }

private:
    struct Piece {
        TokenId id = noToken;
        float score = 0;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    [[nodiscard]] const Piece* find(std::string_view text) const;

    std::unordered_map<std::string, Piece, Hash, std::equal_to<>> m_pieces;
    std::array<TokenId, 256> m_bytes = {};
    TokenId m_unknown = noToken;
    std::size_t m_longest = 1;
    bool m_hasAllBytes = false;
};

} // namespace draftscope
