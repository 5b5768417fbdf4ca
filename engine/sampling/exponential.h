// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace draftscope {

/// e^x for x <= 0 to a few float ulps, 0 under -87 and for NaN (-infinity times 0: a masked token at a temperature
/// whose inverse is 0). A loop over a vocabulary vectorises (CMakeLists.txt says how); the same bits everywhere, on
/// GPUs too, because nothing but IEEE additions and products is used, none of them contracted (libm's expf differs
/// between versions).
[[nodiscard]] constexpr float exponential(float x)
{
    const float clamped = x < -87.0f ? -87.0f : x;
    const float scaled = clamped * 1.44269504f;
    const float shifted = scaled + 12582912.0f; // the nearest integer in its low bits, by the float's own rounding
    const float rounded = shifted - 12582912.0f;
    const float r = (clamped - rounded * 0.693359375f) + rounded * 2.12194440e-4f;
    // Taylor polynomial of degree 7 on |r| <= ln(2) / 2: remainder under 6e-9.
    const float series = 1.0f
        + r
            * (1.0f
               + r
                   * (1.0f / 2
                      + r * (1.0f / 6 + r * (1.0f / 24 + r * (1.0f / 120 + r * (1.0f / 720 + r * (1.0f / 5040)))))));
    const float power = std::bit_cast<float>((std::bit_cast<std::uint32_t>(shifted) + 127) << 23);
    return x >= -87.0f ? series * power : 0.0f;
}

} // namespace draftscope
