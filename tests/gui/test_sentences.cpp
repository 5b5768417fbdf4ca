// SPDX-License-Identifier: MIT
#include <QAbstractButton>
#include <QLabel>
#include <QMessageBox>
#include <QTemporaryDir>

#include "foreign_model.h"
#include "screen_truth.h"
#include "setup_fields.h"
#include "tests/test_main.h"
#include "widgets/distribution/distribution_view.h"

using namespace draftscope;
using test::ScreenTruth;
using test::until;
using test::WindowFixture;
using Activity = Player::Activity;
using Kind = OverrideRecord::Kind;

#define ALL_IS_TRUE(screen)                                                                                            \
    do {                                                                                                               \
        const QString problem = (screen).whatIsFalse();                                                                \
        QVERIFY2(problem.isEmpty(), qPrintable(problem));                                                              \
    } while (false)

namespace {

/// A run whose text ends with an accepted draft; which seed does that depends on the processor.
bool endByADraft(WindowFixture& run)
{
    RunSetup setup = test::quickSetup(400);
    setup.prompt = "Once upon a time";
    setup.settings.sampler.temperature = 1;
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        setup.settings.seed = seed;
        run.navigation.starter().setSetup(setup);
        run.navigation.player().transport().setSpeed(Player::fastest);
        if (!run.start())
            return false;
        run.navigation.player().playOrPause();
        if (!until([&] { return run.navigation.player().activity() == Activity::paused; }))
            return false;
        const auto& last = run.navigation.playhead().round();
        if (last && last->endOfText && last->committed.back().node >= 0)
            return true;
    }
    return false;
}

/// As version 0.1.0 recorded it: behind the end of the text a draft is accepted, and a bonus drawn.
Recording asRecordedBefore(const Recording& recording)
{
    TraceHeader header = recording.header();
    header.endTokens.clear();
    Recording old(header);
    for (const auto& [token, bytes] : recording.tokens())
        old.addToken(token, bytes);
    for (int r = 0; r < recording.roundCount(0); ++r) {
        RoundRecord round = recording.round(0, r);
        if (round.endOfText) {
            const int ending = round.committed.back().node, behind = int(round.nodes.size());
            NodeRecord node = round.nodes[std::size_t(ending)];
            node.token = round.root;
            node.parent = behind - 1;
            node.depth = behind + 1;
            round.nodes.push_back(node);
            round.contexts.push_back(round.contexts.back());
            round.draw = DrawRecord{round.root, TokenSource::bonus, behind + 1, 0.5};
            const auto verify = std::find(round.moments.begin(), round.moments.end(), Moment{MomentKind::verify, -1});
            round.moments.insert(verify, {MomentKind::draft, behind});
            round.moments.insert(round.moments.end() - 1, {{MomentKind::judge, behind}, {MomentKind::bonus, -1}});
        }
        old.put(0, round);
    }
    return old;
}

} // namespace

/// Nothing on screen is false, whatever is done: every sentence is read after every step.
class TestSentences : public QObject {
    Q_OBJECT

private slots:
    void aTokenIsNoTag()
    {
        WindowFixture run;
        QVERIFY(run.start());
        run.navigation.status().say(QStringLiteral("“<b>” & more."));
        const auto* said = run.find<QLabel>("sentence");
        QCOMPARE(said->textFormat(), Qt::PlainText);
        QVERIFY2(said->toolTip().contains("“&lt;b&gt;” &amp; more."), qPrintable(said->toolTip()));
    }

    /// From the round on in which the draft can hold no more of the text, the target decodes alone. That is said once.
    void aFullContextOfTheDraftIsSaid()
    {
        QTemporaryDir folder;
        RunSetup setup = test::quickSetup(60);
        setup.target = test::copyOfRandomModel(folder.path(), "target").toStdString();
        setup.draft = test::modelOfContext(folder.path(), 40).toStdString();
        setup.prompt = "Hello";
        setup.settings.sampler.greedy = true;
        WindowFixture run(setup);
        QVERIFY(run.start());
        for (int round = 0; round < 60 && !run.navigation.status().text().contains("context"); ++round)
            QVERIFY(run.rounds(1));
        QCOMPARE(run.navigation.status().text(),
                 "The draft's context of 40 tokens is full: from here on the target decodes alone.");
        const RoundRecord full = run.round(run.navigation.recording().roundCount(0) - 1);
        QVERIFY(full.draftContextFull && full.nodes.empty() && full.prefixLength <= 41);
        QVERIFY(run.rounds(1));
        QVERIFY2(!run.navigation.status().text().contains("context"), qPrintable(run.navigation.status().text()));
    }

