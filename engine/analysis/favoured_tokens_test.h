// SPDX-License-Identifier: MIT
#pragma once

#include "engine/analysis/context_distributions.h"
#include "engine/analysis/statistics.h"

namespace draftscope {

/// Counts the tokens that the draft favours (q > p). A rule that accepts a little too often, or puts back too little of
/// what it rejected, lets the text drift towards the draft; this one number sees it long before any table of texts
/// does.
class FavouredTokensTest {
public:
    /// The token that was written where p and q were the two models' distributions.
    void add(const PossibleTokens& p, const PossibleTokens& q, TokenId token);

    /// Of the count against the sum of p over favoured tokens: its square over its variance has one degree of freedom,
    /// or none where the variance is under 25.
    [[nodiscard]] ChiSquare chiSquare() const;

private:
    double m_excess = 0, m_variance = 0;
};

} // namespace draftscope
