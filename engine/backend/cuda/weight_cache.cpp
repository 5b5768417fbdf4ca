// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/weight_cache.h"

#include <algorithm>
#include <tuple>

namespace draftscope::cuda {

namespace {

bool same(const MatrixView& a, const MatrixView& b)
{
    return std::tie(a.data, a.type, a.rows, a.columns) == std::tie(b.data, b.type, b.rows, b.columns);
}

bool same(const LayerWeights& a, const LayerWeights& b)
{
    return std::ranges::equal(a.matrices(), b.matrices(),
                              [](const MatrixView* x, const MatrixView* y) { return same(*x, *y); })
        && a.inputNorm == b.inputNorm && a.postAttentionNorm == b.postAttentionNorm;
}

} // namespace

/// One may be a copy of the other with another name or end of text.
bool WeightCache::isSame(const Model& a, const Model& b)
{
    if (&a == &b)
        return true;
    const Weights &x = a.weights, &y = b.weights;
    return same(x.embedding, y.embedding) && same(x.head, y.head) && x.interleavedRope == y.interleavedRope
        && x.finalNorm == y.finalNorm && ropeFrequencies(a.config) == ropeFrequencies(b.config)
        && std::equal(x.layers.begin(), x.layers.end(), y.layers.begin(), y.layers.end(),
                      [](const LayerWeights& l, const LayerWeights& m) { return same(l, m); });
}

std::shared_ptr<const void> WeightCache::find(const Model& model) const
{
    for (const Entry& entry : m_entries)
        if (const auto other = entry.model.lock(); other && isSame(*other, model))
            return entry.weights;
    return {};
}

void WeightCache::put(const std::shared_ptr<const Model>& model, std::shared_ptr<const void> weights, std::size_t bytes)
{
    m_entries.push_back({model, std::move(weights), bytes});
}

void WeightCache::dropOrphans()
{
    std::erase_if(m_entries, [](const Entry& entry) { return entry.model.expired(); });
}

std::size_t WeightCache::unusedBytes(std::span<const PlannedPass> wanted) const
{
    std::size_t bytes = 0;
    for (const Entry& entry : m_entries) {
        const auto model = entry.model.lock();
        const bool isWanted = model && std::any_of(wanted.begin(), wanted.end(), [&](const PlannedPass& pass) {
                                  return isSame(*pass.model, *model);
                              });
        if (entry.weights.use_count() == 1 && !isWanted)
            bytes += entry.bytes;
    }
    return bytes;
}

bool WeightCache::dropUnused()
{
    return std::erase_if(m_entries, [](const Entry& entry) { return entry.weights.use_count() == 1; }) > 0;
}

} // namespace draftscope::cuda
