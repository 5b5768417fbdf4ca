// SPDX-License-Identifier: MIT
// The speed-up panel, and the two decodes behind it that nobody asks for.
#include <QAbstractButton>
#include <QAccessible>
#include <QClipboard>
#include <QLabel>
#include <QMessageBox>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>

#include "engine/session/methods.h"
#include "gui/panels/length_theory_page.h"
#include "gui/view_exports.h"
#include "tests/test_main.h"
#include "widgets/metric_strip.h"
#include "widgets/speed_view.h"
#include "widgets/token_text.h"
#include "widgets/tried_theory.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

DockPanel& panelOf(WindowFixture& run)
{
    DockPanel& panel = *run.window.workspace().panel("speed-up");
    panel.raise();
    until([&] { return !panel.visibleRegion().isEmpty(); });
    QCoreApplication::processEvents();
    return panel;
}

bool isMeasured(const WindowFixture& run)
{
    return run.navigation.speedFigures().speed.measuredSpeedUp && !run.navigation.isDecodingFreely();
}

/// The sessions' rounds that have reached the window, by job.
struct Rounds {
    explicit Rounds(WindowFixture& run)
    {
        QObject::connect(&run.navigation.thread().worker(), &SessionWorker::advanced, &run.window,
                         [this](int job, int, const SentRounds& rounds) {
                             for (const RoundRecord& round : *rounds)
                                 if (round.isFinished())
                                     byJob[job].push_back(round);
                         });
    }
    /// Of the decodes in the background: the plain one's, or those with the run's own setup. The latter begins first.
    [[nodiscard]] std::vector<RoundRecord> inBackground(int run, bool isPlain) const
    {
        std::vector<std::vector<RoundRecord>> others;
        for (const auto& [number, rounds] : byJob)
            if (number != run)
                others.push_back(rounds);
        return others.size() > std::size_t(isPlain) ? others[isPlain] : std::vector<RoundRecord>{};
    }
    std::map<int, std::vector<RoundRecord>> byJob;
};

} // namespace

class TestSpeedUp : public QObject {
    Q_OBJECT

private slots:
    /// Figures of the panel, the strip and the clipboard are those of the one definition, computed again from the rounds.
    void measuredByItself()
    {
        WindowFixture run(test::quickSetup(), {1600, 1000});
        const Rounds rounds(run);
        DockPanel& panel = panelOf(run);
        QVERIFY(run.start() && run.rounds(6));
        QVERIFY(until([&] { return isMeasured(run); }));
        const std::vector<RoundRecord> plainRounds = rounds.inBackground(run.navigation.runNumber(), true);
        const std::vector<RoundRecord> ownRounds = rounds.inBackground(run.navigation.runNumber(), false);
        for (const RoundRecord& round : plainRounds)
            QVERIFY(round.nodes.empty() && round.committed.size() == 1);
        QCOMPARE(int(plainRounds.size()), 60); // the token limit
        Metrics metrics;
        RoundTimes times, plain;
        for (int r = 0; r < 6; ++r) {
            metrics.add(run.round(r));
            QCOMPARE(ownRounds[std::size_t(r)].committed, run.round(r).committed);
        }
        for (const RoundRecord& round : ownRounds)
            times.add(round);
        for (const RoundRecord& round : plainRounds)
            plain.add(round);
        const Speed expected = speedOf(metrics, times, &plain, false);
        const SpeedFigures figures = run.navigation.speedFigures();
        QCOMPARE(figures.speed.measuredSpeedUp, expected.measuredSpeedUp);
        QCOMPARE(figures.speed.predictedSpeedUp, expected.predictedSpeedUp);
        QCOMPARE(figures.rounds, int(ownRounds.size()) - 1);
        QCOMPARE(figures.plainRounds, 59);

        // What people see of it.
        QVERIFY(until([&] { return panel.header().subtitle().contains("measured"); }));
        const QString factor = timesText(figures.speed.measuredSpeedUp);
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
        // Bars are as long as the figures say.
        QVERIFY(std::abs(view->barRect(SpeedView::measured).width() / view->barRect(SpeedView::plain).width()
                         - *expected.measuredSpeedUp)
                < 0.05 * *expected.measuredSpeedUp + 0.05);
        // Going back is another moment, with other acceptance; what was measured in the background stays.
        run.navigation.goTo({0, 2, 1});
        const SpeedFigures before = run.navigation.speedFigures();
        QCOMPARE(before.metrics.rounds(), 2);
        QCOMPARE(before.speed.measuredSpeedUp, figures.speed.measuredSpeedUp);
        QCOMPARE(before.rounds, figures.rounds);
        QVERIFY2(noteOf(before).contains("Both decoded freely in the background"), qPrintable(noteOf(before)));
    }

