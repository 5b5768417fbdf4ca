// SPDX-License-Identifier: MIT
#include "engine/speculation/lookahead_drafter.h"

#include <algorithm>
#include <cassert>

namespace draftscope {

LookaheadDrafter::LookaheadDrafter(int longest, int vocabularySize)
    : m_longest(std::size_t(longest)), m_vocabularySize(vocabularySize)
{
    assert(longest >= 1);
}

void LookaheadDrafter::begin(std::span<const TokenId> text, const Progress&)
{
    m_row.assign(text.begin(), text.end());
    m_textLength = text.size();
}

int LookaheadDrafter::addLevel(DraftTree& tree, std::span<const Expansion>, const LevelDraws& draws, const Progress&)
{
    const int node = int(tree.nodes.size());
    m_row.resize(m_textLength);
    for (const DraftTree::Node& before : tree.nodes)
        m_row.push_back(before.token);
    const std::optional<TokenId> forced = draws.forced(node);
    const TokenId token = forced ? *forced : guess();
    tree.addCertain(token, m_vocabularySize);
    return 1;
}

TokenId LookaheadDrafter::guess() const
{
    for (std::size_t n = std::min(m_longest, m_row.size()); n > 0; --n)
        if (const auto found = m_pool.find({m_row.end() - std::ptrdiff_t(n), m_row.end()}); found != m_pool.end())
            return found->second;
    const std::size_t place = m_row.size();
    if (place >= m_newestPlace && place - m_newestPlace < m_newest.size())
        return m_newest[place - m_newestPlace];
    return m_row.back();
}

void LookaheadDrafter::forget()
{
    m_pool.clear();
    m_newest.clear();
}

void LookaheadDrafter::learn(std::span<const TokenId> text, std::span<const TokenId> drafts,
                             std::span<const TokenId> likeliest)
{
    assert(!text.empty() && likeliest.size() == drafts.size() + 1);
    const auto ending = text.last(std::min(m_longest, text.size())); // no n-gram begins in front of it
    std::vector<TokenId> row(ending.begin(), ending.end());
    row.insert(row.end(), drafts.begin(), drafts.end());
    for (std::size_t i = 0; i < likeliest.size(); ++i) {
        const auto before = std::span(row).first(ending.size() + i);
        for (std::size_t n = 1; n <= std::min(m_longest, before.size()); ++n) {
            const auto last = before.last(n);
            m_pool[{last.begin(), last.end()}] = likeliest[i];
        }
    }
    m_newest.assign(likeliest.begin(), likeliest.end());
    m_newestPlace = text.size();
}

} // namespace draftscope
