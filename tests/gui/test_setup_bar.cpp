// SPDX-License-Identifier: MIT
// What Setup says beside what runs: the bar with its buttons, what Play begins with, and which fields are in sight.
#include <QCheckBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

#include "engine/session/first_example.h"
#include "engine/session/shapes.h"
#include "gui/controls/disclosure.h"
#include "gui/panels/setup_panel.h"
#include "gui/step/setup_bar.h"
#include "gui/window/projector_mode.h"
#include "keyboard_fixture.h"
#include "own_settings.h"
#include "setup_fields.h"
#include "tests/test_main.h"
#include "widgets/charts/metric_strip.h"

using namespace draftscope;
using test::button;
using test::field;
using test::until;
using test::WindowFixture;

namespace {

QPushButton* barButton(const WindowFixture& run, const char* name)
{
    return run.find<QPushButton>(name);
}

/// Wholly within the window, and nothing has been scrolled away.
bool isInSight(const WindowFixture& run, const QWidget* widget)
{
    const QRect whole(widget->mapTo(&run.window, QPoint()), widget->size());
    return widget->isVisible() && run.window.rect().contains(whole)
        && widget->visibleRegion().boundingRect() == widget->rect();
}

QStringList wordsOf(const std::vector<SetupDifference>& differences)
{
    QStringList words;
    for (const SetupDifference& each : differences)
        words << each.words();
    return words;
}

} // namespace

class TestSetupBar : public QObject {
    Q_OBJECT

private slots:
    // --- the first start

    void theFirstStartShowsAStoryWithARejection()
    {
        const RunSetup first = defaultSetup().setup;
        QVERIFY(first.prompt.starts_with("Once upon a time") && first.prompt.ends_with("One sunny morning, Lily"));
        QCOMPARE(first.settings.draftLength, 5);
        QCOMPARE(first.settings.seed, std::uint64_t(6));
        QCOMPARE(first.settings.sampler.temperature, 0.8);
        WindowFixture run(first);
        QVERIFY(run.start() && run.rounds(1));
        const RoundRecord& round = run.round(0);
        QVERIFY2(round.acceptedCount() >= 2, "something is accepted");
        QVERIFY2(round.judgedCount() > round.acceptedCount(), "and something is rejected");
        QVERIFY(round.draw && round.draw->source == TokenSource::residual);
        QVERIFY2(round.contexts[std::size_t(round.draw->context)].residualMass > 0.3, "the residual is seen");
        QVERIFY(until([&] { return run.navigation.player().activity() == Player::Activity::paused; }));
        QVERIFY(run.await([&] { run.navigation.player().continueToStop(); }));
        QVERIFY2(run.navigation.recording().round(0, run.navigation.recording().roundCount(0) - 1).endOfText,
                 "the story comes to its end");
    }

    // --- before anything ran

    void playTakesWhatSetupShows_data()
    {
        QTest::addColumn<int>("key");
        QTest::newRow("play") << int(Qt::Key_Space);
        QTest::newRow("step") << int(Qt::Key_Right);
        QTest::newRow("round") << int(Qt::Key_F10);
        QTest::newRow("to stop") << int(Qt::Key_F5);
    }
    void playTakesWhatSetupShows()
    {
        QFETCH(const int, key);
        WindowFixture run;
        QVERIFY(run.start());
        run.find<QPlainTextEdit>()->setPlainText("The capital of France is");
        field(run, "Draft length K")->setValue(2);
        test::choose(run, "Method", "Prompt lookup");
        QVERIFY(run.find<SetupBar>()->sentence().startsWith("Play begins with what Setup shows: "));
        QVERIFY(!run.navigation.starter().setupDiffers());
        const RunSetup wanted = run.navigation.starter().setup();
        run.window.workspace().setFocus();
        QVERIFY(run.pressAndAwait(Qt::Key(key)));
        run.navigation.player().pause();
        QCOMPARE(run.navigation.run().setup(), wanted);
        QCOMPARE(run.navigation.recording().header().prompt, std::string("The capital of France is"));
        QVERIFY(run.navigation.recording().roundCount(0) > 0);
        QCOMPARE(run.problem(), QString());
    }

