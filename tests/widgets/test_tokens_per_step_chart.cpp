// SPDX-License-Identifier: MIT
// Tokens per step: bars by source, the mean as a line, what is expected, and a window of forty rounds.
#include <QBarCategoryAxis>
#include <QBarSet>
#include <QGraphicsTextItem>
#include <QLegendMarker>
#include <QLineSeries>
#include <QSignalSpy>
#include <QStackedBarSeries>
#include <QTest>
#include <QValueAxis>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "widgets/charts/tokens_per_step_chart.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

template <class Series>
QList<Series*> seriesOf(const TokensPerStepChart& chart)
{
    QList<Series*> found;
    for (QAbstractSeries* series : chart.chart()->series())
        if (auto* wanted = qobject_cast<Series*>(series))
            found << wanted;
    return found;
}

double bar(const TokensPerStepChart& chart, const QString& source, int place)
{
    for (const QBarSet* set : seriesOf<QStackedBarSeries>(chart).first()->barSets())
        if (set->label() == source)
            return set->at(place);
    return -1;
}

QLineSeries* lineOf(const TokensPerStepChart& chart, const QString& name)
{
    for (QLineSeries* series : seriesOf<QLineSeries>(chart))
        if (series->name().startsWith(name))
            return series;
    return nullptr;
}

std::vector<StepBar> steps(int first, int count)
{
    std::vector<StepBar> bars;
    for (int i = 0; i < count; ++i)
        bars.push_back({first + i, i % 4, 1, 0, 0, 1.5 + i * 0.01});
    return bars;
}

const QString accepted = QStringLiteral("accepted draft"), residual = QStringLiteral("residual"),
              bonus = QStringLiteral("bonus"), plain = QStringLiteral("plain");

} // namespace

class TestTokensPerStepChart : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }
    void barsCountBySource();
    void meanIsALineOverTheBars();
    void expectedIsLevel();
    void showsTheWindowOfTheSteps_data();
    void showsTheWindowOfTheSteps();
    void shorterRunLeavesNoBarsBehind();
    void highestBarFits_data();
    void highestBarFits();
    void numbersAreNumbersAtEveryHeight_data();
    void numbersAreNumbersAtEveryHeight();
    void keysReachBarsToCome();
    void toolTipsCount();
    void whatIsToComeIsFaint_data();
    void whatIsToComeIsFaint();
    void themeIsPainted_data();
    void themeIsPainted();
};

void TestTokensPerStepChart::barsCountBySource()
{
    TokensPerStepChart chart;
    chart.setSteps({{0, 4, 1, 0, 0, 5}, {1, 2, 0, 1, 0, 4}, {2, 0, 0, 0, 1, 3}}, std::nullopt);
    const double expected[3][4] = {{4, 1, 0, 0}, {2, 0, 1, 0}, {0, 0, 0, 1}};
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(bar(chart, accepted, i), expected[i][0]);
        QCOMPARE(bar(chart, residual, i), expected[i][1]);
        QCOMPARE(bar(chart, bonus, i), expected[i][2]);
        QCOMPARE(bar(chart, plain, i), expected[i][3]);
    }
    QCOMPARE(bar(chart, accepted, 3), 0.0);
}

void TestTokensPerStepChart::meanIsALineOverTheBars()
{
    TokensPerStepChart chart;
    chart.setSteps({{0, 4, 1, 0, 0, 5}, {1, 2, 0, 1, 0, 4}}, std::nullopt);
    QCOMPARE(lineOf(chart, "mean so far")->points(), QList<QPointF>({{1, 5}, {2, 4}}));
}

void TestTokensPerStepChart::expectedIsLevel()
{
    TokensPerStepChart chart;
    sample::show(chart, {600, 400}); // with room for a legend
    chart.setSteps(steps(0, 3), 2.75);
    QLineSeries* expected = lineOf(chart, "expected");
    QCOMPARE(expected->count(), 2);
    QCOMPARE(expected->at(0).y(), 2.75);
    QCOMPARE(expected->at(1).y(), 2.75);
    QVERIFY(expected->at(1).x() > expected->at(0).x());
    QVERIFY(expected->name().endsWith("2.75"));
    const auto markers = chart.chart()->legend()->markers(expected);
    QVERIFY(markers.size() == 1 && markers.first()->isVisible());
    chart.setSteps(steps(0, 3), std::nullopt);
    QCOMPARE(expected->count(), 0);
    QVERIFY2(!markers.first()->isVisible(), "what is not drawn is not explained");
    chart.setSteps(steps(0, 3), 2.75);
    QVERIFY(markers.first()->isVisible());
}

