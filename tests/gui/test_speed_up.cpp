// SPDX-License-Identifier: MIT
// The speed-up panel, and the two decodes behind it, in the background.
#include <set>
#include <utility>

#include <QAbstractButton>
#include <QAccessible>
#include <QClipboard>
#include <QLabel>
#include <QMessageBox>

#include "engine/session/methods.h"
#include "gui/export/view_exports.h"
#include "gui/panels/panels.h"
#include "speed_up_fixture.h"
#include "tests/test_main.h"
#include "widgets/charts/metric_strip.h"
#include "widgets/charts/speed_view.h"
#include "widgets/words/token_text.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

/// The turns that were measured in the background, put together again.
struct Turns {
    explicit Turns(WindowFixture& run)
    {
        QObject::connect(&run.navigation.thread().worker(), &SessionWorker::turnsTaken, &run.window,
                         [this, &run](int job, const SentTurns& lap) {
                             // Laps that were under way when the measurement had enough are not among it.
                             const bool isDone = run.navigation.speedOfRun().background().isMeasured();
                             if (std::exchange(wasDone, isDone) && isDone)
                                 return;
                             jobs.insert(job);
                             ++laps;
                             for (const MeasuredTurn& turn : *lap)
                                 for (const TimedRound& round : turn.rounds)
                                     (turn.decode == 0 ? own : plain).push_back(round);
                         });
    }
    /// The run is measured, and the last lap of that has come here, too: the thread that measures may be interrupted
    /// between telling the one and the other.
    [[nodiscard]] bool areThere(const WindowFixture& run) const
    {
        return until([&] { return test::isMeasured(run) && wasDone; });
    }
    /// Those that count.
    [[nodiscard]] static RoundTimes timesOf(const std::vector<TimedRound>& rounds)
    {
        RoundTimes times;
        for (const TimedRound& round : rounds)
            times.add(round);
        return times;
    }
    std::set<int> jobs;
    bool wasDone = false;
    int laps = 0;
    std::vector<TimedRound> own, plain;
};

} // namespace

