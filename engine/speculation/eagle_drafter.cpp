// SPDX-License-Identifier: MIT
#include "engine/speculation/eagle_drafter.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/model/pass_limits.h"
#include "engine/speculation/draw_children.h"

namespace draftscope {

EagleDrafter::EagleDrafter(std::shared_ptr<const DraftHead> head, PassShare pass, LocalTarget& target)
    : m_head(std::move(head)), m_target(target), m_cache(std::move(pass)),
      m_vocabulary(DraftVocabulary::of(*m_head->models.front(), target.config().vocabularySize))
{
    m_target.cache().keepStates(m_head->targetStates);
    m_cache.keepStates({config().layerCount}); // what the next row takes for the target's
}

void EagleDrafter::begin(std::span<const TokenId> text, const Progress& progress)
{
    assert(!text.empty());
    // What the target's states are of is not said by tokens of rows: the first token, and how it rotates.
    const int sameRope = m_target.config().sameRopeUntil(int(text.size()));
    const bool beginsAlike = !m_text.empty() && m_text.front() == text.front() && m_targetRope == sameRope;
    m_targetRope = sameRope;
    m_text.assign(text.begin(), text.end());
    m_fed.clear();
    const std::span<const TokenId> rows = text.subspan(1);
    // The last row is always made with the first level: its logits are wanted.
    const int wanted = std::max(0, int(rows.size()) - 1);
    m_cache.align(rows.first(beginsAlike ? std::size_t(wanted) : 0));
    if (wanted - m_cache.cachedCount() >= textRowsPerPass && roomAfter(int(text.size())) > 0)
        feedText(wanted, progress);
}

int EagleDrafter::roomAfter(int textLength) const
{
    const int positions = std::min(config().contextLength, m_cache.slotCount());
    return std::max(0, positions - (textLength - 1));
}

int EagleDrafter::addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                           const Progress& progress)
{
    const auto planned = planLevel(tree, level);
    if (!planned)
        return 0;
    m_cache.run(planned->logits, progress);
    return drawLevel(tree, level, draws);
}

std::optional<PassRequest> EagleDrafter::planLevel(const DraftTree& tree, std::span<const Expansion> level)
{
    const int length = int(m_text.size()), rows = length - 1;
    if (rows == 0 || tree.depth() >= roomAfter(length))
        return std::nullopt;
    m_logits.resize(level.size() * std::size_t(config().logitCount()));
    if (tree.nodes.empty())
        static_cast<void>(planFirst());
    else
        planParents(tree, level);
    return m_cache.request(m_logits);
}

int EagleDrafter::drawLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws)
{
    if (tree.nodes.empty())
        m_cache.commitPlanned();
    else
        m_fed.keep();
    return drawChildrenFrom(m_logits, tree, level, draws, m_vocabulary, int(m_text.size()));
}

void EagleDrafter::feedText(int end, const Progress& progress)
{
    const int all = end - m_cache.cachedCount();
    while (m_cache.cachedCount() < end) {
        const int left = end - m_cache.cachedCount(), count = std::min(left, textRowsPerPass);
        if (count < all)
            progress.tell(double(all - left) / double(all), "Reading the text");
        static_cast<void>(planText(count, false));
        m_cache.run({}, progress);
        m_cache.commitPlanned();
    }
}

const Rows& EagleDrafter::planText(int count, bool wantLogits)
{
    const int first = m_cache.cachedCount();
    assert(count > 0 && count <= textRowsPerPass); // begin() feeds more
    m_slots.clear();
    m_slots.reserve(std::size_t(count)); // rows point into it
    m_input.clear();
    std::vector<Row> rows;
    for (int position = first; position < first + count; ++position) {
        const TokenId token = m_text[std::size_t(position) + 1];
        const int slot = m_cache.take(position, token);
        assert(slot >= 0); // the cache has a slot for every row of a text
        rows.push_back({token, position, 0, slot, std::span(m_slots), position + 1 == first + count && wantLogits});
        m_slots.push_back(slot);
        const std::span<const float> states = m_target.statesAt(position);
        m_input.insert(m_input.end(), states.begin(), states.end());
    }
    const bool areFeatures = config().featureSize > 0;
    return m_cache.plan(rows, areFeatures ? HeadInput{{}, m_input} : HeadInput{m_input, {}});
}

const Rows& EagleDrafter::planFirst()
{
    return planText(int(m_text.size()) - 1 - m_cache.cachedCount(), true);
}

std::span<const Rows> EagleDrafter::plan(const DraftTree& tree)
{
    return m_plan.make(m_cache, planFirst(), tree);
}

std::span<const Rows> EagleDrafter::plan(int levels, int parents)
{
    return m_plan.make(m_cache, planFirst(), levels, parents);
}

std::span<const float> EagleDrafter::stateBefore(int parent) const
{
    return m_cache.statesOf(parent < 0 ? m_cache.path().back() : m_fed.slotOf(parent));
}

void EagleDrafter::planParents(const DraftTree& tree, std::span<const Expansion> level)
{
    m_input.clear();
    for (const Expansion& expansion : level) {
        const std::span<const float> state = stateBefore(tree.nodes[std::size_t(expansion.parent)].parent);
        m_input.insert(m_input.end(), state.begin(), state.end());
    }
    static_cast<void>(m_cache.plan(m_fed.take(m_cache, m_cache.cachedCount(), tree, level), {m_input, {}}));
}

} // namespace draftscope
