// SPDX-License-Identifier: MIT
#include "engine/model/pass_stages.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace draftscope {

namespace {

/// Slots that any of the rows sees.
std::size_t slotsSeen(const Rows& rows)
{
    std::set<int> slots;
    for (const Row& row : rows.rows) {
        const std::span<const int> prefix = rows.prefixes[std::size_t(row.sequence)];
        slots.insert(prefix.begin(), prefix.end());
        slots.insert(row.ancestors.begin(), row.ancestors.end());
        slots.insert(row.slot);
    }
    return slots.size();
}

} // namespace

std::array<double, passStageCount> stageBytes(const Weights& weights, const ModelConfig& config, const Rows& rows,
                                              std::size_t bytesPerCacheElement)
{
    const std::size_t head = std::size_t(config.kvHeadCount) * std::size_t(config.headSize);
    const std::size_t keysAndValues = 2 * slotsSeen(rows) * head * bytesPerCacheElement;
    const bool anyWanted = std::ranges::any_of(rows.rows, &Row::wantLogits);
    std::array<double, passStageCount> bytes{};
    const auto add = [&](PassStage stage, auto count) { bytes[std::size_t(stage)] += double(count); };
    const auto normBytes = [](const std::vector<float>& norm) { return norm.size() * sizeof(float); };
    const bool hasEmbedding = rows.inputStates.empty() && weights.embedding.data;
    add(PassStage::embedding,
        rows.rows.size()
            * (hasEmbedding ? weights.embedding.rowBytes() : std::size_t(config.hiddenSize) * sizeof(float)));
    if (weights.entry.fc.data && (config.featureSize == 0 || !rows.targetFeatures.empty()))
        add(PassStage::embedding, weights.entry.fc.bytes() + normBytes(weights.entry.fcBias));
    for (const ResidualBlock& block : weights.entry.blocks)
        add(PassStage::embedding, block.weight.bytes() + normBytes(block.bias));
    for (int i = rows.part.firstLayer; i < rows.part.end(config.layerCount); ++i) {
        const LayerWeights& layer = weights.layers[std::size_t(i)];
        if (rows.part.hasAttention(i)) {
            add(PassStage::queriesKeysValues,
                layer.q.bytes() + layer.k.bytes() + layer.v.bytes() + normBytes(layer.inputNorm)
                    + normBytes(layer.embeddingNorm));
            add(PassStage::attention, keysAndValues);
            add(PassStage::attentionOutput, layer.o.bytes());
        }
        if (rows.part.hasMlp(i)) {
            add(PassStage::gateUp, layer.gate.bytes() + layer.up.bytes() + normBytes(layer.postAttentionNorm));
            add(PassStage::down, layer.down.bytes());
        }
    }
    if (anyWanted)
        add(PassStage::logits, weights.head.bytes() + (rows.part.hasFinalNorm ? normBytes(weights.finalNorm) : 0));
    return bytes;
}

std::vector<StageTime> StageSamples::medians() const
{
    static const std::array<const char*, passStageCount> names = {
        "embedding", "queries, keys, values", "attention", "attention output", "gate and up", "down", "logits"};
    assert(!m_passes.empty());
    std::vector<StageTime> stages;
    for (std::size_t s = 0; s < names.size(); ++s) {
        std::vector<double> times;
        for (const auto& pass : m_passes)
            times.push_back(pass[s]);
        const auto middle = times.begin() + std::ptrdiff_t(times.size() / 2);
        std::nth_element(times.begin(), middle, times.end());
        stages.push_back({names[s], *middle, m_bytes[s]});
    }
    return stages;
}

} // namespace draftscope
