// SPDX-License-Identifier: MIT
// Acceptance by position: two bars a position that are as high as their numbers, counts in words.
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/charts/acceptance_chart.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

/// Six drafts of which four are accepted, then two of which both are.
Metrics metricsOfTwoRounds()
{
    Metrics metrics;
    metrics.add(sample::rejectedRound(0, 3));
    metrics.add(sample::bonusRound(1, 8));
    return metrics;
}

} // namespace

class TestAcceptanceChart : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }

    void barsAreTheMetrics()
    {
        const Metrics metrics = metricsOfTwoRounds();
        const auto bars = acceptanceBarsOf(metrics, true);
        QCOMPARE(bars.size(), std::size_t(6));
        QCOMPARE(bars[0].counts, (DepthCounts{2, 2, 2}));
        QCOMPARE(bars[4].counts, (DepthCounts{1, 1, 0}));
        QCOMPARE(bars[5].counts, (DepthCounts{1, 0, 0}));
        QCOMPARE(*bars[0].survival, 1.0);
        QCOMPARE(*bars[4].survival, 0.0);
        QVERIFY(!bars[5].conditional); // it was not judged
        QCOMPARE(*bars[1].expected, *metrics.acceptanceRate() * *metrics.acceptanceRate());
        QVERIFY(!acceptanceBarsOf(metrics, false)[0].expected);
        QCOMPARE(sentenceOf(bars[5]),
                 QStringLiteral("Position 6: survival 0.00 (accepted in 0 of 1 rounds that drafted it), "
                                "conditional acceptance – (0 of 0 judged). Expected at α̂: %1.")
                     .arg(*bars[5].expected, 0, 'f', 2));
    }

    void barsAreAsHighAsTheirNumbers_data()
    {
        QTest::addColumn<ThemeKind>("theme");
        QTest::newRow("light") << ThemeKind::light;
        QTest::newRow("dark") << ThemeKind::dark;
    }
    void barsAreAsHighAsTheirNumbers()
    {
        QFETCH(const ThemeKind, theme);
        Theme::apply(*qApp, theme);
        std::vector<AcceptanceBar> bars{{1, {10, 10, 8}, 0.8, 0.8, {}}, {2, {10, 8, 4}, 0.4, 0.5, {}}};
        AcceptanceChart chart;
        chart.setBars(bars);
        sample::show(chart, {500, 260});
        const QImage image = sample::picture(chart);
        const auto heightOf = [&](int index) {
            const QRectF column = chart.columnRect(index);
            const QRectF bar = chart.barRect(index, 1.0, false);
            return sample::count(image, QRectF(std::floor(bar.center().x()) + 3, column.top(), 1, column.height()),
                                 Theme::tint(Role::accepted, 0.62));
        };
        const double whole = chart.columnRect(0).height();
        QVERIFY(std::abs(heightOf(0) - 0.8 * whole) < 4);
        QVERIFY(std::abs(heightOf(1) - 0.4 * whole) < 4);
        const QRectF conditional = chart.barRect(1, 0.5, true);
        QVERIFY(std::abs(conditional.height() - 0.5 * whole) < 2);
        QVERIFY(sample::count(image, conditional, Theme::tint(Role::accepted, 0.14)) > 20);
    }

    void keysGoFromBarToBar()
    {
        AcceptanceChart chart;
        chart.setBars(acceptanceBarsOf(metricsOfTwoRounds(), true));
        sample::show(chart, {500, 260});
        chart.activateWindow();
        chart.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&chart));
        QVERIFY(chart.accessibleDescription().startsWith("Position 1:"));
        QTest::keyClick(&chart, Qt::Key_Right, Qt::ControlModifier);
        QVERIFY(chart.accessibleDescription().startsWith("Position 2:"));
        QTest::keyClick(&chart, Qt::Key_End, Qt::ControlModifier);
        QVERIFY(chart.accessibleDescription().startsWith("Position 6:"));
        chart.setBars({});
        QCOMPARE(chart.accessibleDescription(), QStringLiteral("Nothing has been drafted and judged yet."));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestAcceptanceChart)
#include "test_acceptance_chart.moc"