    /// A run that is broken on purpose says so for as long as it is shown, and no sentence has numbers of the right
    /// rule.
    void whatIsBrokenOnPurposeIsMarked()
    {
        RunSetup setup = test::quickSetup(40);
        setup.settings.sampler.temperature = 1;
        for (const char* fault : {"p-instead-of-residual", "skip-bonus"}) {
            setup.settings.fault = fault;
            WindowFixture run(setup);
            const ScreenTruth screen(run);
            QVERIFY(run.start() && run.rounds(3));
            ALL_IS_TRUE(screen);
            const auto* where = run.find<QLabel>("where");
            const QString mark = QStringLiteral("broken on purpose (%1), not lossless").arg(QLatin1String(fault));
            QVERIFY2(where->text().contains(mark), qPrintable(where->text()));
            QVERIFY(where->toolTip().contains(QLatin1String(fault)));
            QVERIFY(!run.navigation.recording().header().lossless);
            int said = 0;
            for (int moment = 1; moment <= int(run.round(0).moments.size()); ++moment) {
                run.navigation.player().goTo({0, 0, moment});
                QCoreApplication::processEvents();
                const QString words = run.find<DistributionView>()->sentence();
                QVERIFY2(words.isEmpty() || words.endsWith(QStringLiteral("broken on purpose: %1.").arg(fault)),
                         qPrintable(words));
                QVERIFY2(!words.contains("p/q"), qPrintable(words));
                said += words.isEmpty() ? 0 : 1;
            }
            QVERIFY(said > 0);
        }
    }

    void theCheckFindsWhatIsFalse()
    {
        WindowFixture run;
        const ScreenTruth screen(run);
        ALL_IS_TRUE(screen);
        QVERIFY(run.start() && run.rounds(2));
        ALL_IS_TRUE(screen);
        for (const char* wrong :
             {"The text has ended.", "All 60 tokens asked for are there.", "Stopped: the text ended.",
              "Branch 1 begins here: K = 2 from round 3 on. Branch 0 stays.", "From round 4 on: K = 4.",
              "From round 3 on: K = 5.", "This is where the trace ends. To decode on, restart.",
              "Stops when “dog” is committed.", "In round 2: draft 1 rejected.", "Anything else."}) {
            run.navigation.status().say(wrong);
            QVERIFY2(screen.whatIsFalse().startsWith("status line"), wrong);
        }
        run.navigation.status().say("From round 3 on: K = 4.");
        ALL_IS_TRUE(screen);
    }

