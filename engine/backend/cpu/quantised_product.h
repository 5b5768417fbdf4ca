// SPDX-License-Identifier: MIT
// Matrix products of quantised weights. Where speed counts activations are quantised as well, in groups of 32 with a
// scale of their own, so that sums within a group are of whole numbers; else they stay f32. A row's bits depend on its
// own inputs only.
#pragma once

#include <cstdint>

#include "engine/backend/cpu/kernels.h"

namespace draftscope::cpu {

/// 32 activations: about scale * q, |error| <= scale / 2.
struct ActivationGroup {
    std::int8_t q[32];
    float scale;            ///< the largest |activation| / 127; not finite where an activation is not
    float sum;              ///< scale times the sum of q
    std::int32_t halves[2]; ///< sums of the first and of the last 16 q
    /// The sum of all q. Where an activation is not finite that is any number.
    [[nodiscard]] std::int32_t whole() const
    {
        return std::int32_t(std::uint32_t(halves[0]) + std::uint32_t(halves[1]));
    }
};
static_assert(sizeof(ActivationGroup) == activationGroupFloats * sizeof(float));

/// out [columns / 32] = the activations of `in`. columns: a multiple of 32.
void quantiseActivations(const float* in, int columns, ActivationGroup* out);

/// Weight rows of a panel as this CPU's instructions want them: 8 or 16 (panel_layout.h).
[[nodiscard]] int quantisedPanelRows();

/// multiply() of quantised weights in panels (WeightPanels) with activations packed as Packing::int8Groups.
void multiplyPanels(const MatrixProduct& product, int begin, int end);

/// The same with f32 activations, packed as Packing::natural: what the weights in f32 would give, but for the order of
/// sums.
void multiplyPanelsInF32(const MatrixProduct& product, int begin, int end);

} // namespace draftscope::cpu