    /// A run's own times say nothing, however it is gone through: not one round of it counts.
    void steppingDoesNotCount()
    {
        for (const Qt::Key key : {Qt::Key_F10, Qt::Key_Right}) {
            WindowFixture run(test::quickSetup(24));
            const Rounds rounds(run);
            QVERIFY(run.start());
            while (run.navigation.recording().roundCount(0) < 3 || !run.round(2).isFinished())
                QVERIFY(run.pressAndAwait(key));
            QVERIFY(until([&] { return isMeasured(run); }));
            const int job = run.navigation.runNumber();
            RoundTimes own, plain;
            for (const RoundRecord& round : rounds.inBackground(job, false))
                own.add(round);
            for (const RoundRecord& round : rounds.inBackground(job, true))
                plain.add(round);
            const Speed speed = run.navigation.speedFigures().speed;
            QVERIFY(own.rounds() > 3 && plain.rounds() == 23);
            QCOMPARE(speed.tokensPerSecond, own.tokensPerSecond());
            QCOMPARE(*speed.measuredSpeedUp, *own.tokensPerSecond() / *plain.tokensPerSecond());
            QCOMPARE(*speed.costRatio, *own.draftStep() / *plain.verifyPass());
            QCOMPARE(*speed.verifyRatio, *own.verifyPass() / *plain.verifyPass());
        }
    }

    /// What could not start tries again when it may, and when a session has gone; a device that was lost is not asked again.
    void whatCouldNotStartTriesAgain()
    {
        SessionThread thread(BackendChoice{"cpu", 1, "auto"});
        FreeDecodes decodes(thread);
        const RunSetup setup = test::quickSetup(8);
        std::optional<TraceHeader> header;
        QObject::connect(&thread.worker(), &SessionWorker::started, &decodes, [&](int, const RunStarted& started) {
            if (!header)
                header = started.header;
        });
        const Job run = thread.newJob();
        thread.post([run, setup](SessionWorker& worker) { worker.start(run, setup); });
        QVERIFY(until([&] { return header && thread.isResting(); }));
        decodes.setAllowed(true);
        decodes.begin(run.number, setup,
                      *header); // the run's session is not there yet, so there is no backend to share
        QVERIFY(until([&] { return decodes.stage() == FreeDecodes::Stage::waiting; }));
        QVERIFY(!decodes.isPending() && !decodes.problem().isEmpty());
        thread.post([run](SessionWorker& worker) { worker.adopt(run.number, 0); });
        decodes.setAllowed(false);
        decodes.setAllowed(true);
        QVERIFY(until([&] { return decodes.stage() == FreeDecodes::Stage::done; }));
        QVERIFY(decodes.problem().isEmpty() && decodes.ownTimes().rounds() > 0 && decodes.plainTimes().rounds() == 7);

        const Job other = thread.newJob();
        thread.post([other, setup](SessionWorker& worker) {
            worker.start(other, setup);
            worker.adopt(other.number, 0);
        });
        QVERIFY(until([&] { return thread.isResting(); }));
        decodes.begin(1000, setup, *header);
        QVERIFY(until([&] { return decodes.stage() == FreeDecodes::Stage::waiting; }));
        thread.post([other](SessionWorker& worker) { worker.release(other.number); });
        QVERIFY(until([&] { return decodes.stage() != FreeDecodes::Stage::waiting; }));
        QVERIFY(until([&] { return decodes.stage() == FreeDecodes::Stage::waiting; }));

        header->target.path += "/another";
        decodes.begin(run.number, setup, *header);
        QVERIFY(until([&] { return decodes.stage() == FreeDecodes::Stage::failed; }));
        decodes.setAllowed(false);
        decodes.setAllowed(true);
        QCOMPARE(decodes.stage(), FreeDecodes::Stage::failed);
        QVERIFY2(decodes.problem().contains("have changed"), qPrintable(decodes.problem()));
    }

