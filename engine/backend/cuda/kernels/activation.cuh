// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/backend/cuda/platform.h"

namespace draftscope::cuda {

/// SiLU, or GELU (Hendrycks and Gimpel, arXiv 1606.08415): as it is, or by its approximation with tanh, in which
/// (1 + tanh u) / 2 is the logistic function of 2u. CPU twins: swiglu(), geglu(), geluTanh().
[[nodiscard]] inline __device__ float activated(DeviceActivation activation, float x)
{
    constexpr float twiceRoot = 1.5957691216f, cubic = 0.044715f, rootOfHalf = 0.70710678119f; // 2 * sqrt(2 / pi)
    if (activation == DeviceActivation::gelu)
        return __fmul_rn(__fmul_rn(0.5f, x), __fadd_rn(1.0f, erff(__fmul_rn(x, rootOfHalf))));
    float exponent = x;
    if (activation == DeviceActivation::geluTanh)
        exponent = __fmul_rn(twiceRoot, __fmaf_rn(__fmul_rn(cubic, __fmul_rn(x, x)), x, x));
    return x / __fadd_rn(1.0f, expf(-exponent));
}

/// What becomes of logits or scores with a cap (Bello et al., arXiv 1611.09940): cap * tanh(x / cap); x where the cap
/// is
/// 0. CPU twin: softCap().
[[nodiscard]] inline __device__ float softCapped(float x, float cap)
{
    return cap > 0 ? __fmul_rn(cap, tanhf(x / cap)) : x;
}

} // namespace draftscope::cuda