class TestSpeedUp : public QObject {
    Q_OBJECT

private slots:
    /// Figures of the panel, the strip and the clipboard are those of the one definition, computed again from the
    /// rounds.
    void measuredByItself()
    {
        WindowFixture run(test::quickSetup(), {1600, 1000});
        const Turns turns(run);
        DockPanel& panel = test::shownSpeedUpPanel(run);
        QVERIFY(run.start() && run.rounds(6));
        QVERIFY(!run.navigation.speedOfRun().figures().speed.measuredSpeedUp); // not before it can be relied on
        QVERIFY(turns.areThere(run));
        for (const TimedRound& round : turns.plain)
            QVERIFY(round.record.nodes.empty() && round.record.committed.size() == 1);
        for (const TimedRound& round : turns.own)
            if (round.record.round < 6)
                QCOMPARE(round.record.committed, run.round(round.record.round).committed);
        const RoundTimes times = Turns::timesOf(turns.own), plain = Turns::timesOf(turns.plain);
        QCOMPARE(int(plain.texts().front().size()), 60); // the token limit
        const Speed expected = speedOf(times, &plain, false, Intervals::wanted);
        const SpeedFigures figures = run.navigation.speedOfRun().figures();
        QCOMPARE(figures.speed.measuredSpeedUp, expected.measuredSpeedUp);
        QCOMPARE(figures.speed.predictedSpeedUp, expected.predictedSpeedUp);
        QVERIFY(figures.speed.speedUpInterval && figures.speed.speedUpInterval == expected.speedUpInterval);
        QVERIFY(figures.speed.speedUpInterval->contains(*expected.measuredSpeedUp));
        QCOMPARE(figures.rounds, times.rounds());
        QCOMPARE(figures.plainRounds, plain.rounds());

        // What people see of it.
        QVERIFY(until([&] { return panel.header().subtitle().contains("measured"); }));
        const QString factor = timesText(figures.speed.measuredSpeedUp, figures.speed.speedUpInterval);
        QVERIFY(factor.contains(" to ") && sentenceOf(figures).contains(" to "));
        QVERIFY2(panel.header().subtitle().startsWith("measured " + factor + ", expected "),
                 qPrintable(panel.header().subtitle()));
        auto* view = run.find<SpeedView>();
        QVERIFY2(view->accessibleDescription() == sentenceOf(figures), qPrintable(view->accessibleDescription()));
        QVERIFY2(QAccessible::queryAccessibleInterface(view)->text(QAccessible::Name) == "Speed-up", "no name");
        bool isInStrip = false;
        for (const QLabel* label : run.find<MetricStrip>()->findChildren<QLabel*>())
            isInStrip |= label->text() == number(figures.speed.measuredSpeedUp, 1) + QStringLiteral("×");
        QVERIFY2(isInStrip, "the tool bar shows another speed-up");
        panel.exports()->copyCsv();
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        const auto column = lines[0].split(',').indexOf("speed_up");
        QCOMPARE(lines[1].split(',')[column].toDouble(), *expected.measuredSpeedUp);

        // Keys walk the bars, and the last one has the formula.
        view->setFocus();
        run.press(Qt::Key_Home, Qt::ControlModifier);
        QVERIFY(view->accessibleDescription().startsWith("Plain decoding of the same prompt: "));
        run.press(Qt::Key_End, Qt::ControlModifier);
        QVERIFY(view->accessibleDescription().startsWith("Expected: "));
        // Bars are as long as the figures say, to a pixel of each.
        const double factorOf = *expected.measuredSpeedUp;
        const double longer = view->barRect(SpeedView::measured).width();
        const double plainWidth = view->barRect(SpeedView::plain).width();
        QVERIFY2(plainWidth > 1 && std::abs(longer - factorOf * plainWidth) <= 1 + factorOf,
                 qPrintable(QStringLiteral("%1 px is not %2 times %3 px").arg(longer).arg(factorOf).arg(plainWidth)));
        // Going back is another moment, with other acceptance; what was measured in the background stays.
        run.navigation.player().goTo({0, 2, 1});
        const SpeedFigures before = run.navigation.speedOfRun().figures();
        QCOMPARE(before.metrics.rounds(), 2);
        QCOMPARE(before.speed.measuredSpeedUp, figures.speed.measuredSpeedUp);
        QCOMPARE(before.rounds, figures.rounds);
        QVERIFY2(noteOf(before).contains("in turns of a few rounds"), qPrintable(noteOf(before)));
    }

    /// What was measured is forgotten and measured once more: by the button, and by the key.
    void measureAgain()
    {
        WindowFixture run(test::quickSetup(24), {1600, 1000});
        Turns turns(run);
        DockPanel& panel = test::shownSpeedUpPanel(run);
        QAbstractButton* again = nullptr;
        for (auto* button : panel.findChildren<QAbstractButton*>())
            if (button->text() == "Measure again")
                again = button;
        QVERIFY(again && !again->isEnabled()); // nothing has been measured
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(turns.areThere(run));
        QVERIFY(until([&] { return again->isEnabled(); }));
        again->click();
        QVERIFY(!run.navigation.speedOfRun().figures().speed.measuredSpeedUp
                && run.navigation.speedOfRun().isPending());
        QVERIFY(turns.areThere(run));
        QCOMPARE(turns.jobs.size(), std::size_t(2));
        run.press(Qt::Key_M, Qt::ControlModifier);
        QVERIFY(!run.navigation.speedOfRun().figures().speed.measuredSpeedUp);
        QVERIFY(turns.areThere(run));
        QCOMPARE(turns.jobs.size(), std::size_t(3));
    }

