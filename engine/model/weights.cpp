// SPDX-License-Identifier: MIT
#include "engine/model/weights.h"

#include <algorithm>
#include <map>

namespace draftscope {

namespace {

std::size_t vectorElements(const Weights& weights)
{
    std::size_t sum = weights.finalNorm.size() + weights.finalNormBias.size() + weights.entry.fcNorm.size()
        + weights.entry.fcBias.size();
    for (const ResidualBlock& block : weights.entry.blocks)
        sum += block.bias.size();
    for (const LayerWeights& layer : weights.layers)
        sum += layer.inputNorm.size() + layer.embeddingNorm.size() + layer.postAttentionNorm.size()
            + layer.inputNormBias.size() + layer.postAttentionNormBias.size() + layer.queryNorm.size()
            + layer.keyNorm.size() + layer.attentionOutputNorm.size() + layer.mlpOutputNorm.size();
    for (const MatrixView* matrix : weights.matrices())
        sum += matrix->biasElements();
    return sum;
}

} // namespace

Result<void> Weights::filesUnchanged() const
{
    for (const auto& file : files)
        if (auto unchanged = file->unchanged(); !unchanged)
            return unchanged;
    return {};
}

std::vector<const MatrixView*> Weights::matrices() const
{
    std::vector<const MatrixView*> all;
    const auto add = [&all](const MatrixView& matrix) {
        if (matrix.data)
            all.push_back(&matrix);
    };
    add(embedding);
    add(positions);
    add(entry.fc);
    for (const ResidualBlock& block : entry.blocks)
        add(block.weight);
    for (const LayerWeights& layer : layers)
        for (const MatrixView* matrix : layer.matrices())
            add(*matrix);
    if (head.data != embedding.data)
        add(head);
    return all;
}

std::int64_t Weights::parameterCount() const
{
    std::size_t sum = vectorElements(*this);
    for (const MatrixView* matrix : matrices())
        sum += std::size_t(matrix->rows) * std::size_t(matrix->columns);
    return std::int64_t(sum);
}

std::vector<WeightType> Weights::types() const
{
    std::map<WeightType, std::size_t> bytes;
    for (const MatrixView* matrix : matrices())
        bytes[matrix->type] += matrix->bytes();
    std::vector<WeightType> all;
    for (const auto& [type, count] : bytes)
        all.push_back(type);
    std::ranges::stable_sort(all, std::ranges::greater(), [&](WeightType type) { return bytes.at(type); });
    return all;
}

std::size_t Weights::bytesPerPass() const
{
    std::size_t sum = vectorElements(*this) * sizeof(float);
    for (const MatrixView* matrix : matrices())
        if (!isTable(matrix))
            sum += matrix->bytes();
    return sum + (head.data == embedding.data ? head.bytes() : 0);
}

} // namespace draftscope
