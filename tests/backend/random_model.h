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

/// Weights are uniform around 0, scaled to keep activations near 1, rounded to the shape's type.
[[nodiscard]] std::shared_ptr<const Model> randomModel(const Shape& shape, std::uint64_t seed = 1);

/// An element of a matrix as the number that it stands for.
[[nodiscard]] double element(const MatrixView& matrix, int row, int column);

} // namespace draftscope::test