    /// A batch is measured beside a plain batch of the same size.
    void aBatchIsMeasuredBesideAPlainOne()
    {
        RunSetup setup = test::quickSetup(16);
        setup.batch.sequences = 3;
        WindowFixture run(setup, {1600, 1000});
        const Turns turns(run);
        DockPanel& panel = test::shownSpeedUpPanel(run);
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(turns.areThere(run));
        QCOMPARE(turns.plain.front().record.committed.size(), std::size_t(3)); // a token of each sequence
        const RoundTimes times = Turns::timesOf(turns.own), plain = Turns::timesOf(turns.plain);
        const SpeedFigures figures = run.navigation.speedOfRun().figures();
        QCOMPARE(*figures.speed.measuredSpeedUp, *times.tokensPerSecond() / *plain.tokensPerSecond());
        QVERIFY(!figures.speed.predictedSpeedUp); // no formula is of batches
        QVERIFY2(noteOf(figures).contains("plain batch of the same size"), qPrintable(noteOf(figures)));
        QVERIFY(until([&] { return panel.header().subtitle().startsWith("measured "); }));
    }

    /// A run's own times say nothing, however it is gone through: not one round of it counts.
    void steppingDoesNotCount()
    {
        for (const Qt::Key key : {Qt::Key_F10, Qt::Key_Right}) {
            WindowFixture run(test::quickSetup(24));
            const Turns turns(run);
            QVERIFY(run.start());
            while (run.navigation.recording().roundCount(0) < 3 || !run.round(2).isFinished())
                QVERIFY(run.pressAndAwait(key));
            QVERIFY(turns.areThere(run));
            const RoundTimes own = Turns::timesOf(turns.own), plain = Turns::timesOf(turns.plain);
            const Speed speed = run.navigation.speedOfRun().figures().speed;
            QVERIFY(own.rounds() > 3);
            QCOMPARE(int(plain.texts().front().size()), 24);
            QCOMPARE(speed.tokensPerSecond, own.tokensPerSecond());
            QCOMPARE(*speed.measuredSpeedUp, *own.tokensPerSecond() / *plain.tokensPerSecond());
            QCOMPARE(*speed.costRatio, *own.draftStep() / *plain.verifyPass());
            QCOMPARE(*speed.verifyRatio, *own.verifyPass() / *plain.verifyPass());
        }
    }

    /// What could not start tries again when it may, and when a session has gone; a device that was lost is not asked
    /// again.
    void whatCouldNotStartTriesAgain()
    {
        SessionThread thread(BackendChoice{"cpu", 1, "auto"});
        BackgroundSpeed decodes(thread);
        decodes.setRule(test::quickRule());
        const RunSetup setup = test::quickSetup(8);
        RunSetup plain = setup;
        chooseMethod(plain.settings, "plain");
        const auto begin = [&](int run, const TraceHeader& header) {
            TraceHeader plainHeader = header;
            plainHeader.draft.reset();
            decodes.begin({{setup, 1, header}, {plain, 1, plainHeader}}, run);
        };
        std::optional<TraceHeader> header;
        QObject::connect(&thread.worker(), &SessionWorker::started, &decodes, [&](int, const RunStarted& started) {
            if (!header)
                header = started.header;
        });
        const Job run = thread.newJob();
        thread.post([run, setup](SessionWorker& worker) { worker.start(run, setup); });
        QVERIFY(until([&] { return header && thread.isResting(); }));
        decodes.setAllowed(true);
        begin(run.number, *header); // the run's session is not there yet, so there is no backend to share
        QVERIFY(until([&] { return decodes.stage() == BackgroundSpeed::Stage::waiting; }));
        QVERIFY(!decodes.isPending() && !decodes.problem().isEmpty());
        thread.post([run](SessionWorker& worker) { worker.adopt(run.number, 0); });
        decodes.setAllowed(false);
        decodes.setAllowed(true);
        QVERIFY(until([&] { return decodes.stage() == BackgroundSpeed::Stage::done; }));
        QVERIFY(decodes.problem().isEmpty() && decodes.isMeasured());
        QVERIFY(decodes.measurement().figures(0).times.rounds() > 0);
        QCOMPARE(decodes.plainTokens().size(), std::size_t(8));

        const Job other = thread.newJob();
        thread.post([other, setup](SessionWorker& worker) {
            worker.start(other, setup);
            worker.adopt(other.number, 0);
        });
        QVERIFY(until([&] { return thread.isResting(); }));
        begin(1000, *header);
        QVERIFY(until([&] { return decodes.stage() == BackgroundSpeed::Stage::waiting; }));
        thread.post([other](SessionWorker& worker) { worker.release(other.number); });
        QVERIFY(until([&] { return decodes.stage() != BackgroundSpeed::Stage::waiting; }));
        QVERIFY(until([&] { return decodes.stage() == BackgroundSpeed::Stage::waiting; }));

        header->target.path += "/another";
        begin(run.number, *header);
        QVERIFY(until([&] { return decodes.stage() == BackgroundSpeed::Stage::failed; }));
        decodes.setAllowed(false);
        decodes.setAllowed(true);
        QCOMPARE(decodes.stage(), BackgroundSpeed::Stage::failed);
        QVERIFY2(decodes.problem().contains("have changed"), qPrintable(decodes.problem()));
    }

