// SPDX-License-Identifier: MIT
#include "engine/analysis/trial_statistics.h"

#include <algorithm>
#include <cmath>

#include "engine/analysis/statistics.h"

namespace draftscope {
namespace {

/// E |X - np| of a binomial X: 2 (1 - p)^(n - m) p^(m + 1) (n - m) C(n, m), with m the whole part of np.
double meanDeviation(double p, double n)
{
    if (p <= 0 || p >= 1)
        return 0;
    const double m = std::min(std::floor(n * p), n - 1);
    const double logChoose = std::lgamma(n + 1) - std::lgamma(m + 1) - std::lgamma(n - m + 1);
    return 2 * (n - m) * std::exp((n - m) * std::log1p(-p) + (m + 1) * std::log(p) + logChoose);
}

/// Where the upper tail of a chi-square falls to `level`.
double criticalValue(int degreesOfFreedom, double level)
{
    double lower = 0, upper = degreesOfFreedom + 10;
    while (upperGamma(degreesOfFreedom / 2.0, upper / 2) > level)
        upper *= 2;
    for (int step = 0; step < 60; ++step) {
        const double middle = (lower + upper) / 2;
        (upperGamma(degreesOfFreedom / 2.0, middle / 2) > level ? lower : upper) = middle;
    }
    return upper;
}

/// Upper tail of a noncentral chi-square: central ones of 0, 2, 4, ... more degrees of freedom, in the shares of a
/// Poisson distribution.
double noncentralTail(int degreesOfFreedom, double noncentrality, double critical)
{
    const double mean = noncentrality / 2, x = critical / 2, a = degreesOfFreedom / 2.0;
    const int last = int(mean + 12 * std::sqrt(mean)) + 40;
    double tail = upperGamma(a, x), sum = 0;
    for (int j = 0; j <= last; ++j) {
        const double logShare = mean > 0 ? j * std::log(mean) - mean - std::lgamma(j + 1.0) : (j == 0 ? 0 : -1e9);
        sum += std::exp(logShare) * std::min(tail, 1.0);
        tail += std::exp((a + j) * std::log(x) - x - std::lgamma(a + j + 1)); // Q(a + 1, x) of Q(a, x)
    }
    return std::min(sum, 1.0);
}

} // namespace

double chanceDistance(std::span<const double> probabilities, double samples)
{
    if (samples < 1)
        return 0;
    double sum = 0;
    for (const double p : probabilities)
        sum += meanDeviation(p, samples);
    return sum / samples / 2;
}

Interval shareInterval(double count, double samples)
{
    if (samples <= 0)
        return {0, 1};
    constexpr double z = 1.959963984540054; // 97.5 % of a normal distribution lies below
    const double share = count / samples, square = z * z / samples;
    const double middle = (share + square / 2) / (1 + square);
    const double half = z * std::sqrt(share * (1 - share) / samples + square / (4 * samples)) / (1 + square);
    return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

double powerOfChiSquare(int degreesOfFreedom, double noncentrality, double level)
{
    return noncentralTail(degreesOfFreedom, noncentrality, criticalValue(degreesOfFreedom, level));
}

std::optional<double> smallestBias(int degreesOfFreedom, double level, double samples)
{
    constexpr double power = 0.9;
    if (degreesOfFreedom < 1 || samples < 1)
        return std::nullopt;
    const double critical = criticalValue(degreesOfFreedom, level);
    const auto powerAt = [&](double distance) {
        return noncentralTail(degreesOfFreedom, 4 * samples * distance * distance, critical);
    };
    // Here the statistic's mean lies so far above the critical value that the power is nearly 1.
    double lower = 0, upper = std::min(1.0, std::sqrt((critical + 10 * std::sqrt(critical) + 40) / (4 * samples)));
    if (upper == 1 && powerAt(1) < power)
        return std::nullopt;
    for (int step = 0; step < 40; ++step) {
        const double middle = (lower + upper) / 2;
        (powerAt(middle) < power ? lower : upper) = middle;
    }
    return upper;
}

} // namespace draftscope
