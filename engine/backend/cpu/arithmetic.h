// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "engine/core/error.h"

namespace draftscope {

/// What activations are rounded to where they meet weights, each value rounding at least those that the one before
/// rounds.
enum class Arithmetic {
    f32, ///< nothing: weights become f32 in registers, whatever their type
    /// Quantised weights meet int8 in groups of 32; the others f32. Where the weights of all keys and values are
    /// quantised, keys and values are kept in f16, if the machine has instructions for it.
    int8,
    /// As int8, and bf16 weights meet bf16, products summed in f32: needs AVX512_BF16. Where the weights of all keys
    /// and values are bf16, keys, values and queries are rounded to it, too.
    bf16,
    amx ///< as bf16, multiplied and summed in the tiles of AMX
};

/// By its name as --arithmetic takes it: "f32", "int8", "bf16", "amx" or "auto", the fastest that the machine has
/// instructions for. Errors: another name, bf16 or amx on a machine without them.
[[nodiscard]] Result<Arithmetic> arithmeticNamed(std::string_view name);

} // namespace draftscope
