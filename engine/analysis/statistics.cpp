// SPDX-License-Identifier: MIT
#include "engine/analysis/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace draftscope {
namespace {

constexpr double precision = 1e-16;
constexpr int mostTerms = 100000;

/// P(a, x) by its power series; converges well for x < a + 1.
double lowerGammaSeries(double a, double x)
{
    double term = 1 / a, sum = term;
    for (int n = 1; n < mostTerms && term > sum * precision; ++n) {
        term *= x / (a + n);
        sum += term;
    }
    return sum * std::exp(a * std::log(x) - x - std::lgamma(a));
}

/// Q(a, x) by its continued fraction, evaluated by Lentz's method; converges well for x > a + 1.
double upperGammaFraction(double a, double x)
{
    constexpr double tiny = std::numeric_limits<double>::min() / precision;
    double b = x + 1 - a, c = 1 / tiny, d = 1 / b, product = d;
    for (int n = 1; n < mostTerms; ++n) {
        const double factor = -n * (n - a);
        b += 2;
        d = factor * d + b;
        d = 1 / (std::abs(d) < tiny ? tiny : d);
        c = b + factor / c;
        c = std::abs(c) < tiny ? tiny : c;
        product *= d * c;
        if (std::abs(d * c - 1) < 1e-15)
            break;
    }
    return product * std::exp(a * std::log(x) - x - std::lgamma(a));
}

} // namespace

double upperGamma(double a, double x)
{
    assert(a > 0 && x >= 0);
    if (x == 0)
        return 1;
    return x < a + 1 ? 1 - lowerGammaSeries(a, x) : upperGammaFraction(a, x);
}

ChiSquare chiSquareTest(std::span<const double> counts, std::span<const double> probabilities, double leastExpected)
{
    assert(counts.size() == probabilities.size());
    const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
    std::vector<std::size_t> bins(counts.size());
    std::iota(bins.begin(), bins.end(), std::size_t(0));
    std::stable_sort(bins.begin(), bins.end(), [&](auto a, auto b) { return probabilities[a] < probabilities[b]; });

    ChiSquare result;
    int filled = 0;
    double pooledCount = 0, pooledExpected = 0;
    const auto add = [&](double count, double expected) {
        result.statistic += (count - expected) * (count - expected) / expected;
        ++filled;
    };
    double lastCount = 0, lastExpected = 0; // the rest of the pool, if it stays small, joins the last bin
    for (const std::size_t bin : bins) {
        const double expected = probabilities[bin] * total;
        if (probabilities[bin] <= 0) {
            if (counts[bin] > 0)
                return {std::numeric_limits<double>::infinity(), int(counts.size()) - 1, 0.0};
            continue;
        }
        pooledCount += counts[bin];
        pooledExpected += expected;
        if (pooledExpected < leastExpected)
            continue;
        if (lastExpected > 0)
            add(lastCount, lastExpected);
        lastCount = pooledCount;
        lastExpected = pooledExpected;
        pooledCount = pooledExpected = 0;
    }
    lastCount += pooledCount;
    lastExpected += pooledExpected;
    if (lastExpected > 0)
        add(lastCount, lastExpected);
    result.degreesOfFreedom = std::max(0, filled - 1);
    if (result.degreesOfFreedom > 0)
        result.pValue = upperGamma(result.degreesOfFreedom / 2.0, result.statistic / 2.0);
    return result;
}

double totalVariation(std::span<const double> counts, std::span<const double> probabilities)
{
    assert(counts.size() == probabilities.size());
    const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
        sum += std::abs(counts[i] / total - probabilities[i]);
    return sum / 2;
}

std::optional<double> quantile(std::vector<double> values, double share)
{
    if (values.empty())
        return std::nullopt;
    std::ranges::sort(values);
    const double rank = share * double(values.size() - 1);
    const std::size_t below = std::size_t(rank);
    const double next = values[std::min(below + 1, values.size() - 1)];
    return values[below] + (rank - double(below)) * (next - values[below]);
}

std::optional<Quartiles> quartiles(const std::vector<double>& values)
{
    if (int(values.size()) < leastForQuartiles)
        return std::nullopt;
    return Quartiles{*quantile(values, 0.25), *quantile(values, 0.75), quantile(values, 0.5)};
}

std::optional<double> median(std::vector<double> values)
{
    if (values.empty())
        return std::nullopt;
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

void RunningMedian::add(double value)
{
    if (m_lower.empty() || value <= m_lower.top())
        m_lower.push(value);
    else
        m_upper.push(value);
    if (m_lower.size() > m_upper.size() + 1) {
        m_upper.push(m_lower.top());
        m_lower.pop();
    } else if (m_upper.size() > m_lower.size()) {
        m_lower.push(m_upper.top());
        m_upper.pop();
    }
}

std::optional<double> RunningMedian::value() const
{
    if (m_lower.empty())
        return std::nullopt;
    return m_lower.size() > m_upper.size() ? m_lower.top() : (m_lower.top() + m_upper.top()) / 2;
}

} // namespace draftscope