    void everySentenceIsTrueAfterEveryStep()
    {
        const QTemporaryDir folder;
        WindowFixture run(test::quickSetup(60), {1600, 1000});
        Navigation& navigation = run.navigation;
        const ScreenTruth screen(run, folder.path());
        QVERIFY(run.start());
        ALL_IS_TRUE(screen);
        for (int moment = 0; moment < 12; ++moment) {
            QVERIFY(run.pressAndAwait(Qt::Key_Right));
            ALL_IS_TRUE(screen);
        }
        QVERIFY(run.pressAndAwait(Qt::Key_F11, Qt::ShiftModifier));
        run.press(Qt::Key_F11, Qt::ShiftModifier);
        QVERIFY(screen.sentence().startsWith("This round is finished"));
        ALL_IS_TRUE(screen);

        // Play, stop.
        navigation.player().transport().setSpeed(30);
        const int before = navigation.playhead().position().round;
        run.press(Qt::Key_Space);
        QCOMPARE(screen.sentence(), QString());
        QVERIFY(until([&] { return navigation.playhead().position().round > before; }));
        ALL_IS_TRUE(screen);
        run.press(Qt::Key_F5, Qt::ShiftModifier);
        QVERIFY(until([&] { return navigation.recording().end(0) == navigation.playhead().position(); }));
        ALL_IS_TRUE(screen);
        navigation.player().transport().setStopConditions({.onRejection = true});
        QVERIFY(run.pressAndAwait(Qt::Key_F5));
        QVERIFY2(screen.sentence().startsWith("Stopped: "), qPrintable(screen.sentence()));
        ALL_IS_TRUE(screen);
        const Position rejection = navigation.playhead().position();

        // Step back: the sentence was about the moment before.
        run.press(Qt::Key_Left);
        QCOMPARE(screen.sentence(), QString());
        ALL_IS_TRUE(screen);
        run.press(Qt::Key_F9);
        QVERIFY(screen.sentence().startsWith("Click a token"));
        navigation.player().goToToken(int(navigation.playhead().text().size()) - 1);
        ALL_IS_TRUE(screen);
        run.press(Qt::Key_F9);
        QVERIFY(screen.sentence().startsWith("Stops when"));
        run.press(Qt::Key_Home);
        ALL_IS_TRUE(screen);
        navigation.player().transport().setStopConditions({});
        QCOMPARE(screen.sentence(), QString());

        // Fork, and another branch.
        navigation.player().goTo(rejection);
        const int node = navigation.playhead().selection().nodeInQuestion();
        QVERIFY(
            run.await([&] { navigation.whatIfs().change({{.kind = Kind::verdict, .node = node, .accepted = true}}); }));
        QVERIFY2(screen.sentence().startsWith("Branch 1 begins here: "), qPrintable(screen.sentence()));
        ALL_IS_TRUE(screen);
        QVERIFY(run.pressAndAwait(Qt::Key_F10));
        QCOMPARE(screen.sentence(), QString());
        ALL_IS_TRUE(screen);
        navigation.player().goTo({1, rejection.round, 1});
        ALL_IS_TRUE(screen);
        field(run, "Temperature")->setValue(1.9);
        ALL_IS_TRUE(screen);
        QVERIFY(run.await([&] { test::click(run.find<QAbstractButton>("applyToRound")); }));
        QVERIFY2(screen.sentence().contains("temperature 1.90 from round"), qPrintable(screen.sentence()));
        ALL_IS_TRUE(screen);
        navigation.player().goToBranch(0);
        QCOMPARE(screen.sentence(), QString()); // not "Branch 2 begins here"
        ALL_IS_TRUE(screen);
        navigation.player().goToBranch(2);
        ALL_IS_TRUE(screen);
        for (int moment = 0; moment < 8; ++moment) {
            QVERIFY(run.pressAndAwait(Qt::Key_Right));
            ALL_IS_TRUE(screen);
        }
        field(run, "Draft length K")->setValue(2);
        ALL_IS_TRUE(screen);
        QVERIFY(run.await([&] { test::click(run.find<QAbstractButton>("apply")); }));
        QVERIFY2(screen.sentence().contains("K = 2"), qPrintable(screen.sentence()));
        ALL_IS_TRUE(screen);
        while (!navigation.player().hasEnded()) {
            QVERIFY(run.pressAndAwait(Qt::Key_F10));
            ALL_IS_TRUE(screen);
        }
        QVERIFY2(screen.sentence().contains("ended") || screen.sentence().contains("are there"),
                 qPrintable(screen.sentence()));
        run.press(Qt::Key_Left);
        QCOMPARE(screen.sentence(), QString());

        // A trace of it, and back to a live run.
        QSignalSpy saved(&navigation.files(), &RunFiles::saveEnded);
        navigation.files().save(folder.filePath("run.jsonl").toStdString());
        QVERIFY(saved.wait());
        QCOMPARE(screen.sentence(), QStringLiteral("Saved run.jsonl: 3 branches."));
        ALL_IS_TRUE(screen);
        navigation.player().goToBranch(0);
        QVERIFY(run.pressAndAwait(Qt::Key_F10));
        ALL_IS_TRUE(screen);
        field(run, "Draft length K")->setValue(3);
        ALL_IS_TRUE(screen);
        navigation.starter().openTrace(folder.filePath("run.jsonl").toStdString());
        QVERIFY(until([&] { return run.window.findChild<QMessageBox*>() != nullptr; }));
        QTest::mouseClick(run.window.findChild<QMessageBox*>()->button(QMessageBox::Discard), Qt::LeftButton);
        QVERIFY(until([&] {
            return navigation.player().activity() == Activity::paused && !navigation.run().computation().canCompute();
        }));
        QVERIFY2(screen.sentence().startsWith("A trace with"), qPrintable(screen.sentence()));
        ALL_IS_TRUE(screen);
        for (int branch = 2; branch >= 0; --branch) {
            navigation.player().goToBranch(branch);
            ALL_IS_TRUE(screen);
        }
        run.window.activateWindow(); // as a window manager does when a dialog has gone
        QVERIFY(until([&] { return run.window.isActiveWindow(); }));
        run.press(Qt::Key_End);
        run.press(Qt::Key_Right);
        QVERIFY(screen.sentence().startsWith("This is where the trace ends"));
        ALL_IS_TRUE(screen);
        field(run, "Draft length K")->setValue(3);
        ALL_IS_TRUE(screen);
        QVERIFY(run.start());
        QCOMPARE(screen.sentence(), QString()); // not "This is where the trace ends", and no "K = 2"
        ALL_IS_TRUE(screen);
        QVERIFY(run.pressAndAwait(Qt::Key_F10));
        QCOMPARE(navigation.playhead().round()->draftLength, 3);
        ALL_IS_TRUE(screen);
    }