void TestTokensPerStepChart::showsTheWindowOfTheSteps_data()
{
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("axisFrom");
    QTest::newRow("nothing yet") << 0 << 0 << 0.5;
    QTest::newRow("none yet") << 0 << 0 << 0.5;
    QTest::newRow("the first rounds") << 0 << 3 << 0.5;
    QTest::newRow("one more than there was room for") << 0 << 13 << 0.5;
    QTest::newRow("forty") << 0 << 40 << 0.5;
    QTest::newRow("forty of a long run") << 57 << 40 << 57.5;
}

void TestTokensPerStepChart::showsTheWindowOfTheSteps()
{
    QFETCH(const int, first);
    QFETCH(const int, count);
    TokensPerStepChart chart;
    chart.setSteps(steps(first, count), std::nullopt);
    QLineSeries* mean = lineOf(chart, "mean so far");
    QCOMPARE(int(mean->count()), count);
    for (int i = 0; i < count; ++i) {
        QCOMPARE(mean->at(i).x(), double(first + i + 1)); // people count rounds from one
        QCOMPARE(bar(chart, accepted, i), double(i % 4));
    }
    const auto* places = qobject_cast<QValueAxis*>(chart.chart()->axes(Qt::Horizontal, mean).first());
    QTEST(places->min(), "axisFrom");
    const int room = count <= 12 ? 12 : count == 13 ? 16 : 40;
    QCOMPARE(places->max() - places->min(), double(room));
    const auto* rounds = qobject_cast<QBarCategoryAxis*>(
        chart.chart()->axes(Qt::Horizontal, seriesOf<QStackedBarSeries>(chart).first()).first());
    QCOMPARE(int(rounds->count()), room);
    QCOMPARE(rounds->at(0), QString::number(first + 1));
}

void TestTokensPerStepChart::shorterRunLeavesNoBarsBehind()
{
    TokensPerStepChart chart;
    chart.setSteps(steps(0, 40), 2.0);
    chart.setSteps({{0, 1, 0, 1, 0, 2}}, std::nullopt);
    QCOMPARE(bar(chart, accepted, 0), 1.0);
    for (int i = 1; i < TokensPerStepChart::fewest; ++i)
        QCOMPARE(bar(chart, accepted, i) + bar(chart, residual, i) + bar(chart, bonus, i) + bar(chart, plain, i), 0.0);
    QCOMPARE(lineOf(chart, "mean so far")->count(), 1);
}

void TestTokensPerStepChart::highestBarFits_data()
{
    QTest::addColumn<int>("tokens");
    for (const int tokens : {1, 5, 17})
        QTest::addRow("%d tokens", tokens) << tokens;
}

void TestTokensPerStepChart::highestBarFits()
{
    QFETCH(const int, tokens);
    TokensPerStepChart chart;
    chart.setSteps({{0, tokens - 1, 0, 1, 0, double(tokens)}}, std::nullopt);
    const auto* axis = qobject_cast<QValueAxis*>(chart.chart()->axes(Qt::Vertical).first());
    QCOMPARE(axis->min(), 0.0);
    QVERIFY(axis->max() > tokens);
    QVERIFY2(axis->max() <= std::max(4, tokens + 1), "and uses most of the height");
}

void TestTokensPerStepChart::numbersAreNumbersAtEveryHeight_data()
{
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("highest");
    for (const int height : {100, 112, 130, 200, 400})
        for (const int highest : {2, 7, 13, 64})
            QTest::addRow("%d high, %d tokens", height, highest) << height << highest;
}

/// Where there is no room for a number the axis would have dots in its place.
void TestTokensPerStepChart::numbersAreNumbersAtEveryHeight()
{
    QFETCH(int, height);
    QFETCH(int, highest);
    TokensPerStepChart chart;
    std::vector<StepBar> bars = steps(0, 9);
    bars.back().accepted = highest;
    chart.resize(700, 300); // it was another height before
    chart.show();
    chart.setSteps(bars, std::nullopt);
    chart.resize(700, height);
    QCoreApplication::processEvents();
    QVERIFY(!chart.grab().isNull());
    int numbers = 0;
    for (const QGraphicsItem* item : chart.scene()->items())
        if (const auto* words = qgraphicsitem_cast<const QGraphicsTextItem*>(item); words && words->isVisible()) {
            const QString text = words->toPlainText();
            QVERIFY2(!text.contains("...") && !text.contains(QStringLiteral("…")), qPrintable(text));
            numbers += !text.isEmpty();
        }
    QVERIFY2(numbers >= 4, qPrintable(QString::number(numbers)));
}

