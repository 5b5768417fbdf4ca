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
    const auto width = std::size_t(m_cache.config().logitCount());
    int added = 0;
    for (std::size_t i = 0; i < level.size(); ++i) {
        setDraftContext(tree, level[i].parent + 1, std::span<const float>(m_logits).subspan(i * width, width),
                        draws.sampler, m_vocabulary, int(m_text.size()));
        added += drawChildren(tree, level[i], draws);
    }
    return added;
}

std::optional<PassRequest> TwoModelDrafter::planLevel(const DraftTree& tree, std::span<const Expansion> level)
{
    if (tree.depth() >= roomAfter(int(m_text.size())))
        return std::nullopt;
    m_logits.resize(level.size() * std::size_t(m_cache.config().logitCount()));
    if (tree.nodes.empty())
        static_cast<void>(m_cache.planFeed(std::span(m_text).subspan(std::size_t(m_cache.cachedCount()))));
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
    return std::max(0, positions - textLength);
}

std::span<const Rows> TwoModelDrafter::plan(const DraftTree& tree)
{
    const int length = int(m_text.size());
    const auto cached = std::size_t(m_cache.cachedCount());
    const std::span<const int> path = m_cache.path();
    m_seen.assign(path.begin(), path.end());
    m_seen.reserve(std::size_t(length)); // rows point into it
    m_fed.clear();
    m_plan.resize(std::size_t(tree.depth()));
    DraftTree above;
    for (const std::vector<Expansion>& level : levelsOf(tree)) {
        Rows& pass = m_plan[std::size_t(above.depth())];
        pass.rows.clear();
        if (above.nodes.empty()) {
            for (int position = int(cached); position < length; ++position) {
                const TokenId token = m_text[std::size_t(position)];
                const int slot = m_cache.take(position, token);
                assert(slot >= 0); // the cache has a slot for every position
                const auto missing = std::span(m_seen).subspan(cached);
                pass.rows.push_back({token, position, 0, slot, missing, position + 1 == length});
                m_seen.push_back(slot);
            }
            pass.prefixes.assign(1, std::span(m_seen).first(cached));
        } else {
            pass.rows = m_fed.take(m_cache, length, above, level);
            m_fed.keep();
            pass.prefixes.assign(1, m_seen);
        }
        for (const Expansion& expansion : level)
            for (int child = 0; child < expansion.children; ++child)
                above.nodes.push_back(tree.nodes[above.nodes.size()]);
    }
    return m_plan;
}

void TwoModelDrafter::adopt(std::span<const TokenId> tokens)
{
    assert(!tokens.empty());
    for (std::size_t position = std::size_t(m_cache.cachedCount()); position < m_seen.size(); ++position)
        m_cache.commit(m_seen[position]);
    m_fed.adopt(m_cache, tokens);
}

} // namespace draftscope
