// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/cached_attention.h"

#include <algorithm>
#include <array>
#include <span>

#include "engine/backend/cpu/bf16_product.h"
#include "engine/backend/cpu/kernels.h"
#include "engine/model/model_config.h"

namespace draftscope::cpu {

namespace {

std::size_t size(int count)
{
    return std::size_t(count);
}

} // namespace

CachedAttention::CachedAttention(std::shared_ptr<const Model> model, int slotCount, Arithmetic arithmetic)
    : m_model(std::move(model)), m_cache(*m_model, slotCount, arithmetic),
      m_rope(m_model->config, false, m_model->weights.interleavedRope),
      m_localRope(m_model->config, true, m_model->weights.interleavedRope)
{
}

std::size_t CachedAttention::queriesWidth() const
{
    return size(config().headCount) * size(m_cache.paddedHead());
}

void CachedAttention::prepare(const Rows& rows, int threads)
{
    m_rows = &rows;
    m_paths.prepare(rows);
    m_rope.prepare(rows.rows);
    m_localRope.prepare(rows.rows);
    m_queries.reserve(rows.rows.size() * queriesWidth());
    m_attended.reserve(rows.rows.size() * queriesWidth());
    m_scoresStride = size(paddedTo(packedMultiple, m_paths.longest()));
    m_scores.reserve(size(threads * queriesTogether) * m_scoresStride);
}

void CachedAttention::place(int layer, int row, int first, int end, float* queriesKeysValues)
{
    const ModelConfig& c = config();
    const LayerWeights& weights = m_model->weights.layers[size(layer)];
    const int slot = m_rows->rows[size(row)].slot, padded = m_cache.paddedHead();
    for (int i = first; i < end; ++i) {
        float* const head = queriesKeysValues + size(i) * size(c.headSize);
        if (i < c.headCount) {
            normAndRotate(layer, row, weights.queryNorm, head);
            float* const query = m_queries.at(size(row) * queriesWidth() + size(i) * size(padded));
            if (m_cache.type() == CacheType::bf16)
                roundToBf16(head, size(c.headSize), reinterpret_cast<std::uint16_t*>(query), size(padded));
            else
                std::fill_n(std::copy_n(head, c.headSize, query), padded - c.headSize, 0.0f);
        } else if (const int kvHead = i - c.headCount; kvHead < c.kvHeadCount) {
            normAndRotate(layer, row, weights.keyNorm, head);
            m_cache.writeKey(layer, slot, kvHead, head);
        } else {
            m_cache.writeValue(layer, slot, kvHead - c.kvHeadCount, head);
        }
    }
}

/// A head [d] of a row, where it lies.
void CachedAttention::normAndRotate(int layer, int row, const std::vector<float>& norm, float* head) const
{
    if (!norm.empty())
        rmsNorm(head, norm.data(), config().headSize, config().normEpsilon, head);
    const LayerAttention attention = config().attentionOf(layer);
    if (attention.hasRope)
        (attention.hasLocalRope ? m_localRope : m_rope).rotate(row, head);
}

/// A few queries of one K/V head at a time, of as many rows as they come from, so that the keys and values of the slots
/// that these rows share are read once for all of them.
void CachedAttention::attend(int layer, PassThreads& threads, PackedActivations* packed)
{
    const ModelConfig& c = config();
    const int queries = m_paths.rowCount() * (c.headCount / c.kvHeadCount); // of a K/V head
    const int together = std::clamp(queries * c.kvHeadCount / threads.count(), 1, queriesTogether);
    const int groups = (queries + together - 1) / together;
    threads.each(c.kvHeadCount * groups, [&](int thread, int job) {
        const int first = job % groups * together, end = std::min(first + together, queries);
        switch (m_cache.type()) {
        case CacheType::f32:
            return attendQueries<float>(layer, job / groups, first, end, thread, packed);
        case CacheType::f16:
            return attendQueries<Float16>(layer, job / groups, first, end, thread, packed);
        case CacheType::bf16:
            return attendQueries<std::uint16_t>(layer, job / groups, first, end, thread, packed);
        }
    });
}

/// Queries [first, end) of those that look at a K/V head: row by row, the heads of a row together.
template <class Element>
void CachedAttention::attendQueries(int layer, int kvHead, int first, int end, int thread, PackedActivations* packed)
{
    const ModelConfig& c = config();
    const int padded = m_cache.paddedHead(), heads = c.headCount / c.kvHeadCount;
    const auto rowOf = [&](int query) { return query / heads; };
    const auto headOf = [&](int query) { return kvHead * heads + query % heads; };
    const int window = c.attentionOf(layer).window;
    std::array<AttentionQuery<Element>, queriesTogether> queries;
    for (int i = first; i < end; ++i) {
        const std::span<const int> path = m_paths.pathWithin(rowOf(i), window);
        float* const query = m_queries.at(size(rowOf(i)) * queriesWidth() + size(headOf(i)) * size(padded));
        float* const scores = m_scores.at(size(thread * queriesTogether + i - first) * m_scoresStride);
        queries[size(i - first)] = {reinterpret_cast<const QueryElement<Element>*>(query), path.data(),
                                    int(path.size()), scores, query};
    }
    const int shared = m_paths.sharedLength(rowOf(first), rowOf(end - 1), window);
    cpu::attend(AttentionGroup<Element>{std::span(queries).first(size(end - first)), shared,
                                        m_cache.keys<Element>(layer, kvHead), m_cache.values<Element>(layer, kvHead),
                                        padded, c.attentionScale(layer), c.attentionCap});
    for (int i = first; i < end; ++i) {
        const float* const out = queries[size(i - first)].out;
        if (packed)
            packed->packColumns(rowOf(i), headOf(i) * c.headSize, out, c.headSize);
        else
            std::copy_n(out, c.headSize, m_attended.at(size(rowOf(i) * c.headCount + headOf(i)) * size(c.headSize)));
    }
}

} // namespace draftscope::cpu
