// SPDX-License-Identifier: MIT
#include "engine/analysis/overlap.h"

#include <algorithm>

namespace draftscope {
namespace {

constexpr double ofFloats = 1e-6; ///< by which sums of recorded probabilities may be wrong

} // namespace

std::optional<Overlap> overlapOf(const DistributionRecord& context)
{
    if (!context.hasP || !context.hasQ || context.top.empty())
        return std::nullopt;
    Overlap overlap;
    for (const DistributionEntry& entry : context.top)
        overlap.listed += double(std::min(entry.p, entry.q));
    overlap.listed = std::min(overlap.listed, 1.0);
    // A residual mass of 0 need not have been summed: some rules leave something else of p.
    if (context.residualMass > 0) {
        overlap.from = Overlap::From::residualMass;
        overlap.least = overlap.most = std::clamp(1 - context.residualMass, 0.0, 1.0);
        return overlap;
    }
    overlap.least = overlap.listed;
    overlap.most = std::min(1.0, overlap.listed + std::min(context.tailP, context.tailQ));
    if (overlap.most - overlap.least < ofFloats) {
        overlap.from = Overlap::From::listed;
        overlap.most = overlap.least;
    }
    return overlap;
}

} // namespace draftscope
