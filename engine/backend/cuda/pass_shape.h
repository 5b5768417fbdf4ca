// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/core/error.h"
#include "engine/model/model.h"

namespace draftscope::cuda {

inline constexpr int mostHeadSize = 256;

/// The sizes that kernels need. Error: a shape or quantised weights, which they do not take.
[[nodiscard]] Result<PassShape> passShape(const Model& model, int slotCount);

/// The type in which a model's matrices lie on the device: that of all of them, or f32 where they differ. Never a quantised
/// one: passShape() refuses those.
[[nodiscard]] WeightType deviceType(const Weights& weights);

} // namespace draftscope::cuda
