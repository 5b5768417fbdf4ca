// SPDX-License-Identifier: MIT
// Small random models built in memory, for comparing a backend with the scalar forward pass.
#pragma once

#include <memory>
#include <string>

#include "engine/model/model.h"

namespace draftscope::test {

struct Shape {
    std::string name;
    WeightType type = WeightType::f32;
    int hidden = 48, intermediate = 100, layers = 2, heads = 8, kvHeads = 2, headSize = 6, vocabulary = 77,
        context = 256;
    bool tied = true, interleavedRope = false;
    int misalignment = 0; ///< bytes by which matrices start off a cache line
    bool biases = false, headNorms = false;
    int window = 0;            ///< of every layer but the first
    int layerWithoutRope = -1; ///< or none
    double ropeAttentionFactor = 1;
    /// caps, scaled embeddings, GELU, norms of what is added; layers with a window rotate by a base of their own
    bool gemma = false;
    bool gpt2 = false; ///< LayerNorms, learned positions in place of rotation, GELU without a gate
};

/// Sizes that fill no tile of any kernel.
[[nodiscard]] inline Shape oddShape(WeightType type)
{
    return {.name = "odd",
            .type = type,
            .hidden = 40,
            .intermediate = 52,
            .layers = 2,
            .heads = 6,
            .kvHeads = 3,
            .headSize = 10,
            .vocabulary = 37,
            .context = 1024};
}

/// What layers of some families do besides those of Llama's, all at once.
[[nodiscard]] inline Shape shapeOfManyFamilies(WeightType type)
{
    return {.name = "of many families",
            .type = type,
            .layers = 3,
            .headSize = 10,
            .biases = true,
            .headNorms = true,
            .window = 7,
            .layerWithoutRope = 1,
            .ropeAttentionFactor = 1.2};
}

/// What Gemma 2 and 3 do, all at once.
[[nodiscard]] inline Shape gemmaShape(WeightType type)
{
    return {.name = "Gemma", .type = type, .layers = 3, .headSize = 10, .headNorms = true, .window = 7, .gemma = true};
}

/// What GPT-2 does.
[[nodiscard]] inline Shape gpt2Shape(WeightType type)
{
    return {.name = "GPT-2",
            .type = type,
            .layers = 3,
            .heads = 4,
            .kvHeads = 4,
            .headSize = 12,
            .context = 600,
            .biases = true,
            .gpt2 = true};
}

/// Sizes that are blocks of every quantised type and fill no tile otherwise.
[[nodiscard]] inline Shape quantisedShape(WeightType type)
{
    return {.name = std::string(nameOf(type)),
            .type = type,
            .hidden = 256,
            .intermediate = 256,
            .layers = 2,
            .heads = 8,
            .kvHeads = 2,
            .headSize = 32,
            .vocabulary = 77};
}
inline constexpr WeightType quantisedTypes[] = {WeightType::q8_0, WeightType::q4_0, WeightType::q4_1, WeightType::q5_0,
                                                WeightType::q5_1, WeightType::q4_k, WeightType::q5_k, WeightType::q6_k};

/// Weights are uniform around 0, scaled to keep activations near 1, rounded to the shape's type. Sizes are whole blocks
/// of a quantised type.
[[nodiscard]] std::shared_ptr<const Model> randomModel(const Shape& shape, std::uint64_t seed = 1);

/// An element of a matrix as the number that it stands for.
[[nodiscard]] double element(const MatrixView& matrix, int row, int column);
/// All of a row.
[[nodiscard]] std::vector<double> elements(const MatrixView& matrix, int row);

} // namespace draftscope::test
