// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/listed_context.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace draftscope::cuda {

void takeListed(const ListedContext& listed, std::span<const ListedToken> tokens,
                std::span<const ListedRemainder> remainders, ContextValues& values)
{
    values.residualMass = listed.residualMass;
    std::vector<int> places(tokens.size());
    std::iota(places.begin(), places.end(), 0);
    const auto tokenAt = [&](int place) { return tokens[std::size_t(place)].token; };
    std::ranges::sort(places, {}, tokenAt);
    places.erase(std::ranges::unique(places, {}, tokenAt).begin(), places.end());
    values.tokens.clear();
    for (const int place : places) {
        const ListedToken& one = tokens[std::size_t(place)];
        values.tokens.push_back({one.token, one.p, one.q, one.residual, one.pBefore, one.qBefore});
    }
    values.remainders.clear();
    for (const ListedRemainder& remainder : remainders) {
        RemainderValues& left = values.remainders.emplace_back(remainder.node, remainder.mass);
        for (const int place : places)
            left.values.push_back(remainder.values[place]);
    }
}

} // namespace draftscope::cuda
