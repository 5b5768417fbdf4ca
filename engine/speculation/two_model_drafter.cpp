// SPDX-License-Identifier: MIT
#include "engine/speculation/two_model_drafter.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/speculation/draw_children.h"

namespace draftscope {

TwoModelDrafter::TwoModelDrafter(PassShare draft, DraftVocabulary vocabulary, int promptCount)
    : m_cache(std::move(draft), promptCount), m_vocabulary(std::move(vocabulary))
{
}

void TwoModelDrafter::begin(std::span<const TokenId> text, const Progress& progress)
{
    assert(!text.empty());
    const std::vector<int> drafted = m_fed.pathAlong(text, m_text.size());
    m_text.assign(text.begin(), text.end());
    // The last token is always fed with the first step: its logits are wanted.
    const auto context = text.first(text.size() - 1);
    const int cached = m_cache.align(context, drafted);
    m_fed.clear();
    const auto missing = context.subspan(std::size_t(cached));
    if ((missing.size() > 1 || !m_cache.hasPrompt()) && roomAfter(int(text.size())) > 0)
        m_cache.feed(missing, {}, progress);
}

int TwoModelDrafter::addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                              const Progress& progress)
{
    const auto planned = planLevel(tree, level);
    if (!planned)
        return 0;
    m_cache.run(planned->logits, progress);
    return drawLevel(tree, level, draws);
}

int TwoModelDrafter::drawLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws)
{
    if (tree.nodes.empty())
        m_cache.commitPlanned();
    else
        m_fed.keep();
    return drawChildrenFrom(m_logits, tree, level, draws, m_vocabulary, int(m_text.size()));
}

std::optional<PassRequest> TwoModelDrafter::planLevel(const DraftTree& tree, std::span<const Expansion> level)
{
    if (tree.depth() >= roomAfter(int(m_text.size())))
        return std::nullopt;
    m_logits.resize(level.size() * std::size_t(m_cache.config().logitCount()));
    if (tree.nodes.empty())
        static_cast<void>(planFirst());
    else
        static_cast<void>(m_cache.plan(m_fed.take(m_cache, int(m_text.size()), tree, level)));
    return m_cache.request(m_logits);
}

std::optional<PassRequest> TwoModelDrafter::planMissing()
{
    const int length = int(m_text.size());
    if (!m_cache.hasPrompt() || m_cache.cachedCount() != length - 2 || roomAfter(length) == 0)
        return std::nullopt;
    static_cast<void>(m_cache.planFeed(std::span(m_text).subspan(std::size_t(length - 2), 1), false));
    return m_cache.request({});
}

int TwoModelDrafter::roomAfter(int textLength) const
{
    const int positions = std::min(m_cache.config().contextLength, m_cache.slotCount());
    return std::max(0,
                    std::min(positions - textLength, m_cache.roomOfRope(textLength) + 1)); // whose own row drafts, too
}

const Rows& TwoModelDrafter::planFirst()
{
    return m_cache.planFeed(std::span(m_text).subspan(std::size_t(m_cache.cachedCount())));
}

std::span<const Rows> TwoModelDrafter::plan(const DraftTree& tree)
{
    return m_plan.make(m_cache, planFirst(), tree);
}

std::span<const Rows> TwoModelDrafter::plan(int levels, int parents)
{
    return m_plan.make(m_cache, planFirst(), levels, parents);
}

} // namespace draftscope
