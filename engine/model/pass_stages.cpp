// SPDX-License-Identifier: MIT
#include "engine/model/pass_stages.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <map>
#include <set>

namespace draftscope {

namespace {

/// Slots that any of the rows sees through a window; 0: all of its path.
std::size_t slotsSeen(const Rows& rows, int window)
{
    std::set<int> seen;
    for (const Row& row : rows.rows) {
        std::size_t room = window > 0 ? std::size_t(window) - 1 : SIZE_MAX; // behind its own
        seen.insert(row.slot);
        for (const std::span<const int> slots : {row.ancestors, rows.prefixes[std::size_t(row.sequence)]}) {
            const std::span<const int> shown = slots.last(std::min(slots.size(), room));
            seen.insert(shown.begin(), shown.end());
            room -= shown.size();
        }
    }
    return seen.size();
}

} // namespace

std::array<double, passStageCount> stageBytes(const Weights& weights, const ModelConfig& config, const Rows& rows,
                                              std::size_t bytesPerCacheElement, const MatrixBytes& matrixBytes)
{
    const std::size_t head = std::size_t(config.kvHeadCount) * std::size_t(config.headSize);
    std::map<int, std::size_t> slotsByWindow;
    const auto keysAndValues = [&](int layer) {
        const int window = config.attentionOf(layer).window;
        if (!slotsByWindow.contains(window))
            slotsByWindow[window] = slotsSeen(rows, window);
        return 2 * slotsByWindow[window] * head * bytesPerCacheElement;
    };
    const bool anyWanted = std::ranges::any_of(rows.rows, &Row::wantLogits);
    std::array<double, passStageCount> bytes{};
    const auto add = [&](PassStage stage, auto count) { bytes[std::size_t(stage)] += double(count); };
    const auto normBytes = [](const std::vector<float>& norm) { return norm.size() * sizeof(float); };
    const auto stored = [&](const MatrixView& matrix) {
        return matrixBytes ? matrixBytes(matrix) : double(matrix.bytes());
    };
    const auto bytesOf = [&](const MatrixView& matrix) {
        return stored(matrix) + double(matrix.biasElements() * sizeof(float));
    };
    const bool hasEmbedding = rows.inputStates.empty() && weights.embedding.data;
    add(PassStage::embedding,
        rows.rows.size()
            * (hasEmbedding ? weights.embedding.rowBytes() + weights.positions.rowBytes()
                            : std::size_t(config.hiddenSize) * sizeof(float)));
    if (weights.entry.fc.data && (config.featureSize == 0 || !rows.targetFeatures.empty()))
        add(PassStage::embedding, stored(weights.entry.fc) + double(normBytes(weights.entry.fcBias)));
    for (const ResidualBlock& block : weights.entry.blocks)
        add(PassStage::embedding, stored(block.weight) + double(normBytes(block.bias)));
    for (int i = rows.part.firstLayer; i < rows.part.end(config.layerCount); ++i) {
        const LayerWeights& layer = weights.layers[std::size_t(i)];
        if (rows.part.hasAttention(i)) {
            add(PassStage::queriesKeysValues,
                bytesOf(layer.q) + bytesOf(layer.k) + bytesOf(layer.v)
                    + double(normBytes(layer.inputNorm) + normBytes(layer.inputNormBias)
                             + normBytes(layer.embeddingNorm) + normBytes(layer.queryNorm) + normBytes(layer.keyNorm)));
            add(PassStage::attention, keysAndValues(i));
            add(PassStage::attentionOutput, bytesOf(layer.o) + double(normBytes(layer.attentionOutputNorm)));
        }
        if (rows.part.hasMlp(i)) {
            add(PassStage::gateUp,
                bytesOf(layer.gate) + bytesOf(layer.up)
                    + double(normBytes(layer.postAttentionNorm) + normBytes(layer.postAttentionNormBias)));
            add(PassStage::down, bytesOf(layer.down) + double(normBytes(layer.mlpOutputNorm)));
        }
    }
    if (anyWanted)
        add(PassStage::logits,
            stored(weights.head)
                + double(rows.part.hasFinalNorm ? normBytes(weights.finalNorm) + normBytes(weights.finalNormBias) : 0));
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
