// SPDX-License-Identifier: MIT
#include "engine/speculation/suffix_automaton_drafter.h"

#include <algorithm>

namespace draftscope {

void SuffixAutomatonDrafter::read(std::span<const TokenId> text)
{
    const bool grew = m_text.size() <= text.size() && std::equal(m_text.begin(), m_text.end(), text.begin());
    if (!grew) { // after a rewind: an automaton cannot forget
        m_automaton = {};
        m_text.clear();
    }
    for (const TokenId token : text.subspan(m_text.size()))
        m_automaton.append(token);
    m_text.assign(text.begin(), text.end());
}

int SuffixAutomatonDrafter::find(std::span<const TokenId> all, std::span<const TokenId> drafted)
{
    const SuffixAutomaton::Match match = m_automaton.longestEnding(drafted);
    if (drafted.empty())
        m_matchLength = match.length;
    m_path.clear();
    if (m_lookup)
        if (const DatastoreLookup::Match there = m_lookup->longestEnding(all); there.length > match.length)
            m_path = m_lookup->continuations(there).heaviestPath();
    if (!m_path.empty())
        return 0;
    // An ending that was found in the text itself may end where the text does, with nothing behind it but the drafts.
    return match.length >= m_shortest ? match.end : nowhere;
}

TokenId SuffixAutomatonDrafter::copied(std::span<const TokenId> all, int index) const
{
    const std::span<const TokenId> from = m_path.empty() ? all : std::span<const TokenId>(m_path);
    return std::size_t(index) < from.size() ? from[std::size_t(index)] : noToken;
}

} // namespace draftscope
