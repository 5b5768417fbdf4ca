// SPDX-License-Identifier: MIT
#include "engine/speculation/two_model_drafter.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/sampling/usable_logits.h"

namespace draftscope {

TwoModelDrafter::TwoModelDrafter(std::unique_ptr<ForwardPass> draft, std::string modelName, int tokenizerSize,
                                 int targetVocabulary, int promptCount)
    : m_cache(std::move(draft), promptCount), m_modelName(std::move(modelName)), m_tokenizerSize(tokenizerSize),
      m_targetVocabulary(targetVocabulary), m_logits(std::size_t(m_cache.config().vocabularySize))
{
}

void TwoModelDrafter::begin(std::span<const TokenId> text, const Progress& progress)
{
    assert(!text.empty());
    m_text.assign(text.begin(), text.end());
    // The last token is always fed with the first step: its logits are wanted.
    const auto context = text.first(text.size() - 1);
    const int cached = m_cache.align(context, m_chain);
    m_chain.clear();
    const auto missing = context.subspan(std::size_t(cached));
    if (missing.size() > 1 && roomAfter(int(text.size())) > 0)
        m_cache.feed(missing, {}, progress);
}

int TwoModelDrafter::addLevel(DraftTree& tree, const LevelDraws& draws, const Progress& progress)
{
    if (!feedUpTo(tree, progress))
        return 0;
    const auto node = tree.nodes.size(), context = node; // of a chain: after the node before
    if (tree.q.size() <= context)
        tree.q.resize(context + 1);
    Distribution& q = tree.q[context];
    requireUsable(m_logits, m_tokenizerSize, m_modelName, int(m_text.size() + node));
    distributionOf(m_logits, draws.sampler, m_tokenizerSize, q);
    q.resize(std::size_t(m_targetVocabulary), 0.0);
    if (tree.keepsContexts) {
        if (tree.logits.size() <= context)
            tree.logits.resize(context + 1);
        tree.logits[context].swap(m_logits); // every pass writes all of them anew
        tree.logits[context].resize(std::size_t(m_targetVocabulary), 0.0f);
        m_logits.resize(std::size_t(m_cache.config().vocabularySize));
    }
    const double drawU = draws.u(int(node));
    const std::optional<TokenId> forced = draws.forced(int(node));
    const TokenId token = forced ? *forced : drawFrom(q, drawU);
    tree.nodes.push_back({token, int(node) - 1, int(node) + 1, q[std::size_t(token)], drawU});
    return 1;
}

bool TwoModelDrafter::feedUpTo(const DraftTree& tree, const Progress& progress)
{
    if (int(tree.nodes.size()) >= roomAfter(int(m_text.size())))
        return false;
    if (tree.nodes.empty()) {
        m_cache.feed(std::span(m_text).subspan(std::size_t(m_cache.cachedCount())), m_logits, progress);
        return true;
    }
    const TokenId token = tree.nodes.back().token;
    const int position = int(m_text.size() + tree.nodes.size()) - 1;
    const int slot = m_cache.take(position, token);
    assert(slot >= 0); // the cache has a slot for every position
    const Row row{token, position, 0, slot, m_chain, true};
    m_cache.run({&row, 1}, m_logits, progress);
    m_chain.push_back(slot);
    return true;
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
    m_chain.assign(first, first + std::ptrdiff_t(tokens.size() - 1));
    for (std::size_t i = 0; i < m_chain.size(); ++i)
        m_cache.setToken(m_chain[i], tokens[i]);
}

int TwoModelDrafter::slotOf(int node) const
{
    return node < int(m_chain.size()) ? m_chain[std::size_t(node)] : -1;
}

} // namespace draftscope
