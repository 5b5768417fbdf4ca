// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/pass_shape.h"

#include <algorithm>
#include <optional>

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

DeviceActivation deviceActivation(Activation activation)
{
    switch (activation) {
    case Activation::silu:
        return DeviceActivation::silu;
    case Activation::gelu:
        return DeviceActivation::gelu;
    case Activation::geluTanh:
        break;
    }
    return DeviceActivation::geluTanh;
}

/// Frequencies of each length of a text are not on the device, as far as they change with every token.
Result<void> checkRotation(const Model& model, int slotCount)
{
    const std::optional<RopeScaling>& scaling = model.config.ropeScaling;
    if (!scaling || scaling->method != RopeScaling::Method::dynamic)
        return {};
    if (const int until = model.config.sameRopeUntil(1); slotCount > until)
        return fail(
            "{} rotates otherwise with every token of a text behind {} of them, which the CUDA backend does not "
            "compute, and this one may come to {} with its drafts: choose fewer tokens, or choose --backend cpu.",
            model.name, until, slotCount);
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
    if (auto rotation = checkRotation(model, slotCount); !rotation)
        return tl::unexpected(rotation.error());
    PassShape shape{};
    shape.hidden = config.hiddenSize;
    shape.hiddenTiles = tilesOf(config.hiddenSize);
    shape.heads = config.headCount;
    shape.kvHeads = config.kvHeadCount;
    shape.headSize = config.headSize;
    shape.headStride = (config.headSize + 7) / 8 * 8;
    shape.headTiles = tilesOf(config.headSize);
    shape.rotaryPairs = int(ropeFrequencies(config).size());
    shape.longFrom = config.longRopeFactors.empty() ? 0 : config.ropeScaling->originalContext;
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
    shape.normsRows = config.norm == NormKind::layer || config.hasOutputNorms;
    shape.hasGate = config.hasGate;
    shape.activation = deviceActivation(config.activation);
    shape.embeddingScale = config.embeddingScale;
    shape.logitCap = config.logitCap;
    return shape;
}

WeightType deviceType(const Weights& weights)
{
    std::vector<const MatrixView*> matrices = weights.matrices();
    std::erase(matrices, &weights.positions); // a table of floats in any model
    const WeightType type = matrices.front()->type;
    if (std::ranges::any_of(matrices, [](const MatrixView* matrix) { return isQuantised(matrix->type); }))
        return WeightType::bf16;
    const auto differs = [type](const MatrixView* matrix) { return matrix->type != type; };
    return std::ranges::any_of(matrices, differs) ? WeightType::f32 : type;
}

} // namespace draftscope::cuda