    /// What was said of a round to come is compared with it when it has come, also by way of another branch.
    void whatIsSaidOfARoundToComeIsWhatItHas()
    {
        WindowFixture run(test::quickSetup(60), {1600, 1000});
        const ScreenTruth screen(run);
        QVERIFY(run.start() && run.rounds(1) && run.step());
        field(run, "Draft length K")->setValue(2);
        QVERIFY(run.await([&] { test::click(run.find<QAbstractButton>("apply")); }));
        QCOMPARE(screen.sentence(), QStringLiteral("From round 3 on: K = 2."));
        ALL_IS_TRUE(screen);
        QVERIFY(run.pressAndAwait(Qt::Key_Right));
        ALL_IS_TRUE(screen);
        run.press(Qt::Key_F10, Qt::ShiftModifier);
        ALL_IS_TRUE(screen);
        const WhatIf rejected{.kind = Kind::verdict, .node = 0, .accepted = false};
        QVERIFY(run.await([&] { run.navigation.whatIfs().change({rejected}); }));
        QCOMPARE(run.navigation.playhead().position().branch, 1);
        ALL_IS_TRUE(screen);
        run.navigation.player().goToBranch(0);
        ALL_IS_TRUE(screen);
        for (int rounds = 0; rounds < 3; ++rounds) {
            QVERIFY(run.pressAndAwait(Qt::Key_F10));
            ALL_IS_TRUE(screen);
        }
    }

    /// Shift+F11 after the last round says what F10 would say.
    void noRoundIsPromisedAfterTheLast()
    {
        const QTemporaryDir folder;
        WindowFixture run(test::quickSetup(12));
        const ScreenTruth screen(run, folder.path());
        QVERIFY(run.start());
        while (!run.navigation.player().hasEnded())
            QVERIFY(run.pressAndAwait(Qt::Key_F10));
        const QString ended = screen.sentence();
        QVERIFY(!ended.isEmpty());
        run.press(Qt::Key_Left);
        run.press(Qt::Key_Right);
        QCOMPARE(screen.sentence(), QString());
        run.press(Qt::Key_F11, Qt::ShiftModifier);
        ALL_IS_TRUE(screen);
        QCOMPARE(screen.sentence(), ended);
        const Position end = run.navigation.playhead().position();
        const WhatIf rejected{.kind = Kind::verdict, .node = 0, .accepted = false}; // the session is elsewhere now
        QVERIFY(run.await([&] { run.navigation.whatIfs().change({rejected}, Position{0, 0, 20}); }));
        run.navigation.player().goTo(end);
        run.press(Qt::Key_F11, Qt::ShiftModifier);
        QCOMPARE(screen.sentence(), ended);

        QVERIFY(saveTrace(folder.filePath("run.jsonl").toStdString(), run.navigation.recording()));
        WindowFixture shown;
        const ScreenTruth trace(shown, folder.path());
        shown.navigation.starter().openTrace(folder.filePath("run.jsonl").toStdString());
        QVERIFY(until([&] { return shown.navigation.player().activity() == Activity::paused; }));
        shown.press(Qt::Key_End);
        shown.press(Qt::Key_F11, Qt::ShiftModifier);
        QVERIFY2(trace.sentence().startsWith("This is where the trace ends"), qPrintable(trace.sentence()));
        ALL_IS_TRUE(trace);
    }

