// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/speculation/drafter.h"
#include "engine/speculation/lookahead_window.h"
#include "engine/speculation/ngram_pool.h"

namespace draftscope {

/// Lookahead decoding (Fu et al., arXiv 2402.02057). Every pass of the target says which token it finds likeliest
/// behind each of its rows, also behind guesses that are rejected or never judged. These n-grams are kept in a pool,
/// and a draft is what the pool has behind the end of the text. The rows are those of the drafts, and the side rows of
/// a window of guesses further ahead.
///
/// Without a window only drafts run, as in Jacobi decoding (Santilli et al., arXiv 2305.10427). Where the pool has
/// nothing, a draft is what the last pass said of that position, else the token before it once more: any guess will do
/// to begin with.
class LookaheadDrafter final : public Drafter, public LearningDrafter {
public:
    struct Sizes {
        int window = 0;  ///< W, columns of guesses; 0: none
        int ngram = 2;   ///< N, tokens of an n-gram, 2 or more
        int guesses = 1; ///< G, n-grams that a tree drafts, 1 or more; a chain drafts one
    };
    /// vocabularySize: of the q that is written down, one-hot at each draft.
    LookaheadDrafter(Sizes sizes, int vocabularySize);

    void begin(std::span<const TokenId> text, const Progress& progress = {}) override;
    int addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                 const Progress& progress = {}) override;
    [[nodiscard]] LearningDrafter* asLearningDrafter() override { return this; }
    void forget() override;
    void learn(std::span<const TokenId> text, const RoundRecord& round) override;
    [[nodiscard]] std::vector<SideRow> sideRows() const override { return m_window.rows(m_text); }

private:
    /// What a node may be followed by; -1: the root. The best first.
    [[nodiscard]] std::vector<TokenId> guessesBehind(const DraftTree& tree, int node) const;
    /// Keeps what the last pass said of each position, along the accepted path as far as it goes.
    void keepNewest(std::span<const TokenId> text, const RoundRecord& round);

    Sizes m_sizes;
    int m_vocabularySize;
    std::vector<TokenId> m_text;
    NgramPool m_pool;
    LookaheadWindow m_window;
    std::vector<TokenId> m_newest; ///< by place
    std::size_t m_newestPlace = 0; ///< index in the text of the first of them
};

} // namespace draftscope
