// SPDX-License-Identifier: MIT
#include <QTest>

#include <cmath>
#include <vector>

#include "engine/analysis/statistics.h"
#include "engine/core/random.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestStatistics : public QObject {
    Q_OBJECT
private slots:
    /// Against closed forms: Q(1, x) = e^-x, Q(1/2, x) = erfc(sqrt x), Q(3, x) = e^-x (1 + x + x^2 / 2).
    void upperGammaHasItsClosedForms()
    {
        for (const double x : {0.0, 0.01, 0.5, 1.0, 1.9, 2.5, 4.5, 10.0, 40.0}) {
            const auto near = [](double value, double expected) {
                return std::abs(value - expected) <= 1e-13 + 1e-11 * expected;
            };
            QVERIFY(near(upperGamma(1, x), std::exp(-x)));
            QVERIFY(near(upperGamma(0.5, x), std::erfc(std::sqrt(x))));
            QVERIFY(near(upperGamma(3, x), std::exp(-x) * (1 + x + x * x / 2)));
        }
        QVERIFY(std::abs(upperGamma(500, 500) - 0.494) < 0.001); // far from where a series would overflow
    }

    void quantilesLieBetweenNeighbours()
    {
        QVERIFY(!quantile({}, 0.5));
        QCOMPARE(*quantile({7}, 0.25), 7.0);
        QCOMPARE(*quantile({4, 1, 3, 2, 5}, 0.25), 2.0);
        QCOMPARE(*quantile({4, 1, 3, 2}, 0.25), 1.75);
        QCOMPARE(*quantile({4, 1, 3, 2}, 1), 4.0);
        QCOMPARE(*quantile({4, 1, 3, 2}, 0.5), *median({4, 1, 3, 2}));
    }

    void chiSquareByHand()
    {
        const std::vector<double> counts = {44, 56}, halves = {0.5, 0.5};
        const ChiSquare test = chiSquareTest(counts, halves);
        QCOMPARE(test.statistic, 1.44);
        QCOMPARE(test.degreesOfFreedom, 1);
        QVERIFY(std::abs(test.pValue - std::erfc(std::sqrt(0.72))) < 1e-12);
        QVERIFY(std::abs(totalVariation(counts, halves) - 0.06) < 1e-15);
    }

    void smallBinsArePooled()
    {
        const std::vector<double> counts = {90, 2, 3, 5}, distribution = {0.9, 0.03, 0.03, 0.04};
        const ChiSquare test = chiSquareTest(counts, distribution); // 3 + 3 expected make one bin, 4 alone joins it
        QCOMPARE(test.degreesOfFreedom, 1);
    }

    void aSampleThatCannotBeIsRefused()
    {
        const std::vector<double> counts = {99, 1}, distribution = {1, 0};
        QCOMPARE(chiSquareTest(counts, distribution).pValue, 0.0);
        QCOMPARE(chiSquareTest(std::vector<double>{100, 0}, distribution).pValue, 1.0);
    }

    /// P-values of samples of the distribution itself are uniform: of 1,000, between 30 and 70 are under 0.05 (5
    /// standard errors are 34; fixed seed).
    void pValuesAreUniform()
    {
        const std::vector<double> distribution = {0.1, 0.2, 0.3, 0.4};
        int under = 0;
        for (std::uint32_t repeat = 0; repeat < 1000; ++repeat) {
            std::vector<double> counts(4);
            for (std::uint32_t i = 0; i < 500; ++i) {
                const double u = uniform(1, repeat, i, 0, Purpose::plain);
                ++counts[u < 0.1 ? 0 : u < 0.3 ? 1 : u < 0.6 ? 2 : 3];
            }
            under += chiSquareTest(counts, distribution).pValue < 0.05;
        }
        QVERIFY2(under >= 30 && under <= 70, qPrintable(QString::number(under)));
    }
};

DRAFTSCOPE_TEST(TestStatistics)
#include "test_statistics.moc"
