// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "engine/core/error.h"

namespace draftscope {

/// What matrix products of bf16 weights compute with. f32 and f16 weights always meet f32 activations, and quantised weights
/// activations that are quantised as well.
enum class Arithmetic {
    f32, ///< weights become f32, activations are f32
    bf16 ///< activations are rounded to bf16 as well, products are summed in f32: needs AVX512_BF16
};

/// By its name as --arithmetic takes it: "f32", "bf16" or "auto", which is bf16 where the machine has instructions for it.
/// Errors: another name, bf16 on a machine without them.
[[nodiscard]] Result<Arithmetic> arithmeticNamed(std::string_view name);

} // namespace draftscope
