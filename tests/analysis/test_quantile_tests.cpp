// SPDX-License-Identifier: MIT
// Texts of simulated tokens, with fixed seeds: what is independent passes, what is not fails.
#include <QTest>

#include <cmath>
#include <functional>

#include "engine/analysis/quantile_tests.h"
#include "engine/core/random.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

constexpr int length = 6;
using Texts = std::function<std::vector<TokenQuantile>(std::uint32_t text)>;

double random(std::uint32_t text, std::size_t position)
{
    return uniform(3, 0, text, std::uint32_t(position), Purpose::plain);
}

std::vector<TokenQuantile> independent(std::uint32_t text)
{
    std::vector<TokenQuantile> row;
    for (std::size_t i = 0; i < length; ++i)
        row.push_back({TokenId(i * 7 + text) % 4, random(text, i), true});
    return row;
}

QuantileTests testOf(const Texts& texts, std::uint32_t count = 5000)
{
    QuantileTests tests(length);
    for (std::uint32_t i = 0; i < count; ++i)
        tests.add(texts(i));
    return tests;
}

} // namespace

class TestQuantileTests : public QObject {
    Q_OBJECT
private slots:
    void independentUniformsPass()
    {
        const QuantileTests tests = testOf(independent);
        QCOMPARE(tests.givenPrevious().degreesOfFreedom, length * 4 * 7);  // positions, previous tokens, 8 bins
        QCOMPARE(tests.correlations().degreesOfFreedom, (length - 1) * 9); // distances, 3 by 3 polynomials
        QVERIFY(tests.givenPrevious().pValue > 0.001);
        QVERIFY(tests.correlations().pValue > 0.001);
    }

    /// The statistics have the distribution that their p-values are made of: of 400 repeats, between 5 and 37 are under
    /// 0.05 (20 are expected, the bounds are 4 standard errors away; fixed seeds).
    void pValuesAreUniform()
    {
        int previous = 0, correlations = 0;
        for (std::uint32_t repeat = 0; repeat < 400; ++repeat) {
            const QuantileTests tests =
                testOf([&](std::uint32_t text) { return independent(repeat * 1000 + text); }, 1000);
            previous += tests.givenPrevious().pValue < 0.05;
            correlations += tests.correlations().pValue < 0.05;
        }
        QVERIFY2(previous >= 5 && previous <= 37, qPrintable(QString::number(previous)));
        QVERIFY2(correlations >= 5 && correlations <= 37, qPrintable(QString::number(correlations)));
    }

    /// Token 4 takes the number of token 1 in one text of five: both alone are as they should be.
    void aNumberThatServesTwiceIsACorrelation()
    {
        const QuantileTests tests = testOf([](std::uint32_t text) {
            auto row = independent(text);
            if (text % 5 == 0)
                row[4].quantile = row[1].quantile;
            return row;
        });
        QVERIFY(tests.givenPrevious().pValue > 0.001);
        QVERIFY(tests.correlations().pValue < 1e-9);
    }

    /// After token 3, and only there, large ids come too often; after token 2 too seldom.
    void aTokenThatDependsWronglyOnTheOneBeforeIsFound()
    {
        const QuantileTests tests = testOf([](std::uint32_t text) {
            auto row = independent(text);
            for (TokenQuantile& token : row) {
                if (token.previous == 3)
                    token.quantile = std::pow(token.quantile, 0.8);
                if (token.previous == 2)
                    token.quantile = 1 - std::pow(1 - token.quantile, 0.8);
            }
            return row;
        });
        QVERIFY(tests.givenPrevious().pValue < 1e-9);
    }

    /// Numbers that stand for no choice prove nothing, however uniform they are.
    void whereThereIsNoChoiceNothingIsTested()
    {
        const QuantileTests tests = testOf([](std::uint32_t text) {
            auto row = independent(text);
            for (TokenQuantile& token : row)
                token.isOpen = false;
            return row;
        });
        QCOMPARE(tests.givenPrevious().degreesOfFreedom, 0);
        QCOMPARE(tests.correlations().degreesOfFreedom, 0);
        QCOMPARE(tests.givenPrevious().pValue, 1.0);
    }

    void smallGroupsAreCountedTogether()
    {
        const QuantileTests tests = testOf([](std::uint32_t text) {
            auto row = independent(text);
            for (std::size_t i = 0; i < row.size(); ++i) {
                row[i].previous = TokenId(text); // a token that no other text has
                row[i].isOpen = i == 2;
            }
            return row;
        });
        QCOMPARE(tests.givenPrevious().degreesOfFreedom, 7);
        QCOMPARE(tests.correlations().degreesOfFreedom, 0);
    }
};

DRAFTSCOPE_TEST(TestQuantileTests)
#include "test_quantile_tests.moc"