    /// Also where the first load was given up.
    void playBeginsWhereThereIsNoRun()
    {
        WindowFixture run;
        QVERIFY(run.pressAndAwait(Qt::Key_Right));
        QCOMPARE(run.navigation.recording().roundCount(0), 1);
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 1}));
    }

    /// What cannot run is said, and nothing is lost.
    void whatCannotRunIsSaid()
    {
        WindowFixture run;
        QVERIFY(run.start());
        field(run, "Temperature")->setValue(-1);
        run.window.workspace().setFocus();
        run.press(Qt::Key_Right);
        QVERIFY(until([&] { return run.problem().contains("temperature is -1"); }));
        QVERIFY(run.navigation.run().computation().canCompute());
        field(run, "Temperature")->setValue(0.8);
        QVERIFY(run.pressAndAwait(Qt::Key_Right));
        QCOMPARE(run.navigation.recording().roundCount(0), 1);
    }

    // --- after something ran

    void afterwardsPlayGoesOnAndTheBarSaysWhatDiffers()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        auto* bar = run.find<SetupBar>();
        for (const char* name : {"restartWithSetup", "apply", "applyToRound", "setupDiffers"})
            QVERIFY2(barButton(run, name)->isVisible() && !barButton(run, name)->isEnabled(), name);
        QCOMPARE(bar->sentence(), QStringLiteral("Setup matches what is shown"));
        field(run, "Draft length K")->setValue(3);
        field(run, "Temperature")->setValue(0.5);
        QCOMPARE(bar->sentence(), QStringLiteral("Setup differs from the run: K 4 → 3, temperature 0.8 → 0.5"));
        for (const char* name : {"restartWithSetup", "apply", "applyToRound", "setupDiffers"})
            QVERIFY2(barButton(run, name)->isEnabled(), name);
        QCOMPARE(barButton(run, "apply")->text(), QStringLiteral("Apply from round 3 on"));
        QVERIFY(run.rounds(1));
        QCOMPARE(run.round(2).draftLength, 4); // Play did not take it
        run.find<QPlainTextEdit>()->setPlainText("Hello");
        QVERIFY2(bar->sentence().startsWith("Setup differs from the run: prompt, K 4 → 3"),
                 qPrintable(bar->sentence()));
        QVERIFY(run.await([&] { test::click(barButton(run, "apply")); }));
        QCOMPARE(bar->sentence(), QStringLiteral("Setup differs from the run: prompt"));
        QVERIFY(!barButton(run, "apply")->isEnabled() && barButton(run, "restartWithSetup")->isEnabled());
    }

    void theBarIsInSightInEverySize_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("isProjected");
        for (const QSize size : {QSize(800, 600), QSize(960, 540), QSize(1280, 800), QSize(1920, 1080)})
            for (const bool isProjected : {false, true})
                QTest::addRow("%d x %d%s", size.width(), size.height(), isProjected ? " projected" : "")
                    << size << isProjected;
    }
    void theBarIsInSightInEverySize()
    {
        QFETCH(const QSize, size);
        QFETCH(const bool, isProjected);
        WindowFixture run(test::quickSetup(), size);
        QVERIFY(run.start() && run.rounds(2));
        run.navigation.starter().setSetup([&] {
            RunSetup setup = run.navigation.starter().setup();
            setup.settings.draftLength = 2;
            setup.settings.sampler.temperature = 0.3;
            setup.settings.seed = 1234567;
            return setup;
        }());
        if (isProjected)
            run.window.projector().begin(ProjectorMode::Screen::asItIs);
        run.window.resize(size);
        QTest::qWait(50);
        for (const char* name : {"restartWithSetup", "apply", "applyToRound", "setupDiffers"}) {
            QVERIFY2(isInSight(run, barButton(run, name)), name);
            QVERIFY2(barButton(run, name)->isEnabled(), name);
        }
        QVERIFY(run.find<SetupBar>()->height() <= 2 * run.window.fontMetrics().height() + 6);
    }

    /// The sentence leads to the field, wherever it is.
    void theSentenceOpensWhatDiffers()
    {
        WindowFixture run(test::quickSetup(), {1024, 768}); // Setup lies behind a tab
        QVERIFY(run.start() && run.rounds(1));
        auto* setup = run.find<SetupPanel>();
        QVERIFY(!setup->isInSight() && !setup->showsAllFields());
        RunSetup other = run.navigation.starter().setup();
        other.settings.sampler.topP = 0.9;
        run.navigation.starter().setSetup(other);
        test::click(barButton(run, "setupDiffers"));
        QVERIFY(until([&] { return field(run, "Top-p")->hasFocus(); }));
        QVERIFY(setup->isInSight() && setup->showsAllFields());
        QVERIFY(!field(run, "Top-p")->visibleRegion().isEmpty());
        setup->close();
        other.settings.draftLength = 2; // stands before it
        run.navigation.starter().setSetup(other);
        test::click(barButton(run, "setupDiffers"));
        QVERIFY(until([&] { return field(run, "Draft length K")->hasFocus(); }));
    }

    void theKeyboardReachesTheBar()
    {
        test::KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        field(run, "Draft length K")->setValue(2);
        for (const char* name : {"setupDiffers", "restartWithSetup", "apply", "applyToRound"})
            QVERIFY2(run.tabTo(barButton(run, name)), name);
        QVERIFY(run.await([&] { run.press(Qt::Key_Space); })); // the last one: redo
        QCOMPARE(run.navigation.playhead().position().branch, 1);
    }

    void differencesAreSaidFieldByField()
    {
        const RunSetup from = test::quickSetup();
        QVERIFY(setupDifferences(from, from).empty());
        RunSetup to = from;
        to.prompt = "Hello";
        to.target = "/models/another-model.gguf";
        to.settings.seed = 7;
        to.settings.maxTokens = 10;
        to.settings.sampler.minP = 0.05;
        to.settings.fault = "skip-bonus";
        to.batch.sequences = 8;
        to.batch.isSynchronised = true;
        QCOMPARE(wordsOf(setupDifferences(from, to)),
                 (QStringList{"prompt", "target tales-6m → another-model.gguf", "seed 42 → 7", "max tokens 60 → 10",
                              "min-p 0 → 0.05", "broken on purpose: nothing → No bonus token", "sequences 1 → 8",
                              "in step"}));
        RunSetup tree = from;
        chooseShape(tree.settings, "fixed-widths");
        QCOMPARE(wordsOf(setupDifferences(from, tree)), (QStringList{"shape Chain → Fixed widths"}));
        RunSetup wide = tree;
        setOption(wide.settings, "width-1", 4);
        QCOMPARE(wordsOf(setupDifferences(tree, wide)), (QStringList{"Width 1 3 → 4"}));
        RunSetup plain = from;
        chooseMethod(plain.settings, "plain"); // K and draft count no longer
        plain.settings.draftLength = 9;
        QCOMPARE(wordsOf(setupDifferences(from, plain)), (QStringList{"method Two models → Plain decoding"}));
    }

    // --- simple and all fields

    void thePromptIsFirstAndTheRestIsOneDisclosureAway()
    {
        test::KeyboardWindow run({1280, 800});
        auto* setup = run.find<SetupPanel>();
        const auto topOf = [&](QWidget* widget) { return widget->mapTo(setup, QPoint()).y(); };
        int last = topOf(run.find<QPlainTextEdit>());
        for (const char* name : {"Target", "Method", "Draft"}) {
            QVERIFY2(test::box(run, name)->isVisible() && topOf(test::box(run, name)) > last, name);
            last = topOf(test::box(run, name));
        }
        for (const char* name : {"Draft length K", "Temperature"})
            QVERIFY2(field(run, name)->isVisible() && topOf(field(run, name)) > last, name);
        const auto others = [&] {
            std::vector<QWidget*> widgets;
            for (const char* name : {"Shape", "Draws", "Verifier", "Break it on purpose"})
                widgets.push_back(test::box(run, name));
            for (const char* name : {"Max tokens", "Top-p", "Top-k (0: all)", "Min-p", "Sequences together"})
                widgets.push_back(field(run, name));
            for (const char* name : {"inStep", "shortDraft", "promptsOfBatch"})
                widgets.push_back(setup->findChild<QWidget*>(QLatin1String(name)));
            return widgets;
        }();
        for (const QWidget* widget : others)
            QVERIFY2(widget && !widget->isVisible(), qPrintable(widget->accessibleName()));
        const int width = setup->width();
        QVERIFY(run.tabTo(&setup->findChild<Disclosure*>()->button()));
        run.press(Qt::Key_Space);
        QVERIFY(setup->showsAllFields());
        QCoreApplication::processEvents();
        QCOMPARE(setup->width(), width); // what stands beside it stays where it is
        for (QWidget* widget : others) {
            QVERIFY2(widget->isVisible(), qPrintable(widget->accessibleName()));
            if (widget->isEnabled())
                QVERIFY2(run.tabTo(widget), qPrintable(widget->accessibleName()));
        }
        // Those of a batch stand together under their title.
        const QWidget* group = field(run, "Sequences together")->parentWidget()->parentWidget();
        for (const char* name : {"inStep", "shortDraft", "promptsOfBatch"})
            QVERIFY(group->isAncestorOf(setup->findChild<QWidget*>(QLatin1String(name))));
        QCOMPARE(group->findChild<QLabel*>("panelTitle")->text(), QStringLiteral("Batch"));
    }

    void whatIsChosenOutOfSightIsSaid()
    {
        WindowFixture run;
        auto* said = run.find<QLabel>("nonDefaultFields");
        QVERIFY(said->isVisible()); // max tokens of tests
        RunSetup setup = defaultSetup().setup;
        run.navigation.starter().setSetup(setup);
        QVERIFY(!said->isVisible());
        setup.settings.sampler.topP = 0.9;
        setup.batch.sequences = 8;
        run.navigation.starter().setSetup(setup);
        QCOMPARE(said->text(), QStringLiteral("Chosen there: top-p 0.9, sequences 8"));
        QVERIFY(said->isVisible());
        run.find<SetupPanel>()->showAllFields(true);
        QVERIFY(!said->isVisible());
    }

    void allFieldsAndStopsAreKept()
    {
        {
            test::RunFixture run;
            MainWindow window(run.navigation, MainWindow::Memory::kept);
            window.show();
            QVERIFY(!window.findChild<SetupPanel*>()->showsAllFields());
            window.findChild<SetupPanel*>()->showAllFields(true);
            run.navigation.player().transport().setStopConditions({});
            window.close();
        }
        Navigation navigation;
        QVERIFY(navigation.player().transport().stopConditions().onRejection);
        MainWindow window(navigation, MainWindow::Memory::kept);
        QVERIFY(window.findChild<SetupPanel*>()->showsAllFields());
        QVERIFY(!navigation.player().transport().stopConditions().onRejection);
    }

    // --- stops at rejections

    void aStopAtARejectionCanBeSwitchedOffWhereItIsSaid()
    {
        test::KeyboardWindow run;
        QVERIFY(run.start());
        run.navigation.player().transport().setStopConditions({.onRejection = true});
        auto* off = run.find<QCheckBox>("dontStopAtRejections");
        QVERIFY(!off->isVisible());
        run.window.workspace().setFocus();
        QVERIFY(run.pressAndAwait(Qt::Key_F5));
        QVERIFY2(run.navigation.status().text().contains("was rejected"), qPrintable(run.navigation.status().text()));
        QVERIFY(isInSight(run, off) && !off->isChecked());
        QVERIFY(run.tabTo(off));
        run.press(Qt::Key_Space);
        QVERIFY(off->isChecked() && off->isVisible()); // it can be taken back
        QVERIFY(!run.navigation.player().transport().stopConditions().onRejection);
        QVERIFY(!run.find<QCheckBox>("stopRejection")->isChecked());
        run.window.workspace().setFocus();
        QVERIFY(run.pressAndAwait(Qt::Key_F5));
        QVERIFY2(run.navigation.player().hasEnded(), "it goes on over rejections");
        QVERIFY(!off->isVisible());
    }

    /// By the clock, and while it goes as fast as it can.
    void everyWayOfPlayingSaysIt_data()
    {
        QTest::addColumn<double>("speed");
        QTest::newRow("by the clock") << 60.0;
        QTest::newRow("fastest") << Player::fastest;
    }
    void everyWayOfPlayingSaysIt()
    {
        QFETCH(const double, speed);
        WindowFixture run;
        QVERIFY(run.start());
        run.navigation.player().transport().setStopConditions({.onRejection = true});
        run.navigation.player().transport().setSpeed(speed);
        run.press(Qt::Key_Space);
        auto* off = run.find<QCheckBox>("dontStopAtRejections");
        QVERIFY(until([&] { return off->isVisible(); }));
        QVERIFY(run.navigation.status().text().contains("was rejected"));
        run.navigation.player().nextMoment();
        QVERIFY(until([&] { return !off->isVisible(); }));
    }
};

DRAFTSCOPE_TEST_IN(test::ApplicationWithOwnSettings, TestSetupBar)
#include "test_setup_bar.moc"
