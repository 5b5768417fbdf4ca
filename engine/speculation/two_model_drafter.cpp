// SPDX-License-Identifier: MIT
#include "engine/speculation/two_model_drafter.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace draftscope {

TwoModelDrafter::TwoModelDrafter(std::unique_ptr<ForwardPass> draft, int tokenizerSize, int targetVocabulary,
                                 int promptCount)
    : m_cache(std::move(draft), promptCount), m_tokenizerSize(tokenizerSize), m_targetVocabulary(targetVocabulary),
      m_logits(std::size_t(m_cache.config().vocabularySize))
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
    if (missing.size() > 1 && int(text.size()) <= room())
        m_cache.feed(missing, {}, progress);
}

int TwoModelDrafter::step(DraftTree& tree, const SamplerSettings& sampler, const std::function<double(int node)>& u,
                          std::optional<TokenId> forced, std::vector<float>* logits, const Progress& progress)
{
    if (!feedUpTo(tree, progress))
        return 0;
    const auto node = tree.nodes.size();
    if (tree.q.size() <= node)
        tree.q.resize(node + 1);
    distributionOf(m_logits, sampler, m_tokenizerSize, tree.q[node]);
    tree.q[node].resize(std::size_t(m_targetVocabulary), 0.0);
    if (logits) {
        logits->assign(m_logits.begin(), m_logits.end());
        logits->resize(std::size_t(m_targetVocabulary), 0.0f);
    }
    const double drawU = u(int(node));
    const TokenId token = forced ? *forced : drawFrom(tree.q[node], drawU);
    tree.rule = DrawRule::independent;
    tree.nodes.push_back({token, int(node) - 1, int(node) + 1, int(node), drawU});
    return 1;
}

bool TwoModelDrafter::feedUpTo(const DraftTree& tree, const Progress& progress)
{
    const int position = int(m_text.size() + tree.nodes.size()) - 1; // of the last token to be fed
    if (position >= room())
        return false;
    if (tree.nodes.empty()) {
        m_cache.feed(std::span(m_text).subspan(std::size_t(m_cache.cachedCount())), m_logits, progress);
        return true;
    }
    const TokenId token = tree.nodes.back().token;
    const int slot = m_cache.take(position, token);
    if (slot < 0)
        return false;
    const Row row{token, position, 0, slot, m_chain, true};
    m_cache.run({&row, 1}, m_logits, progress);
    m_chain.push_back(slot);
    return true;
}

int TwoModelDrafter::room() const
{
    return std::min(m_cache.config().contextLength, m_cache.pass().slotCount());
}

std::span<const Rows> TwoModelDrafter::plan(int count)
{
    const int cached = m_cache.cachedCount(), length = int(m_text.size());
    const int possible = std::min(count, room() - length + 1); // the last node is not fed
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
    assert(tokens.size() == m_plan.size());
    const std::size_t missing = m_planned.size() + 1 - tokens.size();
    for (std::size_t i = 0; i < missing; ++i)
        m_cache.commit(m_planned[i]);
    m_chain.assign(m_planned.begin() + std::ptrdiff_t(missing), m_planned.end());
    for (std::size_t i = 0; i < m_chain.size(); ++i)
        m_cache.setToken(m_chain[i], tokens[i]);
}

int TwoModelDrafter::slotOf(int node) const
{
    return node < int(m_chain.size()) ? m_chain[std::size_t(node)] : -1;
}

} // namespace draftscope
