// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <string_view>

namespace draftscope::cuda {

/// Compute capability from which on a kernel can begin while the one in front of it ends.
inline constexpr int overlapComputeMajor = 9;

/// Whether kernels may do so (launchEarly): yes, unless $DRAFTSCOPE_CUDA_OVERLAP is 0.
[[nodiscard]] inline bool overlapIsWanted()
{
    const char* const wish = std::getenv("DRAFTSCOPE_CUDA_OVERLAP");
    return !wish || std::string_view(wish) != "0";
}

} // namespace draftscope::cuda
