// SPDX-License-Identifier: MIT
// How much p and q at a position agree: the sum over all tokens of min(p, q), which is 1 - TV(p, q), one less their
// total variation distance. With this probability speculative sampling accepts a draft that was drawn from q there
// (Leviathan et al. 2211.17192, theorem 3.5).
#pragma once

#include <optional>

#include "engine/record/records.h"

namespace draftscope {

/// What a record says of the sum. Listed tokens say their part; what those say that it leaves out is known through the
/// residual mass, or lies between nothing and the smaller of their two sums.
struct Overlap {
    /// Where the number comes from.
    enum class From {
        residualMass, ///< 1 - the sum of max(0, p - q), which the record has of all tokens
        listed,       ///< the listed tokens are all that have p and q
        bounds,       ///< it is not known: it lies from `least` to `most`
    };
    From from = From::bounds;
    double least = 0, most = 1; ///< equal where it is known
    double listed = 0;          ///< the part of the listed tokens
    [[nodiscard]] bool isExact() const { return from != From::bounds; }
};

/// Nothing before p is known, and where nothing was drafted.
[[nodiscard]] std::optional<Overlap> overlapOf(const DistributionRecord& context);

} // namespace draftscope
