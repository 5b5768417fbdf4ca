// SPDX-License-Identifier: MIT
#include "engine/speculation/local_target.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/core/decode_failure.h"
#include "engine/core/each_on_threads.h"
#include "engine/sampling/usable_logits.h"

namespace draftscope {

LocalTarget::LocalTarget(std::shared_ptr<const Model> model, PassShare pass, int promptCount,
                         std::shared_ptr<ThreadPool> threads)
    : m_model(std::move(model)), m_cache(std::move(pass), promptCount), m_threads(std::move(threads))
{
}

void LocalTarget::align(std::span<const TokenId> text, const Progress& progress)
{
    forgetDrafts();
    const auto context = text.first(text.size() - 1);
    const int cached = m_cache.align(context);
    const auto missing = context.subspan(std::size_t(cached));
    const std::size_t later = std::min(missing.size(), std::size_t(m_cropped));
    m_cache.feed(missing.first(missing.size() - later), {}, progress);
    m_refed.assign(missing.end() - std::ptrdiff_t(later), missing.end());
}

void LocalTarget::crop(int count)
{
    m_cache.drop(count);
    m_cropped = count;
}

void LocalTarget::plan(TokenId root, int textLength, const DraftTree& tree, std::span<const SideRow> sideRows)
{
    const int rootPosition = textLength - 1;
    const int refed = int(m_refed.size());
    assert(m_cache.cachedCount() == rootPosition - refed);
    if (m_begun.empty())
        m_cache.releaseSpeculative(); // what drafts left there is of no use to a whole pass
    const auto slotFor = [&](int node, int position, TokenId token) {
        const Begun* const begun = begunAt(node);
        const int slot = begun ? begun->slot : m_cache.take(position, token);
        assert(slot >= 0); // the cache has a slot for whatever may be drafted
        return slot;
    };
    m_refedSlots.clear();
    for (int i = 0; i < refed; ++i)
        m_refedSlots.push_back(slotFor(-2, rootPosition - refed + i, m_refed[std::size_t(i)]));
    std::size_t ancestorCount = 0;
    for (const DraftTree::Node& node : tree.nodes)
        ancestorCount += std::size_t(node.depth + refed);
    for (std::size_t row = 0; row < sideRows.size(); ++row)
        ancestorCount += row + 1 + std::size_t(refed); // at most
    m_ancestors.clear();
    m_ancestors.reserve(ancestorCount); // rows point into it
    m_rows.assign(1, Row{root, rootPosition, 0, slotFor(-1, rootPosition, root), m_refedSlots, true});
    m_rowOf.assign(1, 0);
    const auto addRow = [&](int node, TokenId token, std::size_t parent) {
        assert(m_rowOf[parent] >= 0); // behind a pruned node all are pruned
        const std::size_t first = m_ancestors.size();
        const Row above = m_rows[std::size_t(m_rowOf[parent])];
        m_ancestors.insert(m_ancestors.end(), above.ancestors.begin(), above.ancestors.end());
        m_ancestors.push_back(above.slot);
        m_rowOf.push_back(int(m_rows.size()));
        const int position = above.position + 1;
        m_rows.push_back(
            {token, position, 0, slotFor(node, position, token), std::span(m_ancestors).subspan(first), true});
    };
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        const DraftTree::Node& node = tree.nodes[n];
        if (!node.pruned) {
            addRow(int(n), node.token, std::size_t(node.parent + 1));
            continue;
        }
        m_rowOf.push_back(-1);
        if (const Begun* const begun = begunAt(int(n)))
            m_cache.release(begun->slot);
    }
    m_contextCount = int(m_rowOf.size());
    for (const SideRow& row : sideRows) // which no drafter has begun
        addRow(-2, row.token, row.parent < 0 ? 0 : std::size_t(m_contextCount + row.parent));
}

const Rows& LocalTarget::plannedRows()
{
    if (m_refed.empty())
        return m_cache.plan(m_rows);
    m_allRows.clear();
    for (std::size_t i = 0; i < m_refed.size(); ++i)
        m_allRows.push_back({m_refed[i], m_rows.front().position - int(m_refed.size() - i), 0, m_refedSlots[i],
                             std::span(m_refedSlots).first(i), false});
    m_allRows.insert(m_allRows.end(), m_rows.begin(), m_rows.end());
    return m_cache.plan(m_allRows);
}

const Rows& LocalTarget::rowsToRun()
{
    static_cast<void>(plannedRows());
    return m_cache.askForStates();
}

void LocalTarget::adopt(std::span<const TokenId> tokens, std::span<const int> rowsWithStates)
{
    m_cache.keepAskedStates(rowsWithStates);
    m_cache.commit(m_rows.front().slot);
    assert(int(tokens.size()) < m_contextCount && m_rowOf.size() == std::size_t(m_contextCount));
    m_rows.resize(tokens.size() + 1);
    m_rowOf.resize(tokens.size() + 1);
    m_contextCount = int(m_rowOf.size());
    for (std::size_t n = 0; n < tokens.size(); ++n) {
        m_rows[n + 1].token = tokens[n];
        m_cache.setToken(m_rows[n + 1].slot, tokens[n]);
    }
}

void LocalTarget::adopt(TokenId root, int textLength, const DraftTree& tree, std::span<const int> rowsWithStates)
{
    m_cache.keepAskedStates(rowsWithStates);
    std::vector<int> slots;
    for (const Row& row : m_rows)
        slots.push_back(row.slot);
    plan(root, textLength, tree); // in the slots of before, which are the lowest that are free
    if (!std::ranges::equal(m_rows, slots, {}, &Row::slot))
        throw DecodeFailure("The round's tree lies in other slots than were planned: restart the run.");
    m_cache.commit(m_rows.front().slot);
}

