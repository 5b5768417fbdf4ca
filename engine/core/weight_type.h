// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace draftscope {

/// How a number of a checkpoint's tensor is stored, and computed with.
enum class WeightType : std::uint8_t { f32, f16, bf16 };
[[nodiscard]] constexpr std::size_t bytesPer(WeightType type)
{
    return type == WeightType::f32 ? 4 : 2;
}

} // namespace draftscope
