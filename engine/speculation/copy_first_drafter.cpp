// SPDX-License-Identifier: MIT
#include "engine/speculation/copy_first_drafter.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace draftscope {

CopyFirstDrafter::CopyFirstDrafter(std::unique_ptr<Drafter> other, int shortest, int length, int vocabularySize)
    : m_other(std::move(other)), m_copier(shortest, vocabularySize), m_length(length)
{
    assert(m_other && length > 0);
}

void CopyFirstDrafter::begin(std::span<const TokenId> text, const Progress& progress)
{
    const bool copies = ownLengthAfter(text).has_value();
    // After a round of its own the other one drops what was rejected, which costs nothing.
    const bool goesOn =
        m_copies && m_text.size() <= text.size() && std::equal(m_text.begin(), m_text.end(), text.begin());
    if (!copies || !goesOn)
        m_other->begin(text, progress);
    m_copies = copies;
    m_text.assign(text.begin(), text.end());
}

std::optional<int> CopyFirstDrafter::ownLengthAfter(std::span<const TokenId> text)
{
    m_copier.begin(text);
    const int match = m_copier.matchLength();
    return match > 0 ? std::optional(std::min(match, m_length)) : std::nullopt;
}

int CopyFirstDrafter::addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                               const Progress& progress)
{
    if (!m_copies)
        return m_other->addLevel(tree, level, draws, progress);
    // Where drafts are drawn at random they are judged by the q that they came from: one-hot, for these.
    const bool keepsContexts =
        std::exchange(tree.keepsContexts, tree.keepsContexts || tree.rule != DrawRule::deterministic);
    const int added = m_copier.addLevel(tree, level, draws, progress);
    tree.keepsContexts = keepsContexts;
    return added;
}

} // namespace draftscope
