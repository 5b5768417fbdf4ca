// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <vector>

#include "engine/speculation/drafter.h"

namespace draftscope {

/// Drafts from Jacobi trajectories (Santilli et al., arXiv 2305.10427; lookahead decoding, Fu et al., arXiv 2402.02057). A verify
/// pass is a Jacobi iteration: behind each token of its row, a guess, it says which one the target finds likeliest, also behind
/// guesses that are rejected. These n-grams are kept in a pool for later rounds. A draft goes on with what the pool has behind
/// the longest ending of the text, else with what the last iteration said of that position, else with the token before it, once
/// more: any guess will do to begin with.
///
/// The target's passes have the rows of drafts and no others: the lookahead branch of the paper, whose rows guess further
/// ahead and are never judged, is not there.
class LookaheadDrafter final : public Drafter, public LearningDrafter {
public:
    /// longest: the most tokens that the pool is asked for the next of, 1 or more. vocabularySize: of the q that is written down,
    /// one-hot at each draft.
    LookaheadDrafter(int longest, int vocabularySize);

    void begin(std::span<const TokenId> text, const Progress& progress = {}) override;
    int addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                 const Progress& progress = {}) override;
    [[nodiscard]] LearningDrafter* asLearningDrafter() override { return this; }
    void forget() override;
    void learn(std::span<const TokenId> text, std::span<const TokenId> drafts,
               std::span<const TokenId> likeliest) override;

private:
    /// What stands behind m_row.
    [[nodiscard]] TokenId guess() const;

    std::size_t m_longest;
    int m_vocabularySize;
    std::vector<TokenId> m_row; ///< the text and the drafts
    std::size_t m_textLength = 0;
    std::map<std::vector<TokenId>, TokenId> m_pool; ///< what the newest iteration said behind so many tokens
    std::vector<TokenId> m_newest;                  ///< what that said, by place
    std::size_t m_newestPlace = 0;                  ///< index in the text of the first of them
};

} // namespace draftscope
