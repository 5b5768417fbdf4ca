// SPDX-License-Identifier: MIT
// The blocks of ggml's quantised types, as GGUF files hold them. A block is a scale (or two, IEEE halves) and whole
// numbers q of 4, 5, 6 or 8 bits, of which it makes consecutive elements of a row:
//
//   Q8_0              d q
//   Q4_0  Q5_0        d q          q is stored with 8 or 16 added
//   Q4_1  Q5_1        d q + m
//   Q4_K  Q5_K        d s q - m t  s and t of 6 bits for every 32 elements, d and m for all 256
//   Q6_K              d s q        q is stored with 32 added; s of 8 bits with a sign for every 16 elements
//
// Source: the structures block_q4_0 etc. and the functions dequantize_row_q4_0 etc. of ggml (ggml-common.h, ggml-quants.c);
// tests/golden/quantised compares with its Python package.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/core/weight_type.h"

namespace draftscope {

inline constexpr int groupSize = 32; ///< elements that every quantised type has a scale for, or two

/// What 32 elements of a quantised row are made of. Element i is d * s[i / 16] * q[i], plus m for Q4_1 and Q5_1, minus m * t for
/// Q4_K and Q5_K.
struct QuantisedGroup {
    std::int8_t q[groupSize] = {}; ///< what is added for storage is subtracted
    std::uint16_t d = 0, m = 0;    ///< the bits of IEEE halves
    std::int8_t s[2] = {1, 1};
    std::uint8_t t = 0;
};

/// What is added to the q of a type where they are stored: 0, 8, 16 or 32.
[[nodiscard]] constexpr int storedZero(WeightType type)
{
    switch (type) {
    case WeightType::q4_0:
        return 8;
    case WeightType::q5_0:
        return 16;
    case WeightType::q6_k:
        return 32;
    default:
        return 0;
    }
}

/// Group `group` of the quantised row that begins at `row`.
[[nodiscard]] QuantisedGroup readGroup(WeightType type, const std::byte* row, int group);

/// The number that an IEEE half with these bits is.
[[nodiscard]] float halfToFloat(std::uint16_t bits);

/// out = consecutive elements of a tensor of any type; whole blocks of it. Portable and slow: the reference for what computes
/// with them.
void toFloats(WeightType type, const std::byte* data, std::span<float> out);

} // namespace draftscope
