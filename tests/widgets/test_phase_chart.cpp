// SPDX-License-Identifier: MIT
// Where the time goes: a bar a round, stacked by phase, the last one marked; clicks, keys and words.
#include <QPicture>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/charts/phase_chart.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

std::vector<PhaseBar> rounds(int count)
{
    std::vector<PhaseBar> bars;
    for (int i = 0; i < count; ++i)
        bars.push_back({i, 4, 0.4 + 0.1 * (i % 5), 0.6, 0.1});
    return bars;
}

QColor draftColor()
{
    return Theme::tint(Role::draft, 0.8);
}

} // namespace

class TestPhaseChart : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }

    void aBarIsTheTimesOfItsRound()
    {
        RoundRecord round = sample::rejectedRound(2, 3);
        round.times = {{0.1, 0.2, 0.3}, 0.7, 0.05};
        const PhaseBar bar = phaseBarOf(round);
        QCOMPARE(bar.round, 2);
        QCOMPARE(bar.draftSteps, 3);
        QCOMPARE(bar.draft, 0.6);
        QCOMPARE(bar.verify, 0.7);
        QCOMPARE(bar.sample, 0.05);
        QCOMPARE(
            sentenceOf(bar),
            QStringLiteral("Round 3: draft 0.60 ms in 3 steps, verify 0.70 ms, sampling 0.05 ms; 1.35 ms in all."));
    }

    /// One slow round does not press the others flat: it ends at the top, is marked, and its sentence has its time.
    void aSlowRoundIsCut()
    {
        PhaseChart chart;
        chart.resize(500, 260);
        std::vector<PhaseBar> bars = rounds(20);
        chart.setRounds(bars);
        const double before = chart.barRect(3).height();
        bars[7].verify = 400;
        chart.setRounds(bars);
        QVERIFY(chart.isCut(7) && !chart.isCut(3));
        QVERIFY2(chart.barRect(3).height() > before / 3, qPrintable(QString::number(chart.barRect(3).height())));
        QCOMPARE(chart.barRect(7).height(), chart.columnRect(7).height());
        QVERIFY(sentenceOf(bars[7]).contains("verify 400 ms"));
        const QImage picture = chart.grab().toImage(); // the gap through its top
        bool hasGap = false;
        const QRectF bar = chart.barRect(7);
        for (int y = int(bar.top()) + 2; y < int(bar.top()) + 10; ++y)
            hasGap |= picture.pixelColor(chart.viewport()->pos() + QPoint(int(bar.center().x()), y))
                == Theme::color(Role::surface);
        QVERIFY(hasGap);
    }

    void aRoundWithoutTimeSaysSo()
    {
        QCOMPARE(sentenceOf(PhaseBar{.round = 4}), QString("Round 5: no time."));
        PhaseChart chart;
        chart.setNothing("The rounds are being measured.");
        chart.setRounds({PhaseBar{.round = 0}});
        QCOMPARE(chart.accessibleDescription(), QString("The rounds are being measured."));
        const RoundTimes::Round measured{{7, 8}, {{1, 1}, 6, 0}, {{10, 0}, {40, 1}, {12, 2}}};
        const PhaseBar bar = phaseBarOf(3, measured); // the median, shared as the phases of the first time
        QCOMPARE(bar.total(), 12.0);
        QCOMPARE(bar.verify, 9.0);
        QCOMPARE(bar.draftSteps, 2);
        QCOMPARE(phaseBarOf(3, RoundTimes::Round()).total(), 0.0);
    }

    void sharesAddUp_data()
    {
        QTest::addColumn<double>("draft");
        QTest::addColumn<double>("verify");
        QTest::addColumn<double>("sampling");
        QTest::addColumn<QString>("words");
        QTest::newRow("two-model") << 738.0 << 936.0 << 126.0 << "draft 41 % · verify 52 % · sampling 7 % of 1.80 s";
        QTest::newRow("plain") << 0.0 << 9.0 << 1.0 << "draft 0 % · verify 90 % · sampling 10 % of 10.0 ms";
        QTest::newRow("hardly any") << 4.99 << 4.99 << 0.02 << "draft 50 % · verify 50 % · sampling <1 % of 10.0 ms";
        QTest::newRow("no times") << 0.0 << 0.0 << 0.0 << "";
    }
    void sharesAddUp()
    {
        QFETCH(const double, draft);
        QFETCH(const double, verify);
        QFETCH(const double, sampling);
        QTEST(sharesOf({{0, 4, draft / 2, verify / 2, sampling}, {1, 4, draft / 2, verify / 2, 0}}), "words");
        QVERIFY(sharesOf({}).isEmpty());
    }

    void partsAreAsHighAsTheirTimes_data()
    {
        QTest::addColumn<ThemeKind>("theme");
        QTest::newRow("light") << ThemeKind::light;
        QTest::newRow("dark") << ThemeKind::dark;
    }
    void partsAreAsHighAsTheirTimes()
    {
        QFETCH(const ThemeKind, theme);
        Theme::apply(*qApp, theme);
        PhaseChart chart;
        sample::show(chart, {500, 300});
        chart.setRounds({{0, 4, 4, 2, 1}, {1, 4, 2, 1, 0.5}, {2, 4, 0, 0, 0}});
        const QImage image = sample::picture(*chart.viewport());
        const QRectF first = chart.barRect(0), second = chart.barRect(1);
        QVERIFY(first.height() > 80);
        QVERIFY(std::abs(second.height() - first.height() / 2) < 1);
        QCOMPARE(chart.barRect(2).height(), 0.0);
        // The draft stands at the bottom and is not hatched: all of its pixels have its colour.
        const int width = int(first.width());
        QVERIFY(std::abs(sample::count(image, first, draftColor()) - width * first.height() * 4 / 7) < 2 * width);
        QVERIFY(std::abs(sample::count(image, second, draftColor()) - width * second.height() * 4 / 7) < 2 * width);
        const QRectF verify(first.left(), first.top() + first.height() / 7 + 2, width, first.height() * 2 / 7 - 4);
        const int plain = sample::count(image, verify, Theme::tint(Role::target, 0.8));
        QVERIFY2(plain > 0.4 * width * verify.height() && plain < 0.95 * width * verify.height(),
                 "verify is hatched, so that it differs without its colour");
        QCOMPARE(sample::count(image, verify, draftColor()), 0);
    }

    void theRoundShownIsMarked()
    {
        PhaseChart chart;
        sample::show(chart, {500, 300});
        chart.setRounds(rounds(8));
        const QImage image = sample::picture(*chart.viewport());
        const QColor band = Theme::tint(Role::notJudged, 0.25);
        QVERIFY(sample::count(image, chart.columnRect(7), band) > 50);
        QCOMPARE(sample::count(image, chart.columnRect(6), band), 0);
        QVERIFY2(chart.accessibleDescription().startsWith("Round 8: draft 0.60 ms in 4 steps"),
                 qPrintable(chart.accessibleDescription()));
        QVERIFY(chart.accessibleDescription().contains("All rounds: draft"));
    }

    void aClickAsksForItsRound()
    {
        PhaseChart chart;
        QSignalSpy clicked(&chart, &PhaseChart::roundClicked);
        sample::show(chart, {500, 300});
        chart.setRounds(rounds(8));
        for (const int round : {0, 3, 7})
            QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, chart.columnRect(round).center().toPoint());
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, chart.columnRect(9).center().toPoint());
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, {3, 100});
        QTest::mouseClick(chart.viewport(), Qt::RightButton, {}, chart.columnRect(2).center().toPoint());
        QCOMPARE(clicked.count(), 3);
        QCOMPARE(clicked[0][0].toInt(), 0);
        QCOMPARE(clicked[1][0].toInt(), 3);
        QCOMPARE(clicked[2][0].toInt(), 7);
    }

    void keysWalkAlongTheBars()
    {
        PhaseChart chart;
        QSignalSpy clicked(&chart, &PhaseChart::roundClicked);
        sample::show(chart, {500, 300});
        chart.setRounds(rounds(200));
        chart.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&chart, Qt::Key_Left, Qt::ControlModifier);
        QTest::keyClick(&chart, Qt::Key_Left, Qt::ControlModifier);
        QTest::keyClick(&chart, Qt::Key_Return);
        QVERIFY(chart.accessibleDescription().startsWith("Round 198:"));
        QTest::keyClick(&chart, Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClick(&chart, Qt::Key_Left, Qt::ControlModifier);
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(chart.horizontalScrollBar()->value(), 0);
        QTest::keyClick(&chart, Qt::Key_PageDown);
        QTest::keyClick(&chart, Qt::Key_End, Qt::ControlModifier);
        QTest::keyClick(&chart, Qt::Key_Right, Qt::ControlModifier);
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(clicked.count(), 3);
        QCOMPARE(clicked[0][0].toInt(), 197);
        QCOMPARE(clicked[1][0].toInt(), 0);
        QCOMPARE(clicked[2][0].toInt(), 199);
        QCOMPARE(chart.horizontalScrollBar()->value(), chart.horizontalScrollBar()->maximum());
    }

    void theLastBarIsFollowedUnlessSomebodyHasScrolled()
    {
        PhaseChart chart;
        sample::show(chart, {400, 250});
        chart.setRounds(rounds(100));
        const auto isInSight = [&](int round) { return chart.roundAt(chart.columnRect(round).center()) == round; };
        QVERIFY(isInSight(99) && !isInSight(0));
        chart.setRounds(rounds(130));
        QVERIFY(isInSight(129));
        chart.horizontalScrollBar()->setValue(0);
        chart.setRounds(rounds(140));
        QVERIFY(isInSight(0) && !isInSight(139));
        chart.setRounds(rounds(90)); // a person went back
        QVERIFY(isInSight(89));
    }

    void theScaleIsThatOfTheBarsInSight()
    {
        PhaseChart chart;
        sample::show(chart, {400, 250});
        std::vector<PhaseBar> bars = rounds(100);
        for (int round = 0; round < 15; ++round)
            bars[std::size_t(round)].verify = 500; // not one, which would be cut
        chart.setRounds(bars);
        QVERIFY(chart.barRect(99).height() > 50);
        chart.horizontalScrollBar()->setValue(0);
        QVERIFY(chart.barRect(20).height() < 5 && !chart.isCut(5));
    }

    /// Only the bars that are seen are painted, however many there are: the commands of the painter are counted.
    void manyRoundsAreQuick()
    {
        const auto commandsFor = [](int count) {
            PhaseChart chart;
            sample::show(chart, {800, 250});
            chart.setRounds(rounds(count));
            QPicture commands;
            chart.viewport()->render(&commands);
            return commands.size();
        };
        const auto some = commandsFor(200), many = commandsFor(20'000);
        QVERIFY2(some > 1000 && many < some * 3 / 2, qPrintable(QString("%1 and %2 bytes").arg(some).arg(many)));

        PhaseChart chart;
        sample::show(chart, {800, 250});
        chart.setRounds(rounds(20'000));
        QCOMPARE(chart.roundAt(chart.columnRect(19'999).center()), 19'999);
    }

    void withoutTimesWordsSayWhy()
    {
        PhaseChart chart;
        QSignalSpy clicked(&chart, &PhaseChart::roundClicked);
        sample::show(chart, {400, 250});
        const auto isWritten = [&] {
            const QImage image = sample::picture(*chart.viewport());
            return sample::mostDifferent(image, image.rect(), Theme::color(Role::surface))
                != Theme::color(Role::surface);
        };
        QVERIFY(isWritten());
        QCOMPARE(chart.accessibleDescription(), "There is no round yet.");
        chart.setRounds({{0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}});
        QVERIFY(isWritten());
        QCOMPARE(chart.accessibleDescription(), "No times are recorded.");
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, chart.columnRect(0).center().toPoint());
        QCOMPARE(clicked.count(), 0);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestPhaseChart)
#include "test_phase_chart.moc"
