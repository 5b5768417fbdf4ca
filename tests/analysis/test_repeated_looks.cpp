// SPDX-License-Identifier: MIT
#include <QTest>

#include <cmath>
#include <vector>

#include "engine/analysis/repeated_looks.h"
#include "engine/analysis/statistics.h"
#include "engine/analysis/trial_statistics.h"
#include "engine/core/random.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

bool isNear(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance;
}

/// Counts of samples that follow the probabilities.
std::vector<double> drawnFrom(const std::vector<double>& probabilities, int samples, std::uint64_t seed)
{
    std::vector<double> counts(probabilities.size(), 0.0);
    for (int i = 0; i < samples; ++i) {
        double u = uniform(seed, 0, std::uint32_t(i), 0, Purpose::plain);
        std::size_t bin = 0;
        while (bin + 1 < probabilities.size() && u >= probabilities[bin])
            u -= probabilities[bin++];
        ++counts[bin];
    }
    return counts;
}

} // namespace

class TestRepeatedLooks : public QObject {
    Q_OBJECT
private slots:
    void looksAreAtOneTwoAndFive()
    {
        std::vector<int> looks;
        for (int texts = 0; looks.size() < 10; texts = looks.back())
            looks.push_back(nextLook(texts));
        QCOMPARE(looks, (std::vector<int>{100, 200, 500, 1000, 2000, 5000, 10'000, 20'000, 50'000, 100'000}));
        for (int i = 0; i < int(looks.size()); ++i)
            QCOMPARE(lookAfter(looks[std::size_t(i)]), std::optional(i));
        QVERIFY(!lookAfter(0) && !lookAfter(99) && !lookAfter(150) && !lookAfter(400));
        QCOMPARE(nextLook(99), 100);
        QCOMPARE(nextLook(2'000'000'000), 2'147'483'647); // where whole numbers end, not beyond
    }

    void theSharesAreTheWholeLevel()
    {
        QCOMPARE(shareOfLook(0), 0.5);
        double sum = 0;
        for (int look = 0; look < 1000; ++look)
            sum += shareOfLook(look);
        QVERIFY(isNear(sum, 1 - 1.0 / 1001, 1e-12));
    }

    void thePValueOverLooksIsTheSmallestOverItsShare()
    {
        PValueOverLooks looks;
        QCOMPARE(looks.value(), 1.0);
        looks.add(0, 0.9);
        QCOMPARE(looks.value(), 1.0); // never above
        looks.add(1, 0.01);
        QVERIFY(isNear(looks.value(), 0.06, 1e-15));
        looks.add(2, 0.5); // what was seen stays seen
        QVERIFY(isNear(looks.value(), 0.06, 1e-15));
    }

    /// Against what one coin and two coins give, and against samples.
    void chanceDistanceIsTheMeanOfSamples()
    {
        const std::vector<double> halves = {0.5, 0.5};
        QVERIFY(isNear(chanceDistance(halves, 1), 0.5, 1e-12));
        QVERIFY(isNear(chanceDistance(halves, 2), 0.25, 1e-12));
        QCOMPARE(chanceDistance(halves, 0), 0.0);
        QCOMPARE(chanceDistance(std::vector<double>{1.0, 0.0}, 10), 0.0);
        const std::vector<double> p = {0.5, 0.3, 0.15, 0.049, 0.001};
        for (const int samples : {10, 300}) {
            double sum = 0;
            constexpr int runs = 2000;
            for (int run = 0; run < runs; ++run)
                sum += totalVariation(drawnFrom(p, samples, std::uint64_t(run)), p);
            QVERIFY(isNear(chanceDistance(p, samples), sum / runs, 0.02 * sum / runs));
        }
        const double normal = std::sqrt(0.25 * 2 / (std::acos(-1.0) * 1e6)); // of each bin, at a million
        QVERIFY(isNear(chanceDistance(halves, 1e6), normal, 1e-5 * normal));
    }

    /// Wilson's own interval: of 10 without a hit up to z^2 / (10 + z^2), symmetric at a half, and covering.
    void intervalsOfShares()
    {
        const double square = 1.959963984540054 * 1.959963984540054;
        QCOMPARE(shareInterval(0, 0), (Interval{0, 1}));
        QCOMPARE(shareInterval(0, 10).lower, 0.0);
        QVERIFY(isNear(shareInterval(0, 10).upper, square / (10 + square), 1e-12));
        QVERIFY(isNear(shareInterval(10, 10).lower, 10 / (10 + square), 1e-12));
        const Interval half = shareInterval(50, 100);
        QVERIFY(isNear(half.lower + half.upper, 1, 1e-12));
        QVERIFY(half.upper - half.lower > shareInterval(500, 1000).upper - shareInterval(500, 1000).lower);
        int covered = 0;
        for (int run = 0; run < 1000; ++run)
            covered += shareInterval(drawnFrom({0.2, 0.8}, 200, std::uint64_t(run))[0], 200).contains(0.2);
        QVERIFY2(covered >= 930 && covered <= 980, qPrintable(QString::number(covered)));
    }

    /// One degree of freedom is a square of a normal number with another mean.
    void powerHasItsClosedForm()
    {
        for (const int degrees : {1, 4, 153})
            QVERIFY(isNear(powerOfChiSquare(degrees, 0, 0.01), 0.01, 1e-9));
        const auto tail = [](double z) { return std::erfc(z / std::sqrt(2.0)) / 2; };
        const double critical = 1.959963984540054; // 5 % of a normal number lie outside of it
        for (const double mean : {0.5, 2.0, 5.0, 20.0})
            QVERIFY(
                isNear(powerOfChiSquare(1, mean * mean, 0.05), tail(critical - mean) + tail(critical + mean), 1e-9));
    }

    /// A wrong distribution at that distance is found as often as was promised.
    void theSmallestBiasIsFound()
    {
        const std::vector<double> right = {0.4, 0.1, 0.2, 0.2, 0.1};
        constexpr double level = 0.001;
        constexpr int samples = 2000, runs = 400;
        const double bias = *smallestBias(4, level, samples);
        QVERIFY(bias > 0.02 && bias < 0.2);
        // The hardest to see: everywhere by the same share of p, half of p more and half of it less.
        std::vector<double> wrong = right;
        for (std::size_t i = 0; i < right.size(); ++i)
            wrong[i] *= i < 2 ? 1 + 2 * bias : 1 - 2 * bias;
        QVERIFY(isNear(totalVariation(wrong, right), bias, 1e-12));
        int found = 0;
        for (int run = 0; run < runs; ++run)
            found += chiSquareTest(drawnFrom(wrong, samples, std::uint64_t(run)), right).pValue <= level;
        QVERIFY2(found > 0.85 * runs && found < 0.95 * runs, qPrintable(QString::number(found)));
        QVERIFY(*smallestBias(4, level, 4 * samples) < 0.55 * bias); // half of it in four times as many
        QVERIFY(!smallestBias(4, level, 3) && !smallestBias(0, level, 1000) && !smallestBias(4, level, 0));
    }
};

DRAFTSCOPE_TEST(TestRepeatedLooks)
#include "test_repeated_looks.moc"
