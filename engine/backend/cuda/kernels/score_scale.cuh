// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/activation.cuh"

namespace draftscope::cuda {

/// What becomes of a query times a key.
struct ScoreScale {
    float factor;
    float cap; ///< not 0 where there is one
};

/// `hasCap`: scores are capped as softCapped() says.
template <bool hasCap>
[[nodiscard]] __device__ float scoreOf(float product, const ScoreScale& scale)
{
    const float score = __fmul_rn(product, scale.factor);
    if constexpr (hasCap)
        return softCapped(score, scale.cap);
    else
        return score;
}

} // namespace draftscope::cuda
