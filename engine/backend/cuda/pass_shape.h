// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/core/error.h"
#include "engine/model/model.h"

namespace draftscope::cuda {

inline constexpr int mostHeadSize = 256;

/// The sizes that kernels need. Error: a shape that there is no kernel for.
[[nodiscard]] Result<PassShape> passShape(const Model& model, int slotCount);

/// The type of a model's activations on the device, and of its matrices that are not quantised: that of all of them, or
/// f32 where they differ. Where any is quantised it is bf16.
[[nodiscard]] WeightType deviceType(const Weights& weights);

} // namespace draftscope::cuda
