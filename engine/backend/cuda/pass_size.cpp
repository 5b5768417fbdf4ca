// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "engine/backend/cuda/pass_kernels.h"

namespace draftscope::cuda {

PassSize PassSize::of(int rows, int wanted, int longestPath, const PassShape& shape)
{
    const auto roundUp = [](int count) { return int(std::bit_ceil(unsigned(count))); };
    return {roundUp(rows), wanted == 0 ? 0 : roundUp(wanted),
            std::min(roundUp(splitsOf(longestPath)), shape.splitCount)};
}

} // namespace draftscope::cuda
