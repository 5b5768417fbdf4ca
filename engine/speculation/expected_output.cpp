// SPDX-License-Identifier: MIT
#include "engine/speculation/expected_output.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace draftscope {

void takeResidual(const Distribution& remaining, const Distribution& q, Distribution& out)
{
    residualOf(remaining, q, out);
}

Distribution expectedOutput(const Distribution& p, std::span<const JudgedChild> children, TakeAway takeAway)
{
    Distribution output(p.size()), remaining = p, next;
    double reached = 1; // the probability that all children so far were rejected
    for (const JudgedChild& child : children) {
        const Distribution& q = *child.judgedBy;
        assert(q.size() == p.size());
        double accepted = 0;
        const auto add = [&](std::size_t token, double drawn) {
            if (drawn <= 0 || remaining[token] <= 0)
                return;
            const double share = drawn * (remaining[token] >= q[token] ? 1 : remaining[token] / q[token]);
            output[token] += reached * share;
            accepted += share;
        };
        if (child.drawnFrom)
            for (std::size_t token = 0; token < p.size(); ++token)
                add(token, (*child.drawnFrom)[token]);
        else
            add(std::size_t(child.token), 1);
        reached *= std::max(0.0, 1 - accepted);
        takeAway(remaining, q, next);
        remaining.swap(next);
    }
    for (std::size_t token = 0; token < p.size(); ++token)
        output[token] += reached * remaining[token];
    return output;
}

double totalVariationBetween(const Distribution& a, const Distribution& b)
{
    double sum = 0;
    for (std::size_t token = 0; token < a.size(); ++token)
        sum += std::abs(a[token] - b[token]);
    return std::clamp(sum / 2, 0.0, 1.0);
}

} // namespace draftscope
