// SPDX-License-Identifier: MIT
#include "engine/speculation/suffix_automaton.h"

#include <utility>

namespace draftscope {

int SuffixAutomaton::successor(int from, TokenId token)
{
    const int reached = at(from).next.at(token);
    if (at(reached).length == at(from).length + 1)
        return reached;
    // Longer substrings lead there, too, and those that end with what `from` says now occur at one place more.
    State split = at(reached);
    split.length = at(from).length + 1;
    const int added = int(m_states.size());
    m_states.push_back(std::move(split));
    at(reached).link = added;
    for (int state = from; state != none; state = at(state).link) {
        const auto next = at(state).next.find(token);
        if (next == at(state).next.end() || next->second != reached)
            break;
        next->second = added;
    }
    return added;
}

void SuffixAutomaton::append(TokenId token)
{
    const int added = int(m_states.size());
    m_states.push_back({++m_size, none, m_size, {}});
    int state = m_last;
    for (; state != none && !at(state).next.contains(token); state = at(state).link)
        at(state).next.emplace(token, added);
    const int link = state == none ? 0 : successor(state, token);
    at(added).link = link;
    m_last = added;
}

SuffixAutomaton::Match SuffixAutomaton::longestEnding(std::span<const TokenId> more) const
{
    if (m_size == 0)
        return {};
    int state = at(m_last).link;
    int length = at(state).length;
    for (const TokenId token : more) {
        while (state != none && !at(state).next.contains(token)) {
            state = at(state).link;
            length = state == none ? 0 : at(state).length;
        }
        if (state == none) {
            state = 0;
            continue;
        }
        state = at(state).next.at(token);
        ++length;
    }
    return {length, at(state).firstEnd};
}

} // namespace draftscope
