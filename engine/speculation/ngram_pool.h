// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "engine/core/token.h"

namespace draftscope {

/// N-grams of a target's answers, as the pool of lookahead decoding keeps them (Fu et al., arXiv 2402.02057, section
/// 3): behind up to N - 1 tokens what the target found likeliest, the newest first. The paper looks an n-gram up by its
/// first token; here it is found by the longest ending of a row, of which a first token is the shortest.
class NgramPool {
public:
    /// longest: N - 1, the most tokens that something is kept behind, 1 or more. most: different tokens that are kept
    /// behind the same ones, 1 or more; of more the oldest go.
    NgramPool(int longest, int most);

    void clear() { m_next.clear(); }
    /// The target said `next` behind `row`, whose last N - 1 tokens count. What it says again is the newest again.
    void add(std::span<const TokenId> row, TokenId next);
    /// What it said behind the longest ending of `row` that is there, the newest first; then behind the shorter ones.
    /// Each token once.
    [[nodiscard]] std::vector<TokenId> after(std::span<const TokenId> row) const;

private:
    std::size_t m_longest, m_most;
    std::map<std::vector<TokenId>, std::vector<TokenId>> m_next; ///< by ending
};

} // namespace draftscope
