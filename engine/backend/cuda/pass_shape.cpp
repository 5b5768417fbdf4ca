// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/pass_shape.h"

#include <algorithm>
#include <string_view>

namespace draftscope::cuda {

namespace {

int entryTiles(const ModelConfig& config)
{
    switch (config.input) {
    case RowInput::token:
        return 0;
    case RowInput::state:
        return tilesOf(config.hiddenSize);
    case RowInput::tokenAndState:
    case RowInput::tokenBesideState:
        break;
    }
    return tilesOf(std::max(2 * config.hiddenSize, config.featureSize));
}

/// What the model's layers do that no kernel does; empty where there is nothing.
std::string_view featureWithoutKernel(const ModelConfig& config)
{
    if (config.norm != NormKind::rms)
        return "LayerNorms";
    if (config.activation != Activation::silu || !config.hasGate)
        return "an MLP with GELU or without a gate";
    if (config.hasLearnedPositions)
        return "learned positions";
    if (config.attentionCap != 0 || config.logitCap != 0)
        return "soft-capping of scores or logits";
    if (config.hasOutputNorms)
        return "norms of what attention and MLP add to the stream";
    if (config.embeddingScale != 1)
        return "scaled embeddings";
    if (config.localRopeTheta != 0)
        return "layers that rotate by other frequencies than others";
    return {};
}

} // namespace

Result<PassShape> passShape(const Model& model, int slotCount)
{
    const ModelConfig& config = model.config;
    if (config.headSize > mostHeadSize || config.headSize % 2 != 0)
        return fail(
            "{} has heads of {} elements, and the CUDA backend takes even sizes up to {}: choose --backend cpu.",
            model.name, config.headSize, mostHeadSize);
    if (const std::string_view feature = featureWithoutKernel(config); !feature.empty())
        return fail("{} has {}, which the CUDA backend does not compute: choose --backend cpu.", model.name, feature);
    PassShape shape{};
    shape.hidden = config.hiddenSize;
    shape.hiddenTiles = tilesOf(config.hiddenSize);
    shape.heads = config.headCount;
    shape.kvHeads = config.kvHeadCount;
    shape.headSize = config.headSize;
    shape.headStride = (config.headSize + 7) / 8 * 8;
    shape.headTiles = tilesOf(config.headSize);
    shape.attendedTiles = tilesOf(config.headCount * config.headSize);
    shape.intermediate = config.intermediateSize;
    shape.gatedTiles = tilesOf(config.intermediateSize);
    shape.vocabulary = config.logitCount();
    shape.entryTiles = entryTiles(config);
    shape.slotCount = slotCount;
    shape.splitCount = splitsOf(slotCount);
    shape.interleavedRope = model.weights.interleavedRope;
    shape.normEpsilon = config.normEpsilon;
    shape.hasHeadNorms = config.hasQueryKeyNorm;
    return shape;
}

WeightType deviceType(const Weights& weights)
{
    const std::vector<const MatrixView*> matrices = weights.matrices();
    const WeightType type = matrices.front()->type;
    if (std::ranges::any_of(matrices, [](const MatrixView* matrix) { return isQuantised(matrix->type); }))
        return WeightType::bf16;
    const auto differs = [type](const MatrixView* matrix) { return matrix->type != type; };
    return std::ranges::any_of(matrices, differs) ? WeightType::f32 : type;
}

} // namespace draftscope::cuda
