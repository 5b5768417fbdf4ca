// SPDX-License-Identifier: MIT
#include "engine/model/model_hash.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/core/fnv1a.h"

namespace draftscope {

namespace {

void addSamples(Fnv1a& hash, const MatrixView& matrix)
{
    constexpr std::size_t samples = 16, sampleSize = 64;
    const std::size_t size = matrix.bytes();
    hash.add(&size, sizeof size);
    const auto* bytes = static_cast<const unsigned char*>(matrix.data);
    const std::size_t length = std::min(size, sampleSize), last = size - length;
    for (std::size_t i = 0; i < samples; ++i)
        hash.add(bytes + last * i / (samples - 1), length); // from the first byte to the very last
}

const char* nameOf(RopeScaling::Method method)
{
    using Method = RopeScaling::Method;
    switch (method) {
    case Method::llama3:
        return "llama3";
    case Method::yarn:
        return "yarn";
    case Method::dynamic:
        return "dynamic";
    case Method::longrope:
        return "longrope";
    case Method::linear:
        break;
    }
    return "linear";
}

void addNorm(Fnv1a& hash, const std::vector<float>& norm)
{
    hash.add(norm.data(), norm.size() * sizeof(float));
}

/// Nothing where there is none.
void addEntry(Fnv1a& hash, const EntryWeights& entry)
{
    addNorm(hash, entry.fcNorm);
    if (entry.fc.data)
        addSamples(hash, entry.fc);
    addNorm(hash, entry.fcBias);
    for (const ResidualBlock& block : entry.blocks) {
        addSamples(hash, block.weight);
        addNorm(hash, block.bias);
    }
}

std::string describe(const ModelConfig& config)
{
    std::string text = fmt::format("{} {} {} {} {} {} {} {} {} {}", config.hiddenSize, config.intermediateSize,
                                   config.layerCount, config.headCount, config.kvHeadCount, config.headSize,
                                   config.vocabularySize, config.normEpsilon, config.ropeTheta, config.tiedEmbeddings);
    if (const auto& scaling = config.ropeScaling)
        text += fmt::format(" {} {} {} {}", scaling->factor, scaling->lowFrequencyFactor, scaling->highFrequencyFactor,
                            scaling->originalContext);
    using Method = RopeScaling::Method;
    if (const auto& scaling = config.ropeScaling; scaling && scaling->method != Method::llama3)
        text += fmt::format(" {} {} {} {}", nameOf(scaling->method), scaling->fastRotations, scaling->slowRotations,
                            scaling->wholePairs);
    if (const auto& scaling = config.localRopeScaling)
        text += fmt::format(" local {} {} {} {} {} {} {} {} {}", int(scaling->method), scaling->factor,
                            scaling->lowFrequencyFactor, scaling->highFrequencyFactor, scaling->originalContext,
                            scaling->fastRotations, scaling->slowRotations, scaling->wholePairs,
                            config.localRopeAttentionFactor);
    if (config.partlyRotated > 0)
        text += fmt::format(" of {} elements", config.partlyRotated);
    if (!config.longRopeFactors.empty())
        text += fmt::format(" long {}", config.longRopeFactors);
    if (config.ropeAttentionFactor != 1)
        text += fmt::format(" attention factor {}", config.ropeAttentionFactor);
    for (const LayerAttention& attention : config.layerAttention)
        text += fmt::format(" {}{}",
                            attention.hasLocalRope  ? "local"
                                : attention.hasRope ? "rope"
                                                    : "none",
                            attention.window);
    if (config.norm != NormKind::rms || config.activation != Activation::silu || !config.hasGate)
        text += fmt::format(" norm {} activation {} gate {}", int(config.norm), int(config.activation), config.hasGate);
    if (config.embeddingScale != 1 || config.queryScalar != 0 || config.attentionCap != 0 || config.logitCap != 0
        || config.localRopeTheta != 0)
        text += fmt::format(" embedding {} query {} caps {} {} local theta {}", config.embeddingScale,
                            config.queryScalar, config.attentionCap, config.logitCap, config.localRopeTheta);
    if (config.isHead())
        text += fmt::format(" head {} {} {} {}", int(config.input), config.featureSize, config.draftVocabularySize,
                            config.normBeforeResidual);
    return text + fmt::format(" {}", config.ropeFactors);
}

} // namespace

std::string modelHash(const ModelConfig& config, const Weights& weights)
{
    Fnv1a hash;
    const std::string text = describe(config);
    hash.add(text.data(), text.size());
    addSamples(hash, weights.embedding);
    addSamples(hash, weights.head);
    if (weights.positions.data)
        addSamples(hash, weights.positions);
    addNorm(hash, weights.finalNorm);
    addNorm(hash, weights.finalNormBias);
    addEntry(hash, weights.entry);
    hash.add(weights.tokenOfLogit.data(), weights.tokenOfLogit.size() * sizeof(TokenId));
    for (const LayerWeights& layer : weights.layers) {
        addNorm(hash, layer.embeddingNorm);
        addNorm(hash, layer.inputNorm);
        addNorm(hash, layer.postAttentionNorm);
        addNorm(hash, layer.inputNormBias);
        addNorm(hash, layer.postAttentionNormBias);
        addNorm(hash, layer.queryNorm);
        addNorm(hash, layer.keyNorm);
        addNorm(hash, layer.attentionOutputNorm);
        addNorm(hash, layer.mlpOutputNorm);
        for (const MatrixView* matrix : layer.matrices()) {
            addSamples(hash, *matrix);
            hash.add(matrix->bias, matrix->biasElements() * sizeof(float));
        }
    }
    return fmt::format("{:016x}", hash.value());
}

} // namespace draftscope
