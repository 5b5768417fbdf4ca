// SPDX-License-Identifier: MIT
#include "engine/model/weights.h"

namespace draftscope {

namespace {

/// Adds up `measure` of every matrix of the layers.
template <class Measure>
std::size_t overLayers(const Weights& weights, Measure measure)
{
    std::size_t sum = 0;
    for (const LayerWeights& layer : weights.layers)
        for (const MatrixView* matrix : layer.matrices())
            sum += measure(*matrix);
    return sum;
}

std::size_t normElements(const Weights& weights)
{
    std::size_t sum = weights.finalNorm.size();
    for (const LayerWeights& layer : weights.layers)
        sum += layer.inputNorm.size() + layer.postAttentionNorm.size();
    return sum;
}

std::size_t elements(const MatrixView& matrix)
{
    return std::size_t(matrix.rows) * std::size_t(matrix.columns);
}

} // namespace

Result<void> Weights::filesUnchanged() const
{
    for (const auto& file : files)
        if (auto unchanged = file->unchanged(); !unchanged)
            return unchanged;
    return {};
}

std::int64_t Weights::parameterCount() const
{
    const std::size_t ownHead = head.data == embedding.data ? 0 : elements(head);
    return std::int64_t(elements(embedding) + ownHead + normElements(*this) + overLayers(*this, elements));
}

std::size_t Weights::bytesPerPass() const
{
    return head.bytes() + normElements(*this) * sizeof(float)
        + overLayers(*this, [](const MatrixView& matrix) { return matrix.bytes(); });
}

} // namespace draftscope
