// SPDX-License-Identifier: MIT
#include <QAbstractButton>
#include <QLabel>
#include <QTemporaryDir>

#include "tests/test_main.h"
#include "widgets/charts/phase_chart.h"
#include "widgets/charts/stage_times_table.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

/// The window with the panel in front, and what is in it.
struct TimeFixture : WindowFixture {
    explicit TimeFixture(const RunSetup& setup = test::quickSetup(), const BackendChoice& backend = {})
        : WindowFixture(setup, {1280, 800}, backend), panel(*window.workspace().panel("time")),
          chart(*panel.findChild<PhaseChart*>()), table(*panel.findChild<StageTimesTable*>()),
          button(*panel.findChild<QAbstractButton*>("cornerButton"))
    {
        panel.raise();
        QCoreApplication::processEvents();
    }

    /// Some words among those that the panel shows.
    [[nodiscard]] bool says(const QString& words) const
    {
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(words))
                return true;
        return false;
    }
    /// The times of the rounds, in the background.
    bool measured()
    {
        return until([this] { return navigation.speedOfRun().background().isMeasured(); });
    }
    /// Of the first rounds, as they were measured.
    [[nodiscard]] std::vector<PhaseBar> bars(int rounds) const
    {
        std::vector<PhaseBar> bars;
        for (int r = 0; r < rounds; ++r)
            bars.push_back(phaseBarOf(
                r,
                navigation.speedOfRun().background().measurement().figures(0).times.texts().front()[std::size_t(r)]));
        return bars;
    }
    bool measure()
    {
        button.click();
        return until([this] { return !navigation.measurements().areStagesMeasured(); });
    }

    DockPanel& panel;
    PhaseChart& chart;
    StageTimesTable& table;
    QAbstractButton& button;
};

} // namespace

