// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cpu/kernels.h"

namespace draftscope::cpu {

/// multiply() of f32, f16 or bf16 weights in panels (WeightPanels) with activations packed as Packing::natural, without
/// the bias.
void multiplyFloatPanels(const MatrixProduct& product, int begin, int end);

} // namespace draftscope::cpu
