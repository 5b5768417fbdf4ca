// SPDX-License-Identifier: MIT
// What is expected of other draft lengths, at costs that are made up.
#include <cmath>

#include <QTest>

#include "engine/analysis/length_theory.h"
#include "tests/test_main.h"
#include "timed_round.h"

using namespace draftscope;

namespace {

/// None of whose drafts stands.
RoundRecord roundOf(int number, int k, double draftMs, double verifyMs)
{
    return test::timedRound(number, k, 0, draftMs, verifyMs);
}

RoundTimes timesOf(std::initializer_list<RoundRecord> rounds)
{
    RoundTimes times;
    for (const RoundRecord& round : rounds)
        times.add(round);
    return times;
}

const RoundTimes& plainTimes() // 10 ms a pass
{
    static const RoundTimes times = timesOf({roundOf(1, 0, 0, 10), roundOf(2, 0, 0, 9), roundOf(3, 0, 0, 30)});
    return times;
}

bool isAbout(double value, double expected, double tolerance = 1e-12)
{
    return std::abs(value - expected) < tolerance;
}

} // namespace

class TestLengthTheory : public QObject {
    Q_OBJECT
private slots:
    void costsAreThoseOfTheRows()
    {
        RoundTimes times;
        for (const double ms : {14.0, 16.0, 90.0})
            times.add(roundOf(1, 4, 1, ms)); // 5 rows
        times.add(roundOf(2, 2, 1, 99));     // 3 rows, once only
        const auto costs = passCostsOf(times, plainTimes());
        QVERIFY(costs && isAbout(costs->costRatio, 0.1));
        QCOMPARE(costs->verify, (std::vector<PassCosts::Verify>{{1, 1, 3}, {5, 1.6, 3}}));
        QVERIFY(isAbout(costs->verifyRatio(1), 1) && isAbout(costs->verifyRatio(5), 1.6));
        QVERIFY(isAbout(costs->verifyRatio(3), 1.3)); // half way
        QVERIFY(isAbout(costs->verifyRatio(9), 2.2)); // as far again
        QVERIFY(costs->isMeasured(5) && !costs->isMeasured(3) && !costs->isMeasured(9));
    }

    void fewPassesAreBetterThanNone()
    {
        const auto costs = passCostsOf(timesOf({roundOf(1, 3, 1, 20)}), plainTimes());
        QVERIFY(costs);
        QCOMPARE(costs->verify, (std::vector<PassCosts::Verify>{{1, 1, 3}, {4, 2, 1}}));
    }

    /// On a device where rows cost nothing noise may make more of them seem cheaper.
    void moreRowsNeverCostLessThanTheLast()
    {
        const auto costs = passCostsOf(timesOf({roundOf(1, 3, 1, 9)}), plainTimes());
        QVERIFY(costs && isAbout(costs->verifyRatio(4), 0.9) && isAbout(costs->verifyRatio(60), 0.9));
    }

    void nothingIsKnownOfNothing()
    {
        QVERIFY(!passCostsOf({}, {}));
        QVERIFY(!passCostsOf({}, plainTimes()));
        QVERIFY(!passCostsOf(timesOf({roundOf(1, 3, 1, 9)}), {}));
        QVERIFY(!passCostsOf(plainTimes(), plainTimes()));                   // drafts nothing
        QVERIFY(!passCostsOf(timesOf({roundOf(0, 3, 1, 9)}), plainTimes())); // the round that reads the prompt
    }

    void lengthsAreTheFormulas()
    {
        const PassCosts costs{0.05, {{1, 1, 9}, {6, 1.25, 9}}};
        const auto lengths = expectedByLength(0.8, costs, 8);
        QCOMPARE(int(lengths.size()), 9);
        QVERIFY(lengths[0].draftLength == 0 && lengths[0].tokens == 1 && lengths[0].speedUp == 1);
        QVERIFY(isAbout(lengths[5].tokens, 3.689, 5e-4)); // a check value of the design
        QVERIFY(isAbout(lengths[5].speedUp, lengths[5].tokens / (5 * 0.05 + 1.25)));
        QVERIFY(isAbout(lengths[8].speedUp, lengths[8].tokens / (8 * 0.05 + 1.4)));
    }

    /// Found again by trying all lengths.
    void theBestIsTheFastest()
    {
        for (const double acceptance : {0.05, 0.3, 0.6, 0.8, 0.95, 1.0})
            for (const double c : {0.01, 0.1, 0.6}) {
                const PassCosts costs{c, {{1, 1, 9}, {5, 1.1, 9}}};
                const auto lengths = expectedByLength(acceptance, costs, 16);
                const ExpectedLength best = bestLength(lengths);
                QVERIFY(best.draftLength >= 1);
                for (int k = 1; k <= 16; ++k) {
                    const double tokens =
                        acceptance == 1 ? k + 1 : (1 - std::pow(acceptance, k + 1)) / (1 - acceptance);
                    QVERIFY(tokens / (k * c + costs.verifyRatio(k + 1)) <= best.speedUp + 1e-12);
                }
            }
    }

    void draftingHurtsBelowAnAcceptanceRate()
    {
        // One draft: (1 + α) / (0.5 + 1.2) > 1 from α = 0.7 on, and no other length is allowed.
        const PassCosts costs{0.5, {{1, 1, 9}, {2, 1.2, 9}}};
        const auto least = leastUsefulAcceptance(costs, 1);
        QVERIFY(least && isAbout(*least, 0.7, 2e-3));
        QVERIFY(bestLength(expectedByLength(*least - 0.01, costs, 1)).speedUp < 1);
        QVERIFY(bestLength(expectedByLength(*least + 0.01, costs, 1)).speedUp > 1);
        QVERIFY(!leastUsefulAcceptance({2, {{1, 1, 9}, {2, 1.2, 9}}}, 16)); // a draft dearer than the target
    }
};

DRAFTSCOPE_TEST(TestLengthTheory)
#include "test_length_theory.moc"
