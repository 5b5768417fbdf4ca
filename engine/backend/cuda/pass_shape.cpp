// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/pass_shape.h"

#include <cmath>

namespace draftscope::cuda {

Result<PassShape> passShape(const Model& model, int slotCount)
{
    const ModelConfig& config = model.config;
    if (config.isHead())
        return fail("{} is a drafting head, and these run on the CPU so far: choose --backend cpu.", model.name);
    if (config.headSize > mostHeadSize || config.headSize % 2 != 0)
        return fail(
            "{} has heads of {} elements, and the CUDA backend takes even sizes up to {}: choose --backend cpu.",
            model.name, config.headSize, mostHeadSize);
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
    shape.slotCount = slotCount;
    shape.splitCount = splitsOf(slotCount);
    shape.interleavedRope = model.weights.interleavedRope;
    shape.normEpsilon = config.normEpsilon;
    shape.attentionScale = 1.0f / std::sqrt(float(config.headSize));
    return shape;
}

WeightType deviceType(const Weights& weights)
{
    const WeightType type = weights.embedding.type;
    const auto differs = [type](const MatrixView& matrix) { return matrix.type != type; };
    for (const LayerWeights& layer : weights.layers)
        for (const MatrixView* matrix : layer.matrices())
            if (differs(*matrix))
                return WeightType::f32;
    return differs(weights.head) ? WeightType::f32 : type;
}

} // namespace draftscope::cuda
