// SPDX-License-Identifier: MIT
// Dequantisation: the blocks of ggml's quantised types, as GGUF files hold them. A block is a scale (or two, IEEE
// halves) and whole numbers q of 4, 5, 6 or 8 bits, of which it makes consecutive elements of a row:
//
//   Q8_0              d q
//   Q4_0  Q5_0        d q          q is stored with 8 or 16 added
//   Q4_1  Q5_1        d q + m
//   Q4_K  Q5_K        d s q - m t  s and t of 6 bits for every 32 elements, d and m for all 256
//   Q6_K              d s q        q is stored with 32 added; s of 8 bits with a sign for every 16 elements
//
// Source: the structures block_q4_0 etc. and the functions dequantize_row_q4_0 etc. of ggml (ggml-common.h,
// ggml-quants.c); tests/golden/quantised compares with its Python package.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/core/quantised_group.h"
#include "engine/core/weight_type.h"

namespace draftscope {

/// The number that an IEEE half with these bits is.
[[nodiscard]] float halfToFloat(std::uint16_t bits);

/// out = consecutive elements of a tensor of any type; whole blocks of it. Portable and slow: the reference for what
/// computes with them.
void toFloats(WeightType type, const std::byte* data, std::span<float> out);

} // namespace draftscope