    /// In a small window, too: its words are scrolled up and down, and nothing is cut off beside them.
    void theoryFitsASmallWindow()
    {
        WindowFixture run(test::quickSetup(), {1024, 700});
        run.window.workspace().restoreDefaultLayout();
        DockPanel& panel = panelOf(run);
        for (auto* button : panel.findChildren<QAbstractButton*>())
            if (button->text() == "Theory")
                button->click();
        QVERIFY(run.start() && run.rounds(3));
        QVERIFY(until([&] { return isMeasured(run); }));
        panel.raise();
        QVERIFY(until([&] { return panel.isInSight(); }));
        const auto* words = panel.findChild<LengthTheoryPage*>()->findChild<QScrollArea*>();
        const auto fits = [&] { return words->isVisible() && words->widget()->width() <= words->viewport()->width(); };
        QVERIFY(until(fits));
        panel.findChild<QSlider*>()->setValue(5); // a way back comes into sight
        const auto* back = words->widget()->findChild<QToolButton*>();
        QVERIFY(until([&] { return back->isVisible(); }));
        QCoreApplication::processEvents();
        QVERIFY(fits() && back->geometry().right() < words->viewport()->width());
    }

    /// The second page: the curve at the run's α, c and v, and at rates that are tried.
    void theory()
    {
        WindowFixture run;
        DockPanel& panel = panelOf(run);
        const auto press = [&panel](const char* text) {
            for (auto* button : panel.findChildren<QAbstractButton*>())
                if (button->text() == text)
                    button->click();
        };
        press("Theory");
        auto* chart = panel.findChild<LengthTheoryChart*>();
        QVERIFY(chart->accessibleDescription().contains("Nothing has been drafted"));
        QVERIFY(run.start() && run.rounds(1));
        QVERIFY2(chart->accessibleDescription().contains("have to be measured"),
                 qPrintable(chart->accessibleDescription()));
        QVERIFY(run.rounds(5));
        QVERIFY(until([&] { return isMeasured(run) && chart->theory().costs; }));
        const SpeedFigures figures = run.navigation.speedFigures();
        const LengthTheory theory = chart->theory();
        QCOMPARE(theory.acceptance, figures.metrics.acceptanceRate());
        QCOMPARE(theory.measuredSpeedUp, figures.speed.measuredSpeedUp);
        const FreeDecodes& free = run.navigation.freeDecodes();
        QCOMPARE(theory.costs, passCostsOf(free.ownTimes(), free.plainTimes()));
        QCOMPARE(theory.expectedSpeedUp, figures.speed.predictedSpeedUp);
        QVERIFY2(noteOf(theory).contains("this run: " + timesText(figures.speed.predictedSpeedUp)),
                 qPrintable(noteOf(theory)));
        QVERIFY(theory.costs->isMeasured(5)); // K is 4
        const ExpectedLength best = bestLength(theory.lengths());
        QVERIFY2(chart->accessibleDescription().contains(timesText(best.speedUp)),
                 qPrintable(chart->accessibleDescription()));

        panel.exports()->copyCsv();
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(int(lines.size()), 1 + 1 + theory.longest());
        const auto speedUps = lines[0].split(',').indexOf("predicted_speed_up");
        QCOMPARE(lines[1 + best.draftLength].split(',')[speedUps].toDouble(), best.speedUp);

        auto* slider = panel.findChild<QSlider*>();
        slider->setValue(0);
        QVERIFY(chart->theory().isTried && *chart->theory().acceptance == 0);
        QVERIFY2(chart->accessibleDescription().contains("drafting hurts"), qPrintable(chart->accessibleDescription()));
        slider->setValue(100);
        QCOMPARE(chart->theory().lengths()[4].tokens, 5.0);
        QVERIFY(run.rounds(1));
        QVERIFY2(chart->theory().isTried, "going on ends the try");
        press("As measured");
        QCOMPARE(chart->theory().acceptance, run.navigation.metrics().acceptanceRate());

        // c and v likewise, each for itself
        const PassCosts costs = *chart->theory().costs;
        auto* const cost = panel.findChild<QSlider*>("costSlider");
        auto* const verify = panel.findChild<QSlider*>("verifySlider");
        QCOMPARE(cost->value(), int(std::lround(100 * costs.costRatio)));
        cost->setValue(50);
        QVERIFY(chart->theory().isCostTried && !chart->theory().isVerifyTried);
        QCOMPARE(chart->theory().costs->costRatio, 0.5);
        QCOMPARE(chart->theory().costs->verify, costs.verify);
        verify->setValue(200);
        QCOMPARE(chart->theory().costs->verifyRatio(rowsOf(chart->theory())), 2.0);
        QVERIFY(noteOf(chart->theory()).contains("not measured"));
        press("As measured");
        QVERIFY(!chart->theory().isTried);
        QCOMPARE(cost->value(), int(std::lround(100 * chart->theory().costs->costRatio)));

        chart->setFocus();
        run.press(Qt::Key_End, Qt::ControlModifier);
        QVERIFY2(chart->accessibleDescription().startsWith(QStringLiteral("K %1: ").arg(theory.longest())),
                 qPrintable(chart->accessibleDescription()));
        QVERIFY(chart->accessibleDescription().contains("not measured"));
    }