void LocalTarget::verify(const Progress& progress)
{
    const PassRequest planned = request();
    if (m_begun.empty())
        m_cache.run(planned.logits, progress);
    else
        finishBegun(planned.logits, progress);
    verified();
}

PassRequest LocalTarget::request()
{
    const std::size_t size = m_rows.size() * std::size_t(config().vocabularySize);
    if (m_logits.size() < size)
        m_logits.resize(size);
    static_cast<void>(plannedRows());
    return m_cache.request(std::span(m_logits).first(size));
}

void LocalTarget::verified()
{
    for (const int slot : m_refedSlots)
        m_cache.commit(slot);
    m_refed.clear();
    m_refedSlots.clear();
    m_cropped = 0;
    m_cache.commit(m_rows.front().slot);
}

void LocalTarget::runDraft(std::span<const Row> rows, std::span<const int> nodes, const PassPart& part,
                           std::span<float> logits, const Progress& progress)
{
    assert(rows.size() == nodes.size());
    const int end = part.end(config().layerCount);
    Rows drafted;
    drafted.rows.assign(rows.begin(), rows.end());
    drafted.part = part;
    const bool areFirstLayers = part.firstLayer == 0 && part.skippedAttention.empty() && part.skippedMlp.empty();
    if (!areFirstLayers) {
        m_cache.runPart(std::move(drafted), logits, progress);
        return;
    }
    assert(m_begun.empty() || m_begunLayers == end);
    m_begunLayers = end;
    const std::size_t hidden = std::size_t(config().hiddenSize), before = m_begun.size();
    m_begunStates.resize((before + rows.size()) * hidden);
    drafted.hiddenStates = {{end, std::span(m_begunStates).subspan(before * hidden)}};
    m_cache.runPart(std::move(drafted), logits, progress);
    for (std::size_t i = 0; i < rows.size(); ++i)
        m_begun.push_back({nodes[i], rows[i].slot});
}

void LocalTarget::finishBegun(std::span<float> logits, const Progress& progress)
{
    const auto hidden = std::size_t(config().hiddenSize);
    const auto copy = [hidden](std::span<const float> from, std::size_t row, std::span<float> to, std::size_t at) {
        std::ranges::copy(from.subspan(row * hidden, hidden), to.subspan(at * hidden).begin());
    };
    std::vector<float> states(m_rows.size() * hidden);
    Rows others; // no drafter has begun them
    std::vector<std::size_t> placeOf;
    for (int context = 0; context < int(m_rowOf.size()); ++context) { // and side rows
        if (m_rowOf[std::size_t(context)] < 0)
            continue;
        const auto row = std::size_t(m_rowOf[std::size_t(context)]);
        if (const Begun* const begun = begunAt(context - 1)) {
            copy(m_begunStates, std::size_t(begun - m_begun.data()), states, row);
            continue;
        }
        others.rows.push_back(m_rows[row]);
        others.rows.back().wantLogits = false;
        placeOf.push_back(row);
    }
    if (!others.rows.empty()) {
        std::vector<float> left(others.rows.size() * hidden);
        others.part.endLayer = m_begunLayers;
        others.hiddenStates = {{m_begunLayers, left}};
        m_cache.runPart(std::move(others), {}, progress);
        for (std::size_t i = 0; i < placeOf.size(); ++i)
            copy(left, i, states, placeOf[i]);
    }
    Rows all;
    all.rows = m_rows;
    all.part.firstLayer = m_begunLayers;
    all.inputStates = states;
    m_cache.runPart(std::move(all), logits, progress);
}

const LocalTarget::Begun* LocalTarget::begunAt(int node) const
{
    const auto found = std::ranges::lower_bound(m_begun, node, {}, &Begun::node);
    return found != m_begun.end() && found->node == node ? &*found : nullptr;
}

void LocalTarget::forgetDrafts()
{
    m_begun.clear();
    m_begunStates.clear();
}

std::span<const float> LocalTarget::logits(int context) const
{
    const auto vocabulary = std::size_t(config().vocabularySize);
    return std::span(m_logits).subspan(std::size_t(m_rowOf[std::size_t(context)]) * vocabulary, vocabulary);
}

void LocalTarget::beginSampling(const SamplerSettings& sampler)
{
    m_sampler = sampler;
    m_isSampled.assign(m_rows.size(), false);
    if (m_p.size() < m_rows.size())
        m_p.resize(m_rows.size());
    for (int c = 0; c < m_contextCount; ++c)
        if (isVerified(c))
            requireUsable(logits(c), tokenizerSize(), m_model->name,
                          m_rows[std::size_t(m_rowOf[std::size_t(c)])].position + 1);
}

void LocalTarget::sampleAll()
{
    eachOnThreads(m_threads.get(), m_contextCount, [&](int, int c) {
        if (isVerified(c))
            static_cast<void>(p(c));
    });
}

bool LocalTarget::isSampled(int context) const
{
    return isVerified(context) && m_isSampled[std::size_t(m_rowOf[std::size_t(context)])] != 0;
}

const Distribution& LocalTarget::p(int context)
{
    const auto row = std::size_t(m_rowOf[std::size_t(context)]);
    if (m_isSampled[row] == 0) {
        distributionOf(logits(context), m_sampler, tokenizerSize(), m_p[row]);
        m_isSampled[row] = 1;
    }
    return m_p[row];
}

void LocalTarget::keepStale(std::span<const int> nodes)
{
    for (const int node : nodes)
        m_cache.keepStale(slotOf(node));
}

void LocalTarget::commit(std::span<const int> path)
{
    for (const int node : path)
        m_cache.commit(slotOf(node));
    m_cache.releaseSpeculative();
    forgetDrafts();
}

} // namespace draftscope
