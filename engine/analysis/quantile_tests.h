// SPDX-License-Identifier: MIT
// Tests that look at every token's place in its own distribution, whatever that distribution is.
//
// A token x that is drawn from p(. | the tokens before it) has the quantile F(x-) + v p(x), where F(x-) is the mass of
// smaller ids and v a uniform number of its own. If texts really come from p, then the quantiles of a text are uniform
// and independent of each other (Rosenblatt, "Remarks on a multivariate transformation", 1952; randomised for discrete
// distributions by Dunn and Smyth, "Randomized quantile residuals", 1996). That holds over texts of any length, where
// counting whole texts would take too many bins.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "engine/analysis/statistics.h"
#include "engine/core/token.h"

namespace draftscope {

struct TokenQuantile {
    TokenId previous = noToken; ///< the token before it
    double quantile = 0;        ///< in [0, 1); where isOpen is false any uniform number of its own
    bool isOpen = false;        ///< p left a choice here. Decided by what comes before the token, never by the token
};

class QuantileTests {
public:
    /// Of texts of `length` tokens, at least 2.
    explicit QuantileTests(int length);

    /// A text; one that ended early is filled up with tokens that are not open.
    void add(std::span<const TokenQuantile> text);

    /// Pearson's test that open tokens have uniform quantiles, by position and previous token; groups too small for 5
    /// in every bin are counted together.
    [[nodiscard]] ChiSquare givenPrevious() const;

    /// Whether quantiles of one text are correlated: for every distance of two tokens, the products of the first three
    /// Legendre polynomials of both quantiles, summed over texts and positions. Each such sum over its standard
    /// deviation is normal with variance 1, and no two are correlated, so their squares add up to a chi-square. (A test
    /// in the manner of Ljung and Box, 1978.) Distances with fewer than 100 pairs of open tokens are left out.
    [[nodiscard]] ChiSquare correlations() const;

private:
    static constexpr int binCount = 8;
    static constexpr int degree = 3;
    using Bins = std::array<double, binCount>;

    int m_length;
    std::int64_t m_texts = 0;
    std::map<std::pair<int, TokenId>, Bins> m_bins;          ///< by position and previous token
    std::vector<std::array<double, degree * degree>> m_sums; ///< by distance - 1
    std::vector<std::int64_t> m_openPairs;                   ///< likewise
    std::vector<std::array<double, degree>> m_polynomials;   ///< of the text being added
};

} // namespace draftscope
