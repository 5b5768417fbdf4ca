// SPDX-License-Identifier: MIT
#include "engine/speculation/copying_drafter.h"

#include <cassert>

namespace draftscope {

void CopyingDrafter::begin(std::span<const TokenId> text, const Progress&)
{
    m_all.assign(text.begin(), text.end());
    m_textLength = text.size();
    m_first.reset();
    read(text);
}

bool CopyingDrafter::hasFound()
{
    return first() != nowhere;
}

int CopyingDrafter::first()
{
    if (!m_first)
        m_first = find(m_all, {});
    return *m_first;
}

int CopyingDrafter::addLevel(DraftTree& tree, std::span<const Expansion>, const LevelDraws& draws, const Progress&)
{
    const int node = int(tree.nodes.size());
    bool goesOn = false; // the draft before is what was proposed, so the copy goes on behind it
    if (node > 0) {
        const TokenId before = tree.nodes.back().token;
        assert(m_all.size() + 1 == m_textLength + std::size_t(node));
        goesOn = m_source != nowhere && copied(m_all, m_source) == before;
        m_all.push_back(before);
        goesOn = goesOn && copied(m_all, ++m_source) != noToken;
    }
    if (node == 0)
        m_source = first();
    else if (!goesOn)
        m_source = find(m_all, std::span(m_all).subspan(m_textLength));
    const std::optional<TokenId> forced = draws.forced(node);
    if (m_source == nowhere && !forced)
        return 0;
    const TokenId token = forced ? *forced : copied(m_all, m_source);
    tree.addCertain(token, node - 1, m_vocabularySize);
    return 1;
}

} // namespace draftscope
