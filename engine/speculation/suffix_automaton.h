// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <span>
#include <vector>

#include "engine/core/token.h"

namespace draftscope {

/// The suffix automaton of a text that grows: every substring is a path from its start. Appending takes constant time
/// on average but for the lookup of a token among a state's successors (Blumer et al. 1985).
class SuffixAutomaton {
public:
    SuffixAutomaton() : m_states(1) {}

    void append(TokenId token);

    /// A substring of the text.
    struct Match {
        int length = 0;
        int end = 0; ///< index behind its earliest occurrence
    };
    /// The longest ending of the text and `more` behind it that also occurs in the text; where `more` is empty, that
    /// occurs in it earlier. Length 0 where not even the last token does.
    [[nodiscard]] Match longestEnding(std::span<const TokenId> more = {}) const;

private:
    static constexpr int none = -1;
    struct State {
        int length = 0;   ///< of the longest substring that leads here
        int link = none;  ///< the state of its longest ending that occurs at more places
        int firstEnd = 0; ///< index behind the earliest occurrence
        std::map<TokenId, int> next;
    };
    [[nodiscard]] const State& at(int state) const { return m_states[std::size_t(state)]; }
    [[nodiscard]] State& at(int state) { return m_states[std::size_t(state)]; }
    /// The state after a token, with nothing longer than length + 1 leading to it from `from`.
    int successor(int from, TokenId token);

    std::vector<State> m_states; ///< the first is the start
    int m_last = 0, m_size = 0;
};

} // namespace draftscope
