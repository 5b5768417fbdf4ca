// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "engine/record/records.h"

namespace draftscope {

/// The listed token to which the target gives most, the smaller id among equals, as greedy decoding takes it; noToken
/// where p is not recorded. The list holds the likeliest of all, so that this is the target's likeliest.
[[nodiscard]] inline TokenId likeliestListed(const DistributionRecord& context)
{
    if (!context.hasP || context.top.empty())
        return noToken;
    const auto isLess = [](const DistributionEntry& a, const DistributionEntry& b) {
        return a.p != b.p ? a.p < b.p : a.token > b.token;
    };
    return std::ranges::max_element(context.top, isLess)->token;
}

} // namespace draftscope
