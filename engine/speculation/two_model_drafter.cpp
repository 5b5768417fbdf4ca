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
        static_cast<void>(m_cache.plan(m_fed.take(m_cache, tree, level)));
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

std::span<const Rows> TwoModelDrafter::plan(int count)
{
    const int cached = m_cache.cachedCount(), length = int(m_text.size());
    const int possible = std::min(count, roomAfter(length));
    if (possible <= 0)
        return {};
    m_planned.clear();
    m_planned.reserve(std::size_t(length - cached + possible)); // rows point into it
    m_plan.resize(std::size_t(possible));
    for (int n = 0; n < possible; ++n) {
        Rows& pass = m_plan[std::size_t(n)];
        pass.rows.clear();
        pass.prefixes.assign(1, m_cache.path());
        for (int position = n == 0 ? cached : length + n - 1; position < length + n; ++position) {
            const TokenId token = n == 0 ? m_text[std::size_t(position)] : noToken;
            const int slot = m_cache.take(position, token);
            assert(slot >= 0); // the cache has a slot for every position
            pass.rows.push_back({token, position, 0, slot, std::span(m_planned), position == length + n - 1});
            m_planned.push_back(slot);
        }
    }
    return m_plan;
}

void TwoModelDrafter::adopt(std::span<const TokenId> tokens)
{
    assert(!tokens.empty() && tokens.size() <= m_plan.size());
    const std::size_t missing = m_planned.size() + 1 - m_plan.size(); // tokens of the text that had not been fed
    for (std::size_t i = 0; i < missing; ++i)
        m_cache.commit(m_planned[i]);
    const auto first = m_planned.begin() + std::ptrdiff_t(missing);
    m_fed.clear();
    for (int n = 0; n + 1 < int(tokens.size()); ++n) {
        const TokenId token = tokens[std::size_t(n)];
        m_cache.setToken(first[n], token);
        m_fed.add(token, n, n - 1, std::vector<int>(first, first + n + 1));
    }
}

} // namespace draftscope