void TestTokensPerStepChart::keysReachBarsToCome()
{
    TokensPerStepChart chart;
    sample::show(chart, {900, 300});
    chart.setSteps(steps(0, 5), std::nullopt);
    chart.setNow(0, 0); // before the end of round 1
    QVERIFY(chart.accessibleDescription().startsWith("Round 1:"));
    QTest::keyClick(&chart, Qt::Key_Right, Qt::ControlModifier);
    QVERIFY(chart.accessibleDescription().startsWith("Round 2:"));
    QVERIFY(chart.accessibleDescription().endsWith("It is to come."));
    QSignalSpy clicked(&chart, &TokensPerStepChart::roundClicked);
    QTest::keyClick(&chart, Qt::Key_Return);
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(clicked.first().first().toInt(), 1);
    chart.setSteps({}, std::nullopt);
    QCOMPARE(chart.accessibleDescription(), QStringLiteral("No round is finished yet."));
}

void TestTokensPerStepChart::toolTipsCount()
{
    TokensPerStepChart chart;
    sample::show(chart, {900, 300});
    chart.setSteps({{0, 4, 1, 0, 0, 5, 6}, {1, 0, 0, 0, 1, 3, 0}}, std::nullopt);
    chart.setNow(1, 0);
    const auto tip = [&](int round) { return sample::toolTipAt(*chart.viewport(), chart.columnRect(round).center()); };
    QCOMPARE(tip(0), QString("Round 1: 5 tokens (4 accepted draft, 1 residual); mean 5.00.\n4 of 6 drafts accepted."));
    QCOMPARE(tip(1), QString("Round 2: 1 token (1 plain); mean 3.00.\nNothing was drafted.\nIt is to come."));
}

void TestTokensPerStepChart::whatIsToComeIsFaint_data()
{
    QTest::addColumn<ThemeKind>("theme");
    QTest::newRow("light") << ThemeKind::light;
    QTest::newRow("dark") << ThemeKind::dark;
}

void TestTokensPerStepChart::whatIsToComeIsFaint()
{
    QFETCH(const ThemeKind, theme);
    TokensPerStepChart chart;
    Theme::apply(*qApp, theme);
    chart.applyTheme();
    chart.setFocusPolicy(Qt::NoFocus); // whose mark would lie over the rest
    sample::show(chart, {900, 300});
    chart.setSteps(steps(3, 20), std::nullopt);
    QApplication::processEvents();
    const QImage all = sample::picture(chart);
    chart.setNow(8, 10);
    const QImage some = sample::picture(chart);
    for (int i = 0; i < 20; ++i) {
        const QRectF column = chart.columnRect(3 + i).adjusted(3, 30, -3, -2);
        const int before = sample::count(all, column, Theme::color(Role::residual));
        const int now = sample::count(some, column, Theme::color(Role::residual));
        QVERIFY(before > 20);
        QCOMPARE(now, i < 8 ? before : 0);
    }
    const auto line = [&](double x) {
        const QRectF column = chart.columnRect(11);
        return sample::count(some, QRectF(x - 1, column.top() + 20, 3, column.height() - 40), Theme::color(Role::text));
    };
    const QRectF shown = chart.columnRect(10);
    QVERIFY2(line(chart.columnRect(11).left()) > 30, "a line before what is to come");
    QVERIFY2(line(shown.left() + 1) > 30 && line(shown.right() - 1) > 30, "a frame around the round shown");
    QSignalSpy spy(&chart, &TokensPerStepChart::roundClicked);
    QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, chart.columnRect(20).center().toPoint());
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy.first().first().toInt(), 20);
}

void TestTokensPerStepChart::themeIsPainted_data()
{
    QTest::addColumn<ThemeKind>("theme");
    QTest::newRow("light") << ThemeKind::light;
    QTest::newRow("dark") << ThemeKind::dark;
}

void TestTokensPerStepChart::themeIsPainted()
{
    QFETCH(const ThemeKind, theme);
    TokensPerStepChart chart;
    Theme::apply(*qApp, theme);
    chart.applyTheme();
    sample::show(chart, {900, 300});
    chart.setSteps({{0, 4, 1, 0, 0, 5}, {1, 2, 0, 1, 0, 4}}, std::nullopt);
    QApplication::processEvents();
    const QImage image = sample::picture(chart);
    const QRectF plot = chart.chart()->plotArea();
    QCOMPARE(image.pixelColor(2, 2), Theme::color(Role::surface));
    const int green = sample::count(image, plot, Theme::tint(Role::accepted, 0.62));
    const int purple = sample::count(image, plot, Theme::color(Role::residual));
    const int blue = sample::count(image, plot, Theme::color(Role::bonus));
    QVERIFY2(purple > 50 && blue > 50, qPrintable(QStringLiteral("residual %1, bonus %2").arg(purple).arg(blue)));
    // Six accepted tokens, one residual and one bonus; grid lines and the mean lie over some of it.
    QVERIFY2(green > 4.5 * purple && green > 4.5 * blue, qPrintable(QString::number(green)));
}

DRAFTSCOPE_WINDOW_TEST(TestTokensPerStepChart)
#include "test_tokens_per_step_chart.moc"
