// SPDX-License-Identifier: MIT
// What is expected over K, α, c and v, at costs that are made up.
#include <QTest>

#include "colours.h"
#include "tests/test_main.h"
#include "widgets/charts/tried_theory.h"
#include "widgets/style/lane_style.h"
#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

using namespace draftscope;

namespace {

/// c 0.1, v 1.3 of 5 rows, α 0.7, K 4.
LengthTheory measuredRun()
{
    LengthTheory theory;
    theory.acceptance = 0.7;
    theory.costs = PassCosts{0.1, {{1, 1, 40}, {5, 1.3, 20}}};
    theory.runLength = 4;
    theory.expectedSpeedUp = predictedSpeedUp(0.7, 4, 0.1, 1.3);
    theory.measuredSpeedUp = 1.4;
    return theory;
}

} // namespace

class TestLengthTheoryChart : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }

    void nothingTriedIsTheRun()
    {
        const LengthTheory theory = withTried(measuredRun(), {});
        QVERIFY(!theory.isTried && !theory.isCostTried && !theory.isVerifyTried);
        QCOMPARE(theory.costs, measuredRun().costs);
    }

    /// Each number alone: the others stay the run's, and the speed-up is that of the formula.
    void eachNumberIsTriedAlone()
    {
        const LengthTheory alpha = withTried(measuredRun(), {.acceptance = 0.9, .cost = {}, .verify = {}});
        QVERIFY(alpha.isTried && !alpha.isCostTried && !alpha.isVerifyTried);
        QCOMPARE(alpha.lengths()[4].speedUp, predictedSpeedUp(0.9, 4, 0.1, 1.3));
        const LengthTheory cost = withTried(measuredRun(), {.acceptance = {}, .cost = 0.5, .verify = {}});
        QVERIFY(cost.isTried && cost.isCostTried && !cost.isVerifyTried);
        QCOMPARE(cost.lengths()[4].speedUp, predictedSpeedUp(0.7, 4, 0.5, 1.3));
        QVERIFY(sentenceOf(cost, cost.lengths()[4]).contains("measured over 20 passes"));
        const LengthTheory verify = withTried(measuredRun(), {.acceptance = {}, .cost = {}, .verify = 2.2});
        QVERIFY(verify.isVerifyTried && !verify.isCostTried);
        QCOMPARE(rowsOf(measuredRun()), 5);
        QCOMPARE(verify.lengths()[4].speedUp, predictedSpeedUp(0.7, 4, 0.1, 2.2));
        QVERIFY(std::abs(verify.lengths()[2].speedUp - predictedSpeedUp(0.7, 2, 0.1, 1.6))
                < 1e-9); // half way to 5 rows
        QVERIFY(sentenceOf(verify, verify.lengths()[4]).contains("v 2.20, tried"));
        QVERIFY(noteOf(verify).contains("not measured"));
        QVERIFY(csvOf(verify).split('\n')[5].split(',')[4] == "0");
    }

    /// What was not measured can be tried, and then the rest costs nothing.
    void withoutCostsTheyAreTriedTogether()
    {
        LengthTheory run = measuredRun();
        run.costs.reset();
        QVERIFY(thresholdOf(run).isEmpty());
        const LengthTheory theory = withTried(run, {.acceptance = {}, .cost = 0.2, .verify = {}});
        QVERIFY(theory.isCostTried && theory.isVerifyTried);
        QCOMPARE(theory.lengths()[4].speedUp, predictedSpeedUp(0.7, 4, 0.2, 1));
        run.draftsTrees = true;
        QVERIFY(!withTried(run, {.acceptance = 0.5, .cost = 0.2, .verify = {}}).isTried);
    }

    /// Just below the α that is marked no length pays, and at it one does.
    void theThresholdIsWhereDraftingBeginsToPay()
    {
        const LengthTheory run = measuredRun();
        const auto least = run.leastUseful();
        QVERIFY(least && *least > 0.05 && *least < 0.7);
        const auto bestAt = [&](double alpha) {
            return bestLength(withTried(run, {.acceptance = alpha, .cost = {}, .verify = {}}).lengths()).speedUp;
        };
        QVERIFY(bestAt(*least + 0.002) > 1);
        QVERIFY(bestAt(*least - 0.002) <= 1);
        QCOMPARE(thresholdOf(run), QString("Below α %1 no draft length pays at these times.").arg(number(least)));
        const LengthTheory dear = withTried(run, {.acceptance = {}, .cost = 3.0, .verify = 4.0});
        QVERIFY(!dear.leastUseful());
        QCOMPARE(thresholdOf(dear), QString("At these times no draft length pays at any α."));
    }

    /// It is said once, whether drafting pays or not.
    void theSummarySaysTheThresholdOnce()
    {
        const LengthTheory run = measuredRun();
        QCOMPARE(summaryOf(run), sentenceOf(run) + ' ' + thresholdOf(run));
        const LengthTheory low = withTried(run, {.acceptance = 0.05, .cost = {}, .verify = {}});
        QCOMPARE(summaryOf(low), sentenceOf(low));
        QVERIFY(summaryOf(low).contains("It would pay from"));
        LengthTheory unknown = run;
        unknown.costs.reset();
        QCOMPARE(summaryOf(unknown), sentenceOf(unknown));
    }

    void theThresholdIsAMarkInTheDrawing()
    {
        for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
            Theme::apply(*qApp, theme);
            LengthTheoryChart chart;
            chart.setTheory(measuredRun());
            QVERIFY(chart.accessibleDescription().contains("no draft length pays"));
            sample::show(chart, {600, 340});
            const QImage picture = sample::picture(chart);
            const QRectF strip = chart.acceptanceStrip();
            QVERIFY(!strip.isEmpty());
            const double cut = chart.xOfAcceptance(*measuredRun().leastUseful());
            const QColor pays = Theme::tint(Role::accepted, 0.3), hurts = Theme::tint(Role::rejected, 0.15);
            const QRectF left(strip.left(), strip.top() + 1, cut - strip.left() - 3, strip.height() - 3);
            const QRectF right(cut + 3, strip.top() + 1, strip.right() - cut - 4, strip.height() - 3);
            QVERIFY(sample::count(picture, left, hurts) > left.width());
            QCOMPARE(sample::count(picture, left, pays), 0);
            QVERIFY(sample::count(picture, right, pays) > right.width());
            QCOMPARE(sample::count(picture, right, hurts), 0);
            QVERIFY(sample::count(picture, QRectF(cut - 2, strip.top(), 4, strip.height()), Theme::color(Role::text))
                    > strip.height() / 2);
        }
    }

    /// Low charts keep their room for the curves.
    void lowChartsHaveNoStrip()
    {
        LengthTheoryChart chart;
        chart.setTheory(measuredRun());
        chart.resize(chart.minimumSizeHint());
        QVERIFY(chart.acceptanceStrip().isEmpty());
        QVERIFY(!chart.grab().isNull());
    }

    /// Each lane as it looks everywhere, where it was measured; one without a measured speed-up is in words only.
    void lanesArePointsInIt()
    {
        LengthTheory theory = measuredRun();
        theory.lanes = {{0, "1 · Two models", 0.7, 4.0, 1.4},
                        {2, "3 · Prompt lookup", 0.3, 8.0, 1.1},
                        {1, "2 · Plain", {}, 0.0, {}}};
        LengthTheoryChart chart;
        chart.setTheory(theory);
        QVERIFY(
            chart.accessibleDescription().contains("3 · Prompt lookup: γ 8.00 on average, α 0.30, measured 1.10 ×."));
        QVERIFY(chart.accessibleDescription().contains("2 · Plain: γ 0.00 on average, α –, measured –."));
        sample::show(chart, {700, 380});
        const QImage picture = sample::picture(chart);
        for (const auto& [look, at] : {std::pair{0, chart.pointOf(4, 1.4)}, {2, chart.pointOf(8, 1.1)}}) {
            const QRectF around(at.x() - 7, at.y() - 7, 14, 14);
            QVERIFY2(sample::count(picture, around, Theme::color(laneStyle(look).role)) > 8,
                     qPrintable(QString::number(look)));
        }
    }
};

DRAFTSCOPE_WINDOW_TEST(TestLengthTheoryChart)
#include "test_length_theory_chart.moc"