    /// Plain decoding stops at once when a key wants the models, and goes on where it stood.
    void itMakesWay()
    {
        WindowFixture run(test::quickSetup(200));
        Turns turns(run);
        run.navigation.speedOfRun().setRule({.halfWidth = 10, .leastLaps = 200, .leastSeconds = 0, .mostSeconds = 600});
        QVERIFY(run.start() && run.rounds(2));
        for (int interruption = 0; interruption < 3; ++interruption) {
            const int before = turns.laps;
            if (!until([&] { return turns.laps > before || !run.navigation.speedOfRun().isPending(); }))
                QFAIL("the measurement does not go on");
            const int shown = run.navigation.playhead().position().round;
            QVERIFY(run.pressAndAwait(Qt::Key_F10));
            QCOMPARE(run.navigation.playhead().position().round, shown + 1);
        }
        QVERIFY(until([&] { return !run.navigation.speedOfRun().isPending(); }));
        QCOMPARE(turns.jobs.size(), std::size_t(1)); // and they were the same sessions all the time
        for (std::size_t r = 1; r < turns.plain.size(); ++r)
            QVERIFY(turns.plain[r].record.round == turns.plain[r - 1].record.round + 1
                    || turns.plain[r].record.round == 0);
        QVERIFY2(run.lastFailed().isEmpty(), qPrintable(run.lastFailed()));
    }

    /// With --no-measuring the models rest until the key is pressed, and the panel names the key.
    void onlyWhenAskedFor()
    {
        WindowFixture run(test::quickSetup(20));
        Turns turns(run);
        RunSpeed& speed = run.navigation.speedOfRun();
        speed.setMeasuresUnasked(false);
        QVERIFY(run.start() && run.rounds(1));
        QCOMPARE(speed.background().stage(), BackgroundSpeed::Stage::unasked);
        QVERIFY(!speed.isPending() && speed.canMeasureAgain());
        QVERIFY2(speed.figures().whyNone.contains("Ctrl+M"), qPrintable(speed.figures().whyNone));
        QTest::qWait(600); // twice as long as the models rest before a measurement goes on
        QCOMPARE(turns.laps, 0);
        run.press(Qt::Key_M, Qt::ControlModifier);
        QVERIFY(speed.isPending());
        QVERIFY(until([&] { return speed.background().isMeasured(); }));
        QVERIFY(turns.laps > 0 && speed.figures().speed.measuredSpeedUp);
        QVERIFY(run.start() && run.rounds(1)); // another run is not measured either
        QCOMPARE(speed.background().stage(), BackgroundSpeed::Stage::unasked);
    }

    void notWhilePlayingNorInCompare()
    {
        WindowFixture run(test::quickSetup());
        QVERIFY(run.start() && run.rounds(1));
        run.navigation.player().transport().setSpeed(1);
        run.press(Qt::Key_Space);
        QVERIFY(!run.navigation.speedOfRun().isPending());
        run.press(Qt::Key_Space);
        QVERIFY(run.navigation.speedOfRun().isPending());
        run.window.showWorkspace("compare");
        QVERIFY(!run.navigation.speedOfRun().isPending());
        run.window.showWorkspace("step");
        QVERIFY(run.navigation.speedOfRun().isPending());
        QVERIFY(until([&] { return !run.navigation.speedOfRun().isPending(); }));
    }

