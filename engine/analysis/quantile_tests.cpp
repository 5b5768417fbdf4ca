// SPDX-License-Identifier: MIT
#include "engine/analysis/quantile_tests.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace draftscope {
namespace {

constexpr double leastExpected = 5;
constexpr std::int64_t leastPairs = 100;

} // namespace

QuantileTests::QuantileTests(int length)
    : m_length(length), m_sums(std::size_t(length - 1)), m_openPairs(std::size_t(length - 1)),
      m_polynomials(std::size_t(length))
{
    assert(length >= 2);
}

void QuantileTests::add(std::span<const TokenQuantile> text)
{
    assert(int(text.size()) == m_length);
    ++m_texts;
    for (std::size_t i = 0; i < text.size(); ++i) {
        // Legendre polynomials over [0, 1), of mean 0 and variance 1.
        const double x = 2 * text[i].quantile - 1;
        m_polynomials[i] = {std::sqrt(3.0) * x, std::sqrt(5.0) * (3 * x * x - 1) / 2,
                            std::sqrt(7.0) * (5 * x * x - 3) * x / 2};
        if (text[i].isOpen)
            ++m_bins[{int(i), text[i].previous}][std::size_t(text[i].quantile * binCount)];
    }
    for (std::size_t distance = 1; distance < text.size(); ++distance) {
        auto& sums = m_sums[distance - 1];
        for (std::size_t i = 0; i + distance < text.size(); ++i) {
            m_openPairs[distance - 1] += text[i].isOpen && text[i + distance].isOpen;
            for (std::size_t a = 0; a < degree; ++a)
                for (std::size_t b = 0; b < degree; ++b)
                    sums[a * degree + b] += m_polynomials[i][a] * m_polynomials[i + distance][b];
        }
    }
}

ChiSquare QuantileTests::givenPrevious() const
{
    ChiSquare result;
    Bins others{};
    const auto test = [&result](const Bins& bins) {
        const double expected = std::accumulate(bins.begin(), bins.end(), 0.0) / binCount;
        if (expected < leastExpected)
            return false;
        for (const double count : bins)
            result.statistic += (count - expected) * (count - expected) / expected;
        result.degreesOfFreedom += binCount - 1;
        return true;
    };
    for (const auto& [group, bins] : m_bins) {
        if (!test(bins))
            std::ranges::transform(others, bins, others.begin(), std::plus<>());
    }
    test(others);
    if (result.degreesOfFreedom > 0)
        result.pValue = upperGamma(result.degreesOfFreedom / 2.0, result.statistic / 2.0);
    return result;
}

ChiSquare QuantileTests::correlations() const
{
    ChiSquare result;
    for (std::size_t distance = 1; distance <= m_sums.size(); ++distance) {
        if (m_openPairs[distance - 1] < leastPairs)
            continue;
        const double pairs = double(m_texts) * double(std::size_t(m_length) - distance);
        for (const double sum : m_sums[distance - 1])
            result.statistic += sum * sum / pairs;
        result.degreesOfFreedom += degree * degree;
    }
    if (result.degreesOfFreedom > 0)
        result.pValue = upperGamma(result.degreesOfFreedom / 2.0, result.statistic / 2.0);
    return result;
}

} // namespace draftscope