    void noFormulaForTrees()
    {
        RunSetup setup = test::quickSetup();
        chooseShape(setup.settings, "dynamic");
        WindowFixture run(setup);
        DockPanel& panel = panelOf(run);
        for (auto* button : panel.findChildren<QAbstractButton*>())
            if (button->text() == "Theory")
                button->click();
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(panel.findChild<LengthTheoryChart*>()->accessibleDescription().contains("of chains"));
        for (const QSlider* slider : panel.findChildren<QSlider*>())
            QVERIFY(!slider->isEnabled());
    }

    /// Plain decoding stops at once when a key wants the models, and goes on where it stood.
    void itMakesWay()
    {
        WindowFixture run(test::quickSetup(200));
        Rounds rounds(run);
        QVERIFY(run.start() && run.rounds(2));
        const int own = run.navigation.runNumber();
        for (int interruption = 0; interruption < 3; ++interruption) {
            const auto before = rounds.inBackground(own, true).size();
            if (!until([&] {
                    return rounds.inBackground(own, true).size() > before || !run.navigation.isDecodingFreely();
                }))
                QFAIL("plain decoding does not go on");
            const int shown = run.navigation.position().round;
            QVERIFY(run.pressAndAwait(Qt::Key_F10));
            QCOMPARE(run.navigation.position().round, shown + 1);
        }
        QVERIFY(until([&] { return !run.navigation.isDecodingFreely(); }));
        const std::vector<RoundRecord> plain = rounds.inBackground(own, true);
        QCOMPARE(int(rounds.byJob.size()), 3); // and they were the same sessions all the time
        QVERIFY2(plain.back().endOfText || int(plain.size()) == 200, "it has not come to its end");
        for (std::size_t r = 0; r < plain.size(); ++r)
            QCOMPARE(plain[r].round, int(r));
        QVERIFY2(run.lastFailed().isEmpty(), qPrintable(run.lastFailed()));
    }

