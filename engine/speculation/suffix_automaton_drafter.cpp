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

int SuffixAutomatonDrafter::find(std::span<const TokenId>, std::span<const TokenId> drafted) const
{
    const SuffixAutomaton::Match match = m_automaton.longestEnding(drafted);
    // An ending that was found in the text itself may end where the text does, with nothing behind it but the drafts.
    return match.length >= m_shortest ? match.end : nowhere;
}

} // namespace draftscope
