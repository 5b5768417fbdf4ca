// SPDX-License-Identifier: MIT
// What drafting other lengths would come to: the speed-up that Leviathan et al. (2211.17192) expect of chains, over K
// and α, at the times that were measured.
#pragma once

#include <optional>
#include <vector>

#include "engine/analysis/speed.h"

namespace draftscope {

/// What drafting and verifying cost, in plain steps of the target.
struct PassCosts {
    /// A target pass of so many rows, over a plain step; from `passes` measured ones.
    struct Verify {
        int rows = 1;
        double ratio = 1;
        int passes = 0;
        friend bool operator==(const Verify&, const Verify&) = default;
    };

    double costRatio = 0;       ///< c: a draft step
    std::vector<Verify> verify; ///< v by rows, rising; begins with one row, which a plain step has

    /// v of a pass of so many rows. Between numbers of rows that were measured it lies on a straight line, and behind
    /// the last one on that through the first and the last, if it rises: more rows never cost less than the last
    /// measured.
    [[nodiscard]] double verifyRatio(int rows) const;
    [[nodiscard]] bool isMeasured(int rows) const;
    friend bool operator==(const PassCosts&, const PassCosts&) = default;
};

/// Of a run and plain decoding of its prompt. Numbers of rows with fewer than three passes are left out, unless there
/// are no others. Nothing before both have rounds that count, and where nothing was drafted.
[[nodiscard]] std::optional<PassCosts> passCostsOf(const RoundTimes& times, const RoundTimes& plain);

/// What a chain of a length comes to.
struct ExpectedLength {
    int draftLength = 0;
    double tokens = 1;  ///< expected a round: expectedTokens()
    double speedUp = 1; ///< predictedSpeedUp(); 1 at length 0, which is plain decoding
};

/// Of chains of 0 to `longest` drafts.
[[nodiscard]] std::vector<ExpectedLength> expectedByLength(double acceptance, const PassCosts& costs, int longest);
/// The fastest that drafts anything, of several the shortest. Precondition: one does.
[[nodiscard]] ExpectedLength bestLength(const std::vector<ExpectedLength>& lengths);
/// The acceptance rate from which on some length up to `longest` is faster than plain decoding, to about 0.001; nothing
/// where none is even at 1.
[[nodiscard]] std::optional<double> leastUsefulAcceptance(const PassCosts& costs, int longest);

} // namespace draftscope
