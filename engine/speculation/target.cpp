// SPDX-License-Identifier: MIT
#include "engine/speculation/target.h"

#include <cassert>
#include <utility>

#include "engine/core/each_on_threads.h"
#include "engine/sampling/usable_logits.h"

namespace draftscope {

Target::Target(std::shared_ptr<const Model> model, std::unique_ptr<ForwardPass> pass, int promptCount,
               std::shared_ptr<ThreadPool> threads)
    : m_model(std::move(model)), m_cache(std::move(pass), promptCount), m_threads(std::move(threads))
{
}

void Target::align(std::span<const TokenId> text, const Progress& progress)
{
    const auto context = text.first(text.size() - 1);
    const int cached = m_cache.align(context);
    m_cache.feed(context.subspan(std::size_t(cached)), {}, progress);
}

void Target::plan(TokenId root, int textLength, const DraftTree& tree)
{
    const int rootPosition = textLength - 1;
    assert(m_cache.cachedCount() == rootPosition);
    const auto slotFor = [&](int position, TokenId token) {
        const int slot = m_cache.take(position, token);
        assert(slot >= 0); // the cache has a slot for whatever may be drafted
        return slot;
    };
    std::size_t ancestorCount = 0;
    for (const DraftTree::Node& node : tree.nodes)
        ancestorCount += std::size_t(node.depth);
    m_ancestors.clear();
    m_ancestors.reserve(ancestorCount); // rows point into it
    m_rows.assign(1, Row{root, rootPosition, 0, slotFor(rootPosition, root), {}, true});
    m_rowOf.assign(1, 0);
    for (const DraftTree::Node& node : tree.nodes) {
        if (node.pruned) {
            m_rowOf.push_back(-1);
            continue;
        }
        assert(isVerified(node.parent + 1)); // behind a pruned node all are pruned
        const std::size_t first = m_ancestors.size();
        const Row above = m_rows[std::size_t(m_rowOf[std::size_t(node.parent + 1)])];
        m_ancestors.insert(m_ancestors.end(), above.ancestors.begin(), above.ancestors.end());
        m_ancestors.push_back(above.slot);
        const int position = rootPosition + node.depth;
        m_rowOf.push_back(int(m_rows.size()));
        m_rows.push_back({node.token, position, 0, slotFor(position, node.token),
                          std::span(m_ancestors).subspan(first, std::size_t(node.depth)), true});
    }
}

void Target::adopt(std::span<const TokenId> tokens)
{
    m_cache.commit(m_rows.front().slot);
    assert(tokens.size() < m_rows.size());
    m_rows.resize(tokens.size() + 1);
    m_rowOf.resize(tokens.size() + 1);
    for (std::size_t n = 0; n < tokens.size(); ++n) {
        m_rows[n + 1].token = tokens[n];
        m_cache.setToken(m_rows[n + 1].slot, tokens[n]);
    }
}

void Target::verify(const Progress& progress)
{
    const std::size_t size = m_rows.size() * std::size_t(config().vocabularySize);
    if (m_logits.size() < size)
        m_logits.resize(size);
    m_cache.run(m_rows, std::span(m_logits).first(size), progress);
    m_cache.commit(m_rows.front().slot);
}

std::span<const float> Target::logits(int context) const
{
    const auto vocabulary = std::size_t(config().vocabularySize);
    return std::span(m_logits).subspan(std::size_t(m_rowOf[std::size_t(context)]) * vocabulary, vocabulary);
}

void Target::beginSampling(const SamplerSettings& sampler)
{
    m_sampler = sampler;
    m_isSampled.assign(m_rows.size(), false);
    if (m_p.size() < m_rows.size())
        m_p.resize(m_rows.size());
    for (int c = 0; c < int(m_rowOf.size()); ++c)
        if (isVerified(c))
            requireUsable(logits(c), tokenizerSize(), m_model->name,
                          m_rows[std::size_t(m_rowOf[std::size_t(c)])].position + 1);
}

void Target::sampleAll()
{
    eachOnThreads(m_threads.get(), int(m_rowOf.size()), [&](int, int c) {
        if (isVerified(c))
            static_cast<void>(p(c));
    });
}

bool Target::isSampled(int context) const
{
    return isVerified(context) && m_isSampled[std::size_t(m_rowOf[std::size_t(context)])] != 0;
}

const Distribution& Target::p(int context)
{
    const auto row = std::size_t(m_rowOf[std::size_t(context)]);
    if (m_isSampled[row] == 0) {
        distributionOf(logits(context), m_sampler, tokenizerSize(), m_p[row]);
        m_isSampled[row] = 1;
    }
    return m_p[row];
}

void Target::commit(std::span<const int> path)
{
    for (const int node : path)
        m_cache.commit(slotOf(node));
    m_cache.releaseSpeculative();
}

} // namespace draftscope
