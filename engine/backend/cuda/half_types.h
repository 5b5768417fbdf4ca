// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace draftscope::cuda {

/// A bf16 as it lies in memory. Arithmetic is done in float: toFloat, fromFloat (platform.h).
struct BFloat16 {
    std::uint16_t bits;
};
/// An IEEE half as it lies in memory.
struct Float16 {
    std::uint16_t bits;
};

} // namespace draftscope::cuda
