// SPDX-License-Identifier: MIT
#include "engine/speculation/medusa_drafter.h"

#include <algorithm>
#include <utility>

#include "engine/speculation/draw_children.h"

namespace draftscope {

MedusaDrafter::MedusaDrafter(const DraftHead& head, std::span<const PassShare> heads, LocalTarget& target)
    : m_target(target), m_heads(heads.begin(), heads.end()), m_vocabulary{head.name, target.tokenizerSize(),
                                                                          target.config().vocabularySize},
      m_logits(std::size_t(target.config().vocabularySize))
{
    m_target.cache().keepStates(head.targetStates);
}

void MedusaDrafter::begin(std::span<const TokenId> text, const Progress&)
{
    m_textLength = int(text.size());
}

int MedusaDrafter::roomAfter(int) const
{
    return int(m_heads.size());
}

int MedusaDrafter::addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                            const Progress& progress)
{
    const auto planned = planLevel(tree, level);
    if (!planned)
        return 0;
    m_rows.cancelled = progress.cancelled;
    m_rows.endIfCancelled();
    planned->pass->run(m_rows, planned->logits);
    return drawLevel(tree, level, draws);
}

std::optional<PassRequest> MedusaDrafter::planLevel(const DraftTree& tree, std::span<const Expansion>)
{
    const auto head = std::size_t(tree.depth());
    if (m_textLength < 2 || head >= m_heads.size())
        return std::nullopt;
    fillRows(m_rows);
    return PassRequest{m_heads[head].shared.get(), &m_rows, m_logits};
}

void MedusaDrafter::fillRows(Rows& rows) const
{
    rows.rows = {{noToken, 0, 0, 0, {}, true}};
    rows.prefixes.resize(1);
    rows.inputStates = m_target.statesAt(m_textLength - 2);
}

std::vector<ForwardPass*> MedusaDrafter::passes()
{
    std::vector<ForwardPass*> passes;
    for (const PassShare& head : m_heads)
        passes.push_back(head.shared->pass.get());
    return passes;
}

std::span<const Rows> MedusaDrafter::plan(int levels, int)
{
    m_plan.resize(std::size_t(levels));
    std::ranges::for_each(m_plan, [this](Rows& rows) { fillRows(rows); });
    return m_plan;
}

int MedusaDrafter::drawLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws)
{
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
