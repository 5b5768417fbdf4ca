// SPDX-License-Identifier: MIT
#include "engine/speculation/self_drafter.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "engine/speculation/draw_children.h"

namespace draftscope {

SelfDrafter::SelfDrafter(LocalTarget& target, PassPart part)
    : m_target(target),
      m_part(std::move(part)), m_vocabulary{target.name(), target.tokenizerSize(), target.config().vocabularySize}
{
}

void SelfDrafter::begin(std::span<const TokenId> text, const Progress& /*progress*/)
{
    assert(!text.empty());
    m_text.assign(text.begin(), text.end());
    m_fed.clear();
}

int SelfDrafter::roomAfter(int textLength) const
{
    const int positions = std::min(m_target.config().contextLength, m_target.cache().slotCount());
    return std::max(0, std::min(positions - textLength, m_target.cache().roomOfRope(textLength) + 1));
}

int SelfDrafter::addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                          const Progress& progress)
{
    if (tree.depth() >= roomAfter(int(m_text.size())))
        return 0;
    feedParents(tree, level, progress);
    return drawChildrenFrom(m_logits, tree, level, draws, m_vocabulary, int(m_text.size()));
}

void SelfDrafter::feedParents(const DraftTree& tree, std::span<const Expansion> level, const Progress& progress)
{
    m_logits.resize(level.size() * std::size_t(m_vocabulary.targetVocabulary));
    if (tree.nodes.empty()) {
        feedRoot(progress);
        return;
    }
    std::vector<int> nodes;
    for (const Expansion& expansion : level)
        nodes.push_back(expansion.parent);
    SequenceCache& cache = m_target.cache();
    m_target.runDraft(m_fed.take(cache, cache.cachedCount(), tree, level), nodes, m_part, m_logits, progress);
    m_fed.keep();
}

void SelfDrafter::feedRoot(const Progress& progress)
{
    const int position = int(m_text.size()) - 1;
    assert(m_target.cache().cachedCount() == position);
    const int slot = m_target.cache().take(position, m_text.back());
    assert(slot >= 0); // the cache has a slot for every position
    const std::array rows = {Row{m_text.back(), position, 0, slot, {}, true}};
    m_target.runDraft(rows, std::array{-1}, m_part, m_logits, progress);
    m_fed.add(m_text.back(), -1, -2, {slot}); // the root's children see it, too
}

} // namespace draftscope