    void notWhilePlayingNorInCompare()
    {
        WindowFixture run(test::quickSetup());
        Rounds rounds(run);
        QVERIFY(run.start() && run.rounds(1));
        run.navigation.setSpeed(1);
        run.press(Qt::Key_Space);
        QVERIFY(!run.navigation.isDecodingFreely());
        run.press(Qt::Key_Space);
        QVERIFY(run.navigation.isDecodingFreely());
        run.window.showWorkspace(MainWindow::Workspace::compare);
        QVERIFY(!run.navigation.isDecodingFreely());
        run.window.showWorkspace(MainWindow::Workspace::step);
        QVERIFY(run.navigation.isDecodingFreely());
        QVERIFY(until([&] { return !run.navigation.isDecodingFreely(); }));
    }

    void whyThereIsNone()
    {
        const QTemporaryDir folder;
        const std::filesystem::path trace = folder.filePath("run.jsonl").toStdString();
        {
            RunSetup setup = test::quickSetup();
            chooseMethod(setup.settings, "plain");
            WindowFixture run(setup);
            DockPanel& panel = panelOf(run);
            QVERIFY(run.navigation.speedFigures().whyNone.contains("no run yet"));
            QVERIFY(run.start() && run.rounds(3));
            QVERIFY(!run.navigation.isDecodingFreely());
            QVERIFY(run.find<SpeedView>()->accessibleDescription().contains("decodes plainly itself"));
            QCOMPARE(panel.header().subtitle(), QStringLiteral("not measured"));
        }
        {
            WindowFixture run;
            QVERIFY(run.start() && run.rounds(1));
            const QString first = run.navigation.speedFigures().whyNone;
            QVERIFY2(first.contains("measured by themselves"), qPrintable(first));
            QVERIFY(run.rounds(2));
            QVERIFY(until([&] { return isMeasured(run); }));
            run.navigation.saveTrace(trace);
            QVERIFY(until([&] { return !run.navigation.isSaving(); }));
        }
        WindowFixture run;
        panelOf(run);
        run.navigation.openTrace(trace);
        QVERIFY(until([&] { return run.navigation.hasRecording(); }));
        run.navigation.last();
        const SpeedFigures figures = run.navigation.speedFigures();
        QVERIFY2(figures.whyNone.contains("This is a trace"), qPrintable(figures.whyNone));
        QVERIFY(!figures.speed.measuredSpeedUp && !figures.speed.predictedSpeedUp && figures.speed.tokensPerSecond);
        QCOMPARE(run.find<SpeedView>()->accessibleDescription(), figures.whyNone);
        QVERIFY(!run.navigation.isDecodingFreely());
    }

    /// Alt and a digit lead to each panel, behind a tab or closed, as the menu says.
    void keysLeadToPanels()
    {
        WindowFixture run;
        QVERIFY(run.start());
        const auto& panels = run.window.workspace().panels();
        const Qt::Key keys[] = {Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5,    Qt::Key_6,
                                Qt::Key_7, Qt::Key_8, Qt::Key_9, Qt::Key_0, Qt::Key_Minus};
        QCOMPARE(panels.size(), std::size(keys));
        run.window.workspace().panel("speed-up")->close();
        for (std::size_t i = 0; i < panels.size(); ++i) {
            run.press(keys[i], Qt::AltModifier);
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
        run.navigation.goTo({0, 1, 1}); // a branch that the next run does not have
        QVERIFY(run.await([&] { run.navigation.change({{.kind = OverrideRecord::Kind::u, .node = 1, .u = 0.5}}); }));
        QVERIFY(run.navigation.position().branch == 1 && run.rounds(2));
        QVERIFY(until([&] { return isMeasured(run); }));
        const int before = run.navigation.runNumber();
        run.navigation.restart();
        run.find<QMessageBox>()->button(QMessageBox::Discard)->click(); // it has a what-if
        QVERIFY(until([&] { return run.navigation.runNumber() != before; }));
        QCOMPARE(run.navigation.speedFigures().plainRounds, 0);
        QVERIFY(run.rounds(2));
        QVERIFY(until([&] { return isMeasured(run); }));
        QVERIFY(run.navigation.speedFigures().rounds > 1);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestSpeedUp)
#include "test_speed_up.moc"
