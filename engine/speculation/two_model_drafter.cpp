// SPDX-License-Identifier: MIT
#include "engine/speculation/two_model_drafter.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include "engine/sampling/usable_logits.h"
#include "engine/speculation/draw_children.h"

namespace draftscope {

TwoModelDrafter::TwoModelDrafter(std::unique_ptr<ForwardPass> draft, std::string modelName, int tokenizerSize,
                                 int targetVocabulary, int promptCount)
    : m_cache(std::move(draft), promptCount), m_modelName(std::move(modelName)), m_tokenizerSize(tokenizerSize),
      m_targetVocabulary(targetVocabulary)
{
}

void TwoModelDrafter::begin(std::span<const TokenId> text, const Progress& progress)
{
    assert(!text.empty());
    const std::vector<int> drafted = fedPathAlong(text);
    m_text.assign(text.begin(), text.end());
    // The last token is always fed with the first step: its logits are wanted.
    const auto context = text.first(text.size() - 1);
    const int cached = m_cache.align(context, drafted);
    m_fed.clear();
    const auto missing = context.subspan(std::size_t(cached));
    if (missing.size() > 1 && roomAfter(int(text.size())) > 0)
        m_cache.feed(missing, {}, progress);
}

std::vector<int> TwoModelDrafter::fedPathAlong(std::span<const TokenId> text) const
{
    std::vector<int> path;
    int end = -1;
    for (const Fed& fed : m_fed) { // parents come before their children
        const std::size_t at = m_text.size() + path.size();
        if (fed.parent != end || at >= text.size() || fed.token != text[at])
            continue;
        path = fed.path;
        end = fed.node;
    }
    return path;
}

int TwoModelDrafter::addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                              const Progress& progress)
{
    if (tree.depth() >= roomAfter(int(m_text.size())))
        return 0;
    feedParents(tree, level, progress);
    int added = 0;
    for (std::size_t i = 0; i < level.size(); ++i) {
        takeDistribution(tree, level[i].parent + 1, i, draws);
        added += drawChildren(tree, level[i], draws);
    }
    return added;
}

void TwoModelDrafter::takeDistribution(DraftTree& tree, int context, std::size_t row, const LevelDraws& draws)
{
    const auto at = std::size_t(context), vocabulary = std::size_t(m_cache.config().vocabularySize);
    const std::span<const float> logits = std::span(m_logits).subspan(row * vocabulary, vocabulary);
    if (tree.q.size() <= at)
        tree.q.resize(at + 1);
    const int depth = context == 0 ? 0 : tree.nodes[at - 1].depth;
    requireUsable(logits, m_tokenizerSize, m_modelName, int(m_text.size()) + depth);
    const SamplerSettings sampler = tree.rule == DrawRule::deterministic ? SamplerSettings{} : draws.sampler;
    distributionOf(logits, sampler, m_tokenizerSize, tree.q[at]);
    tree.q[at].resize(std::size_t(m_targetVocabulary), 0.0);
    if (!tree.keepsContexts)
        return;
    if (tree.logits.size() <= at)
        tree.logits.resize(at + 1);
    tree.logits[at].assign(logits.begin(), logits.end());
    tree.logits[at].resize(std::size_t(m_targetVocabulary), 0.0f);
}

const TwoModelDrafter::Fed* TwoModelDrafter::fedNode(int node) const
{
    const auto found = std::ranges::lower_bound(m_fed, node, {}, &Fed::node);
    return found != m_fed.end() && found->node == node ? &*found : nullptr;
}

void TwoModelDrafter::feedParents(const DraftTree& tree, std::span<const Expansion> level, const Progress& progress)
{
    m_logits.resize(level.size() * std::size_t(m_cache.config().vocabularySize));
    if (tree.nodes.empty()) {
        m_cache.feed(std::span(m_text).subspan(std::size_t(m_cache.cachedCount())), m_logits, progress);
        return;
    }
    std::vector<Fed> parents;
    for (const Expansion& expansion : level) {
        const DraftTree::Node& node = tree.nodes[std::size_t(expansion.parent)];
        Fed& fed = parents.emplace_back(Fed{node.token, expansion.parent, node.parent});
        if (const Fed* const above = fedNode(node.parent))
            fed.path = above->path;
    }
    std::vector<Row> rows;
    for (Fed& fed : parents) {
        const int position = int(m_text.size()) + int(fed.path.size());
        const int slot = m_cache.take(position, fed.token);
        assert(slot >= 0); // the cache has a slot for whatever may be drafted
        fed.path.push_back(slot);
        rows.push_back({fed.token, position, 0, slot, std::span(fed.path).first(fed.path.size() - 1), true});
    }
    m_cache.run(rows, m_logits, progress);
    std::ranges::move(parents, std::back_inserter(m_fed));
}

int TwoModelDrafter::roomAfter(int textLength) const
{
    const int positions = std::min(m_cache.config().contextLength, m_cache.pass().slotCount());
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
        pass.prefixes.assign(1, m_cache.table().path(0));
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
        m_fed.push_back({token, n, n - 1, std::vector<int>(first, first + n + 1)});
    }
}

int TwoModelDrafter::slotOf(int node) const
{
    const Fed* const fed = fedNode(node);
    return fed ? fed->path.back() : -1;
}

} // namespace draftscope
