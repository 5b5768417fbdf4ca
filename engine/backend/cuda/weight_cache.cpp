// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/weight_cache.h"

#include <algorithm>
#include <tuple>

#include "engine/backend/cuda/device_weights.h"
#include "engine/backend/cuda/pass_shape.h"

namespace draftscope::cuda {

namespace {

bool same(const MatrixView& a, const MatrixView& b)
{
    return std::tie(a.data, a.type, a.rows, a.columns, a.bias) == std::tie(b.data, b.type, b.rows, b.columns, b.bias);
}

bool same(const LayerWeights& a, const LayerWeights& b)
{
    const auto norms = [](const LayerWeights& layer) {
        return std::tie(layer.inputNorm, layer.inputNormBias, layer.postAttentionNorm, layer.postAttentionNormBias,
                        layer.embeddingNorm, layer.queryNorm, layer.keyNorm, layer.attentionOutputNorm,
                        layer.mlpOutputNorm);
    };
    return std::ranges::equal(a.matrices(), b.matrices(),
                              [](const MatrixView* x, const MatrixView* y) { return same(*x, *y); })
        && norms(a) == norms(b);
}

bool same(const EntryWeights& a, const EntryWeights& b)
{
    return same(a.fc, b.fc) && a.fcNorm == b.fcNorm && a.fcBias == b.fcBias
        && std::ranges::equal(a.blocks, b.blocks, [](const ResidualBlock& x, const ResidualBlock& y) {
               return same(x.weight, y.weight) && x.bias == y.bias;
           });
}

} // namespace

/// One may be a copy of the other with another name or end of text.
bool WeightCache::isSame(const Model& a, const Model& b)
{
    if (&a == &b)
        return true;
    const Weights &x = a.weights, &y = b.weights;
    return same(x.embedding, y.embedding) && same(x.head, y.head) && x.interleavedRope == y.interleavedRope
        && same(x.entry, y.entry) && same(x.positions, y.positions) && x.finalNorm == y.finalNorm
        && x.finalNormBias == y.finalNormBias && frequenciesOf(a.config) == frequenciesOf(b.config)
        && attentionOfLayers(a.config) == attentionOfLayers(b.config)
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

SharedMatrices WeightCache::sharedWith(const Model& lender, const Model& model)
{
    const auto isLent = [](const MatrixView& matrix, const MatrixView& from) {
        return matrix.data && same(matrix, from);
    };
    if (deviceType(lender.weights) != deviceType(model.weights))
        return {};
    return {isLent(model.weights.embedding, lender.weights.embedding), isLent(model.weights.head, lender.weights.head)};
}

WeightCache::SharedWeights WeightCache::sharedWeightsFor(const Model& model) const
{
    for (const Entry& entry : m_entries)
        if (const auto lender = entry.model.lock(); lender && !entry.lender)
            if (const SharedMatrices shared = sharedWith(*lender, model); shared.any())
                return {entry.weights, shared};
    return {};
}

void WeightCache::put(const std::shared_ptr<const Model>& model, std::shared_ptr<const void> weights, std::size_t bytes,
                      const void* lender)
{
    m_entries.push_back({model, std::move(weights), bytes, lender});
}

bool WeightCache::isUnused(const Entry& entry) const
{
    const auto holders = std::ranges::count_if(
        m_entries, [&](const Entry& other) { return other.lender == entry.weights.get() && isUnused(other); });
    return entry.weights.use_count() == 1 + holders;
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
        const bool isWanted =
            model && std::any_of(wanted.begin(), wanted.end(), [&](const PlannedPass& pass) {
                return isSame(*pass.model, *model) || (!entry.lender && sharedWith(*model, *pass.model).any());
            });
        if (isUnused(entry) && !isWanted)
            bytes += entry.bytes;
    }
    return bytes;
}

bool WeightCache::dropUnused()
{
    const auto isFree = [](const Entry& entry) { return entry.weights.use_count() == 1; };
    bool dropsAny = false;
    while (std::erase_if(m_entries, isFree) > 0) // then what those had borrowed
        dropsAny = true;
    return dropsAny;
}

} // namespace draftscope::cuda
