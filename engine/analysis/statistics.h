// SPDX-License-Identifier: MIT
// Whether samples follow a distribution, and what they are like.
#pragma once

#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <vector>

namespace draftscope {

struct ChiSquare {
    double statistic = 0;
    int degreesOfFreedom = 0;
    /// Chance of a statistic at least this large if the samples follow the distribution; 1 where fewer than two bins
    /// are left.
    double pValue = 1;
};

/// Pearson's test of counts against probabilities (which sum to 1; the counts' sum is the number of samples). Bins that
/// expect fewer than `leastExpected` samples are pooled, smallest first, until the pool itself expects that many; a
/// sample in a bin of probability 0 makes the p-value 0.
[[nodiscard]] ChiSquare chiSquareTest(std::span<const double> counts, std::span<const double> probabilities,
                                      double leastExpected = 5);

/// Half the sum of |count / total - probability|: 0 to 1. Sampling noise alone gives about sum sqrt(p / (2 pi total)).
[[nodiscard]] double totalVariation(std::span<const double> counts, std::span<const double> probabilities);

/// Q(a, x) = Gamma(a, x) / Gamma(a), the upper tail; a > 0, x >= 0. Series and continued fraction of Abramowitz and
/// Stegun 6.5.29 and 6.5.31, to about 1e-14.
[[nodiscard]] double upperGamma(double a, double x);

/// Where that share of the values, 0 to 1, lies below: between two neighbours as far as their ranks say (Hyndman and
/// Fan's type 7). Nothing where there is none.
[[nodiscard]] std::optional<double> quantile(std::vector<double> values, double share);

/// A quarter of the values lies below `lower`, a quarter above `upper`. The median lies between them.
struct Quartiles {
    double lower = 0, upper = 0;
    std::optional<double> median = {}; ///< nothing where only the two are known
    friend bool operator==(const Quartiles&, const Quartiles&) = default;
};
/// As quantile() has them. Nothing of fewer values than leastForQuartiles.
inline constexpr int leastForQuartiles = 4;
[[nodiscard]] std::optional<Quartiles> quartiles(const std::vector<double>& values);

/// The middle value, or the mean of the two in the middle; nothing where there is none.
[[nodiscard]] std::optional<double> median(std::vector<double> values);

/// The median of the values so far, at hand at any time; adding one takes the logarithm of their number.
class RunningMedian {
public:
    void add(double value);
    [[nodiscard]] std::optional<double> value() const; ///< as median() has it

private:
    std::priority_queue<double> m_lower; ///< the lower half, and the middle one
    std::priority_queue<double, std::vector<double>, std::greater<>> m_upper;
};

} // namespace draftscope
