// SPDX-License-Identifier: MIT
#include "engine/formats/tensor_source.h"

#include <algorithm>

namespace draftscope {

bool productFits(const std::vector<std::uint64_t>& sizes, std::uint64_t unit, std::uint64_t limit,
                 std::uint64_t& product)
{
    // A zero makes the product zero however large its neighbours are.
    if (std::find(sizes.begin(), sizes.end(), 0U) != sizes.end()) {
        product = 0;
        return true;
    }
    product = unit;
    for (const std::uint64_t size : sizes) {
        if (product > limit / size)
            return false;
        product *= size;
    }
    return product <= limit;
}

} // namespace draftscope
