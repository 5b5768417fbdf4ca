// SPDX-License-Identifier: MIT
#include "engine/speculation/medusa_drafter.h"

#include <utility>

#include "engine/speculation/draw_children.h"

namespace draftscope {

MedusaDrafter::MedusaDrafter(const DraftHead& head, std::vector<std::unique_ptr<ForwardPass>> passes, Target& target)
    : m_target(target),
      m_passes(std::move(passes)), m_vocabulary{head.name, target.tokenizerSize(), target.config().vocabularySize},
      m_logits(std::size_t(target.config().vocabularySize))
{
    m_target.keepStates(head.targetStates);
}

void MedusaDrafter::begin(std::span<const TokenId> text, const Progress&)
{
    m_textLength = int(text.size());
}

int MedusaDrafter::roomAfter(int) const
{
    return int(m_passes.size());
}

int MedusaDrafter::addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                            const Progress& progress)
{
    const auto head = std::size_t(tree.depth());
    if (m_textLength < 2 || head >= m_passes.size())
        return 0;
    Rows rows{{{noToken, 0, 0, 0, {}, true}}, {std::span<const int>()}};
    rows.inputStates = m_target.statesAt(m_textLength - 2);
    rows.cancelled = progress.cancelled;
    rows.endIfCancelled();
    m_passes[head]->run(rows, m_logits);

    const int first = level.front().parent + 1;
    setDraftContext(tree, first, m_logits, draws.sampler, m_vocabulary, m_textLength);
    int added = 0;
    for (const Expansion& expansion : level) {
        copyDraftContext(tree, first, expansion.parent + 1);
        added += drawChildren(tree, expansion, draws);
    }
    return added;
}

} // namespace draftscope
