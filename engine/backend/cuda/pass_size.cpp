// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "engine/backend/cuda/pass_kernels.h"

namespace draftscope::cuda {

PassSize PassSize::of(int rows, int wanted, int groups, int longestPath, const PassShape& shape)
{
    const auto roundUp = [](int count, int most) { return std::min(int(std::bit_ceil(unsigned(count))), most); };
    return {roundUp(rows, maxRows), wanted == 0 ? 0 : roundUp(wanted, maxRows), roundUp(groups, maxRows),
            roundUp(splitsOf(longestPath), shape.splitCount)};
}

} // namespace draftscope::cuda
