// SPDX-License-Identifier: MIT
#include "engine/speculation/draw_children.h"

#include <algorithm>
#include <functional>

#include "engine/sampling/vocabulary_loops.h"

namespace draftscope {
namespace {

/// Ids of the likeliest tokens in order, the smaller id on ties.
std::vector<TokenId> likeliest(const Distribution& q, int count)
{
    std::vector<TokenId> ids;
    const auto wanted = std::min(std::size_t(count), q.size());
    for (std::size_t id = 0; id < q.size(); ++id) {
        const bool isFull = ids.size() == wanted;
        if (isFull && q[id] <= q[std::size_t(ids.back())])
            continue;
        if (isFull)
            ids.pop_back();
        const auto behindLikelier = std::ranges::upper_bound(ids, q[id], std::ranges::greater(),
                                                             [&](TokenId other) { return q[std::size_t(other)]; });
        ids.insert(behindLikelier, TokenId(id));
    }
    return ids;
}

/// Chooses the children of one node, one after another.
class Choice {
public:
    Choice(const DraftTree& tree, Expansion expansion, const LevelDraws& draws)
        : m_rule(tree.rule), m_q(tree.q[std::size_t(expansion.parent + 1)]), m_draws(draws)
    {
        if (m_rule == DrawRule::deterministic)
            m_likeliest = likeliest(m_q, expansion.children);
        else if (m_rule == DrawRule::withoutReplacement && expansion.children > 1)
            m_left = m_q;
    }

    /// The next child's token, q and u.
    DraftTree::Node next(int node)
    {
        const Distribution& from = m_left.empty() ? m_q : m_left;
        DraftTree::Node child;
        child.drawU = m_rule == DrawRule::deterministic ? 0.0 : m_draws.u(node);
        if (const auto forced = m_draws.forced(node))
            child.token = *forced;
        else if (m_rule == DrawRule::deterministic)
            child.token = m_likeliest[m_count];
        else
            child.token = drawFrom(from, child.drawU);
        child.q = from[std::size_t(child.token)];
        ++m_count;
        if (!m_left.empty())
            m_hasMore = takeOut(m_left, child.token);
        return child;
    }
    [[nodiscard]] bool hasNext() const
    {
        return m_rule == DrawRule::deterministic ? m_count < m_likeliest.size() : m_hasMore;
    }

private:
    DrawRule m_rule;
    const Distribution& m_q;
    const LevelDraws& m_draws;
    std::size_t m_count = 0;
    std::vector<TokenId> m_likeliest;
    Distribution m_left;   ///< q without the siblings so far; empty where they change nothing
    bool m_hasMore = true; ///< something is left of it
};

} // namespace

int drawChildrenFrom(std::span<const float> logits, DraftTree& tree, std::span<const Expansion> level,
                     const LevelDraws& draws, DraftVocabulary& vocabulary, int textLength)
{
    if (level.empty())
        return 0;
    const std::size_t width = logits.size() / level.size();
    int added = 0;
    for (std::size_t i = 0; i < level.size(); ++i) {
        setDraftContext(tree, level[i].parent + 1, logits.subspan(i * width, width), draws.sampler, vocabulary,
                        textLength);
        added += drawChildren(tree, level[i], draws);
    }
    return added;
}

bool takeOut(Distribution& distribution, TokenId token)
{
    distribution[std::size_t(token)] = 0;
    const double total = exactSumOf(distribution).value();
    if (total <= 0)
        return false;
    scale(distribution, 1.0 / total);
    return true;
}

int drawChildren(DraftTree& tree, Expansion expansion, const LevelDraws& draws)
{
    const int depth = expansion.parent < 0 ? 1 : tree.nodes[std::size_t(expansion.parent)].depth + 1;
    Choice choice(tree, expansion, draws);
    int added = 0;
    for (; added < expansion.children && choice.hasNext(); ++added) {
        DraftTree::Node child = choice.next(int(tree.nodes.size()));
        child.parent = expansion.parent;
        if (tree.wantsConfidence)
            child.confidence = tree.unfiltered[std::size_t(expansion.parent + 1)][std::size_t(child.token)];
        child.depth = depth;
        tree.nodes.push_back(child);
    }
    return added;
}

} // namespace draftscope