/// Where the time goes: a bar a round that leads there, and the stages of a pass when they are asked for.
class TestTimePanel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("DRAFTSCOPE_CUDA_MODULE", DRAFTSCOPE_FAILING_MODULE); }
    void init()
    {
        qputenv("DRAFTSCOPE_PASSES", "1000000");
        qputenv("DRAFTSCOPE_STAGES", "0");
    }

    void itIsATabBehindTheChart()
    {
        WindowFixture run;
        QVERIFY2(run.window.workspace().panel("time")->visibleRegion().isEmpty(), "behind its tab");
        QVERIFY(!run.window.workspace().panel("tokens-per-step")->visibleRegion().isEmpty());
        const auto tabs = run.window.workspace().tabifiedDockWidgets(run.window.workspace().panel("tokens-per-step"));
        QVERIFY(tabs.contains(run.window.workspace().panel("time")));
    }

    /// Who has kept a layout from before there was this panel finds the other panels where they were.
    void anOlderLayoutStays()
    {
        WindowFixture run;
        PanelArea& workspace = run.window.workspace();
        DockPanel* panel = workspace.panel("time");
        workspace.removeDockWidget(panel);
        QCoreApplication::processEvents();
        panel->setObjectName("unknown to it");
        const QByteArray older = workspace.saveLayout();
        panel->setObjectName("time");
        WindowFixture later;
        const QRect before = later.window.workspace().panel("stage")->geometry();
        QVERIFY(later.window.workspace().restoreLayout(older));
        QVERIFY(until([&] { return later.window.workspace().panel("stage")->geometry() == before; }));
        QVERIFY(later.window.workspace()
                    .tabifiedDockWidgets(later.window.workspace().panel("tokens-per-step"))
                    .contains(later.window.workspace().panel("time")));
    }

    void behindItsTabItDoesNothing()
    {
        TimeFixture run;
        run.window.workspace().panel("events")->raise();
        QVERIFY(run.start() && run.rounds(3) && run.measured());
        QCOMPARE(run.chart.accessibleDescription(), "There is no round yet.");
        run.panel.raise();
        QVERIFY(until([&] { return run.chart.accessibleDescription().startsWith("Round 3:"); }));
    }

    void aBarARoundWithItsTimes()
    {
        TimeFixture run;
        QVERIFY(run.panel.isVisible());
        QCOMPARE(run.panel.header().subtitle(), "no round yet");
        QVERIFY(run.start() && run.rounds(6));
        QVERIFY2(test::isSentence(run.chart.accessibleDescription()), qPrintable(run.chart.accessibleDescription()));
        QCOMPARE(run.panel.header().subtitle(), "not measured"); // what was stepped through has no time
        QVERIFY(run.measured());
        QVERIFY(until([&] { return run.panel.header().subtitle() == "measured: " + sharesOf(run.bars(6)); }));
        QVERIFY(run.chart.accessibleDescription().startsWith(sentenceOf(run.bars(6).back())));
        QCOMPARE(run.bars(6).front().total(), 0.0); // the first reads the prompt
    }

    void aClickGoesToTheRound()
    {
        TimeFixture run;
        QVERIFY(run.start() && run.rounds(6) && run.measured());
        QVERIFY(until([&] { return run.chart.accessibleDescription().startsWith("Round 6:"); }));
        test::click(run.chart.viewport(), run.chart.columnRect(2).center().toPoint());
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 2, int(run.round(2).moments.size())}));
        QVERIFY(run.chart.accessibleDescription().startsWith("Round 3:"));
        QCOMPARE(run.panel.header().subtitle(), "measured: " + sharesOf(run.bars(3)));
        run.navigation.player().last();
        QVERIFY(run.chart.accessibleDescription().startsWith("Round 6:"));
    }

    void theArrowKeysAreTheTransportsAndWithCtrlTheCharts()
    {
        TimeFixture run;
        QVERIFY(run.start() && run.rounds(4) && run.measured());
        QVERIFY(until([&] { return run.chart.accessibleDescription().startsWith("Round 4:"); }));
        const Position end = run.navigation.playhead().position();
        run.chart.setFocus(Qt::TabFocusReason);
        QVERIFY(until([&] { return run.chart.hasFocus(); }));
        run.press(Qt::Key_Left, Qt::ControlModifier);
        run.press(Qt::Key_Up);
        QCOMPARE(run.navigation.playhead().position(), end);
        QVERIFY(run.chart.accessibleDescription().startsWith("Round 2:"));
        run.press(Qt::Key_Return);
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 1, int(run.round(1).moments.size())}));
        run.press(Qt::Key_Left);
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 1, int(run.round(1).moments.size()) - 1}));
        run.press(Qt::Key_Escape);
        QVERIFY(until([&] { return !run.chart.hasFocus(); }));
        test::click(run.chart.viewport(), run.chart.columnRect(0).center().toPoint());
        const Position clicked = run.navigation.playhead().position();
        QCOMPARE(clicked.round, 1); // the first round reads the prompt, too, and is not among those that are measured
        run.press(Qt::Key_Left);
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 1, clicked.moment - 1}));
    }

    void aRoundUnderWayGrows()
    {
        TimeFixture run;
        QVERIFY(run.start() && run.rounds(2) && run.step(3));
        QVERIFY(run.measured());
        QVERIFY(until([&] { return run.chart.accessibleDescription().startsWith("Round 3: no time"); }));
        QVERIFY(run.rounds(2));
        QCOMPARE(run.panel.header().subtitle(), "measured: " + sharesOf(run.bars(4)));
    }

    void aForkHasTheRoundsBeforeIt()
    {
        TimeFixture run;
        QVERIFY(run.start() && run.rounds(5) && run.measured());
        run.navigation.player().goTo({0, 2, 0});
        QVERIFY(run.await(
            [&] { run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::draftLength, .draftLength = 2}}); }));
        QVERIFY(run.rounds(2));
        const int branch = run.navigation.playhead().position().branch;
        QCOMPARE(branch, 1);
        // What was changed by hand is another text, as far as it writes other tokens, and has no time.
        int same = 2;
        const RoundTimes::Text& text =
            run.navigation.speedOfRun().background().measurement().figures(0).times.texts().front();
        while (same < 4
               && std::ranges::equal(run.round(same, branch).committed, text[std::size_t(same)].committed, {},
                                     &CommittedToken::token))
            ++same;
        QCOMPARE(run.panel.header().subtitle(), "measured: " + sharesOf(run.bars(same)));
    }

    void theStagesAreMeasuredWhenAsked()
    {
        TimeFixture run;
        QVERIFY(!run.button.isEnabled());
        QVERIFY(run.says("There is no run yet"));
        QVERIFY(run.start() && run.rounds(3));
        QVERIFY(run.button.isEnabled());
        QVERIFY(!run.table.isVisible());
        QVERIFY(run.says("when you ask"));
        const int tokens = int(run.navigation.playhead().text().size());
        QVERIFY(run.measure());
        QVERIFY(run.table.isVisible());
        QCOMPARE(run.table.rowCount(), 4);
        QCOMPARE(run.table.item(1, StageTimesTable::stage)->text(), "attention");
        QCOMPARE(run.table.item(0, StageTimesTable::gigabytesPerSecond)->text(), "8.0");
        QVERIFY(run.says(QStringLiteral("after %1 tokens on A device that fails takes 0.81 ms.").arg(tokens)));
        QVERIFY(run.says("GB/s at which this memory could be read"));
        QVERIFY(run.rounds(2)); // the session is as it was
        QVERIFY(run.problem().isEmpty());
        QVERIFY(run.table.isVisible());
        QVERIFY(run.start());
        QVERIFY2(!run.table.isVisible(), "another run has not been measured");
    }

    void measuringDoesNotChangeTheRun()
    {
        const auto textOf = [](bool measures) {
            TimeFixture run;
            const bool ran = run.start() && run.rounds(4) && (!measures || run.measure()) && run.rounds(4);
            std::vector<TokenId> tokens;
            for (const CommittedToken& token : run.navigation.playhead().text())
                tokens.push_back(token.token);
            return ran ? tokens : std::vector<TokenId>();
        };
        const auto plain = textOf(false);
        QVERIFY(!plain.empty());
        QCOMPARE(textOf(true), plain);
    }

    void aFullContextLeavesRoomForTheRow()
    {
        TimeFixture run(test::quickSetup(100'000));
        QVERIFY(run.start());
        run.navigation.player().transport().setSpeed(Player::fastest);
        run.navigation.player().continueToStop();
        QVERIFY(until([&] { return run.navigation.player().activity() == Player::Activity::paused; }));
        QVERIFY(run.measure());
        QVERIFY(run.table.isVisible());
    }

    void aBackendWithoutStagesSaysSo()
    {
        qunsetenv("DRAFTSCOPE_STAGES");
        TimeFixture run;
        QVERIFY(run.start() && run.rounds(1) && run.measure());
        QVERIFY(!run.table.isVisible());
        QVERIFY(run.says("A device that fails does not say what the stages of a pass cost."));
        QVERIFY(run.button.isEnabled() && run.problem().isEmpty());
    }

    void itCanBeCancelled()
    {
        qputenv("DRAFTSCOPE_STAGES", "20");
        TimeFixture run;
        QVERIFY(run.start() && run.rounds(1));
        run.button.click();
        QVERIFY(run.navigation.measurements().areStagesMeasured());
        QCOMPARE(run.button.text(), "Cancel measuring");
        QVERIFY(run.says("Measuring a pass"));
        run.button.click();
        QVERIFY(!run.navigation.measurements().areStagesMeasured());
        QVERIFY(run.says("Measuring was cancelled."));
        QVERIFY(run.rounds(1)); // after what was measured in vain
        QTest::qWait(50);
        QVERIFY2(!run.table.isVisible(), "what comes late is dropped");
    }

    void goingOnCancelsIt_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("a step") << 0;
        QTest::newRow("another run") << 1;
        QTest::newRow("a change") << 2;
    }
    void goingOnCancelsIt()
    {
        QFETCH(const int, how);
        qputenv("DRAFTSCOPE_STAGES", "20");
        TimeFixture run;
        QVERIFY(run.start() && run.rounds(2));
        run.button.click();
        QVERIFY(run.navigation.measurements().areStagesMeasured());
        QSignalSpy why(&run.navigation.measurements(), &RunMeasurements::stagesNotMeasured);
        if (how == 0)
            QVERIFY(run.rounds(1));
        else if (how == 1)
            QVERIFY(run.start());
        else
            QVERIFY(run.await([&] {
                run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::draftLength, .draftLength = 2}});
            }));
        QVERIFY(!run.navigation.measurements().areStagesMeasured());
        QCOMPARE(why.count(), 1);
        QVERIFY(test::isSentence(why[0][0].toString()));
        QTest::qWait(50);
        QVERIFY(!run.table.isVisible());
        QVERIFY(run.measure());
        QVERIFY(run.table.isVisible());
    }

    void lookingAroundDoesNotCancelIt()
    {
        qputenv("DRAFTSCOPE_STAGES", "20");
        TimeFixture run;
        QVERIFY(run.start() && run.rounds(3));
        run.button.click();
        run.navigation.player().previousRound();
        run.navigation.player().first();
        QVERIFY(run.navigation.measurements().areStagesMeasured());
        QVERIFY(until([&] { return run.table.isVisible(); }));
    }

    void aRunThatGoesOnHasToBePaused()
    {
        TimeFixture run(test::quickSetup(400));
        QVERIFY(run.start() && run.rounds(1));
        run.navigation.player().transport().setSpeed(5);
        run.navigation.player().playOrPause();
        QVERIFY(!run.button.isEnabled());
        QVERIFY(run.says("pause it to measure"));
        run.navigation.measurements().measureStages();
        QVERIFY(!run.navigation.measurements().areStagesMeasured());
        run.navigation.player().pause();
        QVERIFY(run.button.isEnabled());
        QVERIFY(run.measure() && run.table.isVisible());
    }

    void aTraceHasBarsButNothingToMeasure()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("run.jsonl").toStdString();
        TimeFixture run;
        QVERIFY(run.start() && run.rounds(4) && run.measure());
        QSignalSpy saved(&run.navigation.files(), &RunFiles::saveEnded);
        run.navigation.files().save(file);
        QVERIFY(saved.wait(test::patience));
        run.navigation.starter().openTrace(file);
        QVERIFY(
            until([&] { return !run.navigation.run().computation().canCompute() && run.navigation.run().isThere(); }));
        QVERIFY(until([&] { return run.navigation.player().activity() == Player::Activity::paused; }));
        run.navigation.player().last();
        QVERIFY2(run.panel.header().subtitle().startsWith("as recorded: draft"),
                 qPrintable(run.panel.header().subtitle()));
        QVERIFY(!run.button.isEnabled());
        QVERIFY(run.says("This is a trace, and its models are not loaded"));
        QVERIFY(!run.table.isVisible());
    }

    void aDeviceThatFailsIsASentence()
    {
        TimeFixture run;
        QVERIFY(run.start() && run.rounds(2));
        qputenv("DRAFTSCOPE_PASSES", "0");
        QVERIFY(run.measure());
        QCOMPARE(run.problem(), "The device has fallen out of its slot.");
        QVERIFY(!run.navigation.run().computation().canCompute());
        QVERIFY(!run.button.isEnabled());
        QVERIFY(run.says("restart for another one"));
        QCOMPARE(run.navigation.recording().roundCount(0), 2);
        qputenv("DRAFTSCOPE_PASSES", "1000000");
        QVERIFY(run.start() && run.rounds(1) && run.measure());
        QVERIFY(run.table.isVisible());
    }

    void tooLittleMemoryIsASentence()
    {
        TimeFixture run;
        QVERIFY(run.start() && run.rounds(2));
        qputenv("DRAFTSCOPE_TAKEN", "1");
        const bool ended = run.measure();
        qunsetenv("DRAFTSCOPE_TAKEN");
        QVERIFY(ended && run.says("Another program has taken the memory of the device."));
        QVERIFY(run.navigation.run().computation().canCompute() && run.rounds(1));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestTimePanel)
#include "test_time_panel.moc"
