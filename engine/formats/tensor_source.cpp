// SPDX-License-Identifier: MIT
#include "engine/formats/tensor_source.h"

#include <algorithm>

namespace draftscope {

Result<std::vector<std::int64_t>> TensorSource::wholeNumbers(std::string_view name) const
{
    return fail("{} has no tensor {} of 64-bit whole numbers: it is not a whole model.", path().string(), name);
}

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
