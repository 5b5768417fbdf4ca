// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace simt {

inline float floatOfBFloat16(std::uint16_t bits)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// To nearest even; any NaN becomes 0x7FFF, as cvt.rn.bf16.f32 makes it.
inline std::uint16_t bfloat16OfFloat(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffff) > 0x7f800000)
        return 0x7fff;
    return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/// Moves exponent and fraction to a float's place; one exact product mends the exponent, for subnormals too.
inline float floatOfFloat16(std::uint16_t bits)
{
    const std::uint32_t magnitude = static_cast<std::uint32_t>(bits & 0x7fff) << 13;
    const float scaled = std::bit_cast<float>(magnitude) * 0x1p112f;
    const std::uint32_t special = magnitude >= 0x0f800000 ? 0x7f800000u : 0u; // infinity and NaN
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | special | sign);
}

/// To nearest even with subnormals; from 65520 on infinity; any NaN becomes 0x7FFF, as cvt.rn.f16.f32 makes it.
inline std::uint16_t float16OfFloat(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
    const std::uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000)
        return 0x7fff;
    if (magnitude >= 0x477ff000) // 65520
        return sign | 0x7c00;
    if (magnitude < 0x38800000) { // below 2^-14: adding a half rounds at the last bit of a subnormal
        const float rounded = std::bit_cast<float>(magnitude) + 0.5f;
        return static_cast<std::uint16_t>(
            sign | (std::bit_cast<std::uint32_t>(rounded) - std::bit_cast<std::uint32_t>(0.5f)));
    }
    const std::uint32_t rounded = magnitude - (112u << 23) + 0xfff + (magnitude >> 13 & 1);
    return static_cast<std::uint16_t>(sign | rounded >> 13);
}

} // namespace simt
