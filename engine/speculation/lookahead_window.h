// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "engine/record/records.h"

namespace draftscope {

/// The lookahead branch of lookahead decoding (Fu et al., arXiv 2402.02057, section 3): W columns of guessed tokens, N
/// - 1 levels of them, which every pass of the target moves on by a Jacobi iteration. Level 0 is a chain whose column 0
/// is the root; a token of another level follows the one of its column in the level before it. So column c of level l
/// lies c + l positions behind the root and sees the text, level 0 up to its column, its column's levels before it, and
/// itself.
class LookaheadWindow {
public:
    /// width: W; 0: there is no window. levels: N - 1, 1 or more.
    LookaheadWindow(int width, int levels);
    /// How many rows it takes beside the root: W (N - 1) - 1.
    [[nodiscard]] static int rowCount(int width, int levels);

    void clear() { m_tokens.clear(); }
    /// As rows of the pass, level by level, the root left out. Before the first round the guesses are tokens of `text`,
    /// from here and there: of one and the same token many columns would stay alike.
    [[nodiscard]] std::vector<SideRow> rows(std::span<const TokenId> text) const;
    /// Those rows have been run: each level takes the place of the one before it, and what the target finds likeliest
    /// behind the last level becomes the last one. `behindRoot`: what it finds likeliest behind the root. However many
    /// tokens are committed, the window goes on by one position, as the paper's program has it.
    void moveOn(std::span<const SideRow> rows, TokenId behindRoot);

private:
    /// Of a column of a level among the rows; -1: the root.
    [[nodiscard]] int rowOf(int level, int column) const { return level * m_width + column - 1; }

    int m_width, m_levels;
    std::vector<TokenId> m_tokens; ///< [levels, width]; the first, the root's, is never read. Empty: no round yet
};

} // namespace draftscope