    void whyThereIsNone()
    {
        const QTemporaryDir folder;
        const std::filesystem::path trace = folder.filePath("run.jsonl").toStdString();
        {
            RunSetup setup = test::quickSetup();
            chooseMethod(setup.settings, "plain");
            WindowFixture run(setup);
            DockPanel& panel = test::shownSpeedUpPanel(run);
            QVERIFY(run.navigation.speedOfRun().figures().whyNone.contains("no run yet"));
            QVERIFY(run.start() && run.rounds(3));
            // It is measured alone: tokens a second and the first token, but nothing that it were faster than.
            QVERIFY(until([&] { return run.navigation.speedOfRun().figures().speed.tokensPerSecond.has_value(); }));
            QVERIFY(!run.navigation.speedOfRun().figures().speed.measuredSpeedUp);
            QVERIFY(run.find<SpeedView>()->accessibleDescription().contains("decodes plainly itself"));
            QVERIFY(!panel.header().subtitle().contains("×"));
        }
        {
            WindowFixture run;
            QVERIFY(run.start() && run.rounds(1));
            const QString first = run.navigation.speedOfRun().figures().whyNone;
            QVERIFY2(first.contains("measured by themselves"), qPrintable(first));
            QVERIFY(run.rounds(2));
            QVERIFY(until([&] { return test::isMeasured(run); }));
            run.navigation.files().save(trace);
            QVERIFY(until([&] { return !run.navigation.files().isSaving(); }));
        }
        WindowFixture run;
        test::shownSpeedUpPanel(run);
        run.navigation.starter().openTrace(trace);
        QVERIFY(until([&] { return run.navigation.run().isThere(); }));
        run.navigation.player().last();
        const SpeedFigures figures = run.navigation.speedOfRun().figures();
        QVERIFY2(figures.whyNone.contains("This is a trace"), qPrintable(figures.whyNone));
        QVERIFY(!figures.speed.measuredSpeedUp && !figures.speed.predictedSpeedUp && !figures.speed.tokensPerSecond);
        QCOMPARE(run.find<SpeedView>()->accessibleDescription(), figures.whyNone);
        QVERIFY(!run.navigation.speedOfRun().isPending());
    }

    /// Alt and a digit lead to each panel, behind a tab or closed, as the menu says.
    void keysLeadToPanels()
    {
        WindowFixture run;
        QVERIFY(run.start());
        const auto& panels = run.window.workspace().panels();
        run.window.workspace().panel("speed-up")->close();
        for (std::size_t i = 0; i < panels.size(); ++i) {
            const QKeyCombination key = keyOfPanel(i)[0];
            run.press(key.key(), key.keyboardModifiers());
            QVERIFY2(
                until([&] { return panels[i]->isInSight() && panels[i]->isAncestorOf(QApplication::focusWidget()); }),
                qPrintable(panels[i]->objectName()));
        }
    }

    /// Another run has nothing of the one before.
    void anotherRunIsMeasuredAfresh()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(3));
        run.navigation.player().goTo({0, 1, 1}); // a branch that the next run does not have
        QVERIFY(run.await(
            [&] { run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = 1, .u = 0.5}}); }));
        QVERIFY(run.navigation.playhead().position().branch == 1 && run.rounds(2));
        QVERIFY(until([&] { return test::isMeasured(run); }));
        const int before = run.navigation.run().number();
        run.navigation.starter().restart();
        run.find<QMessageBox>()->button(QMessageBox::Discard)->click(); // it has a what-if
        QVERIFY(until([&] { return run.navigation.run().number() != before; }));
        QCOMPARE(run.navigation.speedOfRun().figures().plainRounds, 0);
        QVERIFY(run.rounds(2));
        QVERIFY(until([&] { return test::isMeasured(run); }));
        QVERIFY(run.navigation.speedOfRun().figures().rounds > 1);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestSpeedUp)
#include "test_speed_up.moc"