    void whatWasSaidOfALoadGoesWithTheNext()
    {
        WindowFixture run;
        const ScreenTruth screen(run);
        QVERIFY(run.start());
        run.navigation.starter().restart();
        run.navigation.starter().cancelLoading();
        QCOMPARE(screen.sentence(), QStringLiteral("Loading was cancelled."));
        ALL_IS_TRUE(screen);
        run.navigation.starter().restart();
        QCOMPARE(screen.sentence(), QString());
    }

    /// Its verifier is the greedy one, though that was not chosen by name.
    void aTraceOfTemperatureZeroIsShownAsItWas()
    {
        const QTemporaryDir folder;
        RunSetup setup = test::quickSetup(30);
        setup.settings.sampler.temperature = 0;
        WindowFixture run(setup);
        const ScreenTruth screen(run, folder.path());
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(saveTrace(folder.filePath("zero.jsonl").toStdString(), run.navigation.recording()));
        run.navigation.starter().openTrace(folder.filePath("zero.jsonl").toStdString());
        QVERIFY(until([&] { return !run.navigation.run().computation().canCompute(); }));
        ALL_IS_TRUE(screen);
        run.press(Qt::Key_Right);
        ALL_IS_TRUE(screen);
        run.press(Qt::Key_End);
        ALL_IS_TRUE(screen);
    }

    void theEndOfATextIsTrueToo()
    {
        const QTemporaryDir folder;
        WindowFixture run;
        QVERIFY2(endByADraft(run), "no text of 24 ended with an accepted draft");
        Navigation& navigation = run.navigation;
        const ScreenTruth screen(run, folder.path());
        QCOMPARE(screen.sentence(), QStringLiteral("The text has ended."));
        ALL_IS_TRUE(screen);
        for (int moment = 0; moment < 6; ++moment) {
            run.press(Qt::Key_Left);
            QCOMPARE(screen.sentence(), QString());
            ALL_IS_TRUE(screen);
        }
        QVERIFY(saveTrace(folder.filePath("ended.jsonl").toStdString(), asRecordedBefore(navigation.recording())));
        navigation.starter().openTrace(folder.filePath("ended.jsonl").toStdString());
        QVERIFY(until([&] { return !navigation.run().computation().canCompute(); }));
        run.press(Qt::Key_End);
        const RoundRecord last = *navigation.playhead().round();
        const int ending = last.committed.back().node;
        QVERIFY(last.endOfText && ending >= 0 && !last.draw);
        QVERIFY(int(last.nodes.size()) > ending + 1);
        QCOMPARE(last.nodes.back().verdict, Verdict::notJudged);
        for (int context = 0; context <= int(last.nodes.size()); ++context) {
            navigation.decode().playhead().selection().selectContext(context);
            ALL_IS_TRUE(screen);
            const QString said = run.find<DistributionView>()->sentence();
            QCOMPARE(said.contains("ended"), context > ending);
            QCOMPARE(said.contains("The text ends with it."), context == ending);
        }
        for (int moment = 0; moment < 12; ++moment) {
            run.press(Qt::Key_Left);
            ALL_IS_TRUE(screen);
        }
    }

    void plainAndGreedyDecodingAreSaidAsTheyAre()
    {
        for (const bool isPlain : {false, true}) {
            RunSetup setup = test::quickSetup(30);
            setup.settings.method = isPlain ? "plain" : "two-model";
            setup.settings.sampler.greedy = true;
            WindowFixture run(setup);
            const ScreenTruth screen(run);
            QVERIFY(run.start());
            ALL_IS_TRUE(screen);
            for (int moment = 0; moment < 20; ++moment) {
                QVERIFY(run.pressAndAwait(Qt::Key_Right));
                ALL_IS_TRUE(screen);
            }
        }
    }
};

DRAFTSCOPE_WINDOW_TEST(TestSentences)
#include "test_sentences.moc"
