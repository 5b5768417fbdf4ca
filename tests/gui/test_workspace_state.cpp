// SPDX-License-Identifier: MIT
// What was open comes back at the next start.

#include <QMessageBox>
#include <QTemporaryDir>

#include "engine/session/methods.h"
#include "engine/trace/trace_file.h"
#include "gui/compare/compare_page.h"
#include "gui/compare/lane_lock_box.h"
#include "gui/window/recent_files.h"
#include "own_settings.h"
#include "start_fixture.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::action;
using test::keepSession;
using test::nonDefaultSetup;
using test::Start;
using test::until;
using test::WindowFixture;

class TestWorkspaceState : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void init() { QSettings().clear(); }

    void aSetupIsKeptExactly()
    {
        WorkspaceState session{nonDefaultSetup(), {}};
        chooseMethod(session.setup.settings, "prompt-lookup");
        session.setup.isChat = true;
        session.setup.system = "";
        session.setup.turns = {{"user", "a “b”"},
                               {"assistant", "c", R"({"role":"assistant","content":"c","name":"d"})"}};
        session.setup.settings.isWholePrompt = true;
        session.stops = {.onEndOfText = true};
        session.stops.residualAbove = 0.5;
        session.moment = {0, 12, 7};
        session.bookmarks = {{{0, 3, 1}, "a “name”"}, {{0, 12, 7}, ""}};
        const auto read = keptSessionOf(jsonOf(session));
        QVERIFY2(read, read ? "" : read.error().sentence.c_str());
        QVERIFY(*read == session);
    }

    void theRunComesBackAtTheNextStart()
    {
        {
            Start first;
            first.navigation.starter().setSetup(nonDefaultSetup());
            QVERIFY(first.start() && first.rounds(1));
            first.quit();
        }
        Start second;
        QVERIFY(second.restored());
        QVERIFY(second.navigation.run().computation().canCompute());
        QVERIFY(second.navigation.run().setup() == nonDefaultSetup());
        QVERIFY(second.problem().isEmpty());
    }

    void theMomentItsBookmarksAndStopsComeBack()
    {
        const StopConditions stops{.onAllAccepted = true, .acceptanceBelow = 0.25, .tokens = {300, 17}, .atRound = 90};
        const Position shown{0, 3, 2}, marked{0, 5, 1};
        std::vector<RoundRecord> before;
        {
            Start first;
            first.navigation.starter().setSetup(nonDefaultSetup());
            QVERIFY(first.start() && first.rounds(7));
            first.navigation.player().transport().setStopConditions(stops);
            first.navigation.bookmarks().name(marked, "here");
            first.navigation.player().goTo(shown);
            for (int i = 0; i < 6; ++i)
                before.push_back(first.round(i));
            first.quit();
        }
        Start second;
        const QSignalSpy stood(&second.navigation.player(), &Player::stood);
        QVERIFY(second.restored());
        QVERIFY(until([&] { return stood.count() > 0; }));
        QCOMPARE(second.navigation.player().activity(), Player::Activity::paused);
        QVERIFY(second.navigation.player().transport().stopConditions() == stops);
        QVERIFY(second.navigation.playhead().position() == shown);
        QVERIFY(second.navigation.bookmarks().all() == (std::vector<BookmarkRecord>{{marked, "here"}}));
        QVERIFY(second.navigation.status().text().startsWith("This is where you left off: Round 4"));
        second.quit();
        { // Closed again before it has got there, nothing is lost.
            Start hasty;
            QVERIFY(hasty.restored());
            hasty.quit();
            const auto kept = keptSessionOf(QSettings().value("session/last").toByteArray());
            QVERIFY(kept && kept->moment == shown && kept->bookmarks.size() == 1 && kept->stops == stops);
        }
        QVERIFY(second.navigation.recording().roundCount(0) >= 6); // the last of them may only have begun
        for (int i = 0; i < 5; ++i)
            QVERIFY(second.round(i).nodes.front().token == before[std::size_t(i)].nodes.front().token
                    && second.round(i).committed == before[std::size_t(i)].committed);
    }

    void decodingOnToAMomentCanBeStopped()
    {
        Start run;
        run.navigation.starter().setSetup(test::quickSetup(300));
        QVERIFY(run.start());
        run.navigation.player().decodeTo({0, 2000, 1});
        QCOMPARE(run.navigation.player().activity(), Player::Activity::playing);
        run.navigation.player().pause();
        QVERIFY(until([&] { return !run.navigation.run().computation().isComputing(); }));
        QCOMPARE(run.navigation.player().activity(), Player::Activity::paused);
        QVERIFY(!run.navigation.player().hasEnded());
        // Past the end of the text it ends there.
        QVERIFY(run.await([&] { run.navigation.player().decodeTo({0, 2000, 1}); }));
        QCOMPARE(run.navigation.player().activity(), Player::Activity::paused);
        QVERIFY(run.navigation.player().hasEnded() && run.navigation.playhead().ways().isAtEnd());
        // What is recorded is shown at once; another wish on the way is what counts.
        run.navigation.player().decodeTo({0, 3, 2});
        QVERIFY(run.navigation.playhead().position() == (Position{0, 3, 2}));
        QVERIFY(!run.navigation.run().computation().isComputing());
    }

    void whatIsMadeByAWhatIfDoesNotComeBack()
    {
        {
            Start first;
            first.navigation.starter().setSetup(nonDefaultSetup());
            QVERIFY(first.start() && first.rounds(3));
            QVERIFY(first.await([&] {
                first.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.999}},
                                                  Position{0, 1, 0});
            }));
            QVERIFY(first.navigation.playhead().position().branch == 1);
            first.navigation.bookmarks().toggle();
            first.window.session().keep();
        }
        const auto kept = keptSessionOf(QSettings().value("session/last").toByteArray());
        QVERIFY(kept);
        QVERIFY(kept->moment == Position{});
        QVERIFY(kept->bookmarks.empty());
    }

    void theMomentOfATraceComesBack()
    {
        const QString path = m_folder.filePath("moment.jsonl");
        const Position shown{0, 1, 3};
        {
            Start first;
            QVERIFY(first.start() && first.rounds(3));
            QVERIFY(saveTrace(path.toStdString(), first.navigation.recording()));
            const QSignalSpy replaced(&first.navigation, &Navigation::recordingReplaced);
            first.navigation.starter().openTrace(path.toStdString());
            QVERIFY(until([&] { return replaced.count() > 0; }));
            first.navigation.player().goTo(shown);
            first.navigation.bookmarks().toggle();
            first.quit();
        }
        Start second;
        QVERIFY(second.restored());
        QVERIFY(until([&] { return second.navigation.playhead().position() == shown; }));
        QVERIFY(second.navigation.bookmarks().all() == (std::vector<BookmarkRecord>{{shown, ""}}));
        // A trace that has become shorter, with a branch that is not there any more: the window comes all the same.
        auto kept = keptSessionOf(QSettings().value("session/last").toByteArray());
        QVERIFY(kept);
        second.quit();
        kept->moment = {7, 1000, 1000};
        kept->bookmarks = {{{9, 0, 1}, "gone"}};
        keepSession(*kept);
        Start third;
        QVERIFY(third.restored());
        QCoreApplication::processEvents();
        QVERIFY(third.problem().isEmpty());
        QVERIFY(third.navigation.bookmarks().all().empty());
    }

    void howLanesMoveIsKept()
    {
        {
            Start first;
            QCOMPARE(first.window.lanes().player().lock(), LaneLock::byRound);
            first.window.lanes().player().setLock(LaneLock::none);
            first.quit();
        }
        Start second;
        QCOMPARE(second.window.lanes().player().lock(), LaneLock::none);
        QCOMPARE(second.window.findChild<LaneLockBox*>()->currentText(), QString("Each on its own"));
    }

    void aTargetThatFailedDoesNotTakeThePlaceOfTheRun()
    {
        {
            Start first;
            first.navigation.starter().setSetup(nonDefaultSetup());
            QVERIFY(first.start());
            RunSetup noModel = nonDefaultSetup();
            noModel.target = QCoreApplication::applicationFilePath().toStdString();
            first.navigation.starter().setSetup(noModel);
            first.navigation.starter().restart();
            QVERIFY(until([&] { return !first.lastFailed().isEmpty(); }));
            first.quit();
        }
        Start second;
        QVERIFY(second.restored());
        QVERIFY(second.navigation.run().setup() == nonDefaultSetup());
        QVERIFY(second.problem().isEmpty());
    }

    void aTraceComesBack()
    {
        const std::string path = m_folder.filePath("kept.jsonl").toStdString();
        {
            Start first;
            QVERIFY(first.start() && first.rounds(2));
            QSignalSpy saved(&first.navigation.files(), &RunFiles::saveEnded);
            first.navigation.files().save(path);
            QVERIFY(saved.wait(test::patience));
            first.navigation.starter().openTrace(path);
            QVERIFY(until([&] { return first.navigation.starter().trace() == path; }));
            first.quit();
        }
        Start second;
        QVERIFY(second.restored());
        QCOMPARE(second.navigation.starter().trace().string(), path);
        QVERIFY(!second.navigation.run().computation().canCompute());
        QCOMPARE(second.navigation.recording().roundCount(0), 2);
    }

    void itCanBeTurnedOffAndBegunAfresh()
    {
        Start start;
        keepSession({nonDefaultSetup(), {}});
        QAction* wanted = action(start.window, "Begin where I left off");
        QVERIFY(wanted && wanted->isChecked());
        wanted->trigger();
        QVERIFY(!start.window.session().restore());
        wanted->trigger();
        QVERIFY(start.restored());
        QVERIFY(start.navigation.run().setup() == nonDefaultSetup());
        action(start.window, "Start afresh")->trigger();
        QVERIFY(until([&] { return start.navigation.run().setup() == defaultSetup().setup; }));
    }

    void withoutTheEmbeddedPairNothingStartsAfresh()
    {
        const QByteArray before = qgetenv("DRAFTSCOPE_MODELS");
        qputenv("DRAFTSCOPE_MODELS", m_folder.path().toLocal8Bit());
        const auto thePairIsBack = qScopeGuard(
            [&] { before.isEmpty() ? qunsetenv("DRAFTSCOPE_MODELS") : qputenv("DRAFTSCOPE_MODELS", before); });
        const QString why = QString::fromStdString(defaultSetup().problem);
        QVERIFY(test::isSentence(why));
        Start start;
        start.navigation.starter().setSetup(nonDefaultSetup());
        start.window.session().startAfresh();
        QCOMPARE(start.problem(), why);
        QCOMPARE(start.navigation.player().activity(), Player::Activity::nothing);
        QVERIFY(start.navigation.starter().setup() == nonDefaultSetup());
        QSettings().setValue("session/last", "garbage");
        QVERIFY(start.window.session().restore());
        QVERIFY(until([&] { return start.problem().contains("last time") && start.problem().contains(why); }));
    }

    /// A person would rather keep the run.
    void startingAfreshLeavesSetupAsItIsIfItIsCancelled()
    {
        Start start;
        start.navigation.starter().setSetup(nonDefaultSetup());
        QVERIFY(start.start() && start.step());
        QVERIFY(start.await(
            [&] { start.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.5}}); }));
        action(start.window, "Start afresh")->trigger();
        auto* question = start.window.findChild<QMessageBox*>();
        QVERIFY(question);
        question->button(QMessageBox::Cancel)->click();
        QVERIFY(start.navigation.starter().setup() == nonDefaultSetup()
                && start.navigation.run().setup() == nonDefaultSetup());
        QCOMPARE(start.navigation.player().activity(), Player::Activity::paused);
    }

    void whatCannotBeBroughtBackIsNamed_data()
    {
        QTest::addColumn<QByteArray>("kept");
        QTest::addColumn<QString>("word");
        RunSetup missing = nonDefaultSetup();
        missing.target = "/nowhere/model.gguf";
        RunSetup outOfRange = nonDefaultSetup();
        outOfRange.settings.draftLength = 1000;
        RunSetup unknown = nonDefaultSetup();
        unknown.settings.method = "clairvoyance";
        QTest::newRow("garbage") << QByteArray("garbage") << QString("damaged");
        QTest::newRow("nothing") << QByteArray() << QString("damaged");
        QTest::newRow("of another type") << QByteArray("[1, 2]") << QString("damaged");
        QTest::newRow("later") << QByteArray(R"({"format": 99})") << QString("later");
        QTest::newRow("missing model") << jsonOf(WorkspaceState{missing, {}}) << QString("nowhere");
        QTest::newRow("missing trace") << jsonOf(WorkspaceState{nonDefaultSetup(), "/nowhere/a.jsonl"})
                                       << QString("nowhere");
        QTest::newRow("settings") << jsonOf(WorkspaceState{outOfRange, {}}) << QString("1000");
        QTest::newRow("unknown method") << jsonOf(WorkspaceState{unknown, {}}) << QString("clairvoyance");
    }

    void whatCannotBeBroughtBackIsNamed()
    {
        QFETCH(const QByteArray, kept);
        QFETCH(const QString, word);
        const auto session = keptSessionOf(kept);
        QVERIFY(!session);
        const QString sentence = QString::fromStdString(session.error().sentence);
        QVERIFY2(test::isSentence(sentence) && sentence.contains(word), qPrintable(sentence));
    }

    /// Found out at once, and only when the file is read.
    void insteadOfWhatCannotComeBackTheEmbeddedPairIsThere()
    {
        RunSetup noModel = nonDefaultSetup();
        noModel.target = QCoreApplication::applicationFilePath().toStdString(); // is there, and is no model
        for (const QByteArray& kept : {QByteArray("garbage"), jsonOf(WorkspaceState{noModel, {}})}) {
            QSettings().setValue("session/last", kept);
            Start start;
            QVERIFY(start.restored());
            QVERIFY(until([&] { return !start.problem().isEmpty(); }));
            QVERIFY2(start.problem().contains("embedded pair")
                         && start.problem().contains(
                             kept == "garbage" ? QStringLiteral("damaged")
                                               : QFileInfo(QCoreApplication::applicationFilePath()).fileName()),
                     qPrintable(start.problem()));
            QVERIFY(start.navigation.run().computation().canCompute());
            QCOMPARE(start.navigation.run().setup().target, defaultSetup().setup.target);
        }
    }

    /// The embedded pair was not asked for then, and what fails next is something else.
    void aRestoreThatIsGivenUpIsOver_data()
    {
        QTest::addColumn<bool>("isCancelled");
        QTest::newRow("cancelled") << true;
        QTest::newRow("overtaken") << false;
    }

    void aRestoreThatIsGivenUpIsOver()
    {
        QFETCH(const bool, isCancelled);
        keepSession({nonDefaultSetup(), {}});
        Start start;
        QVERIFY(start.window.session().restore());
        if (isCancelled)
            start.navigation.starter().cancelLoading();
        start.navigation.starter().openTrace("/nowhere/a.jsonl");
        QVERIFY(until([&] { return !start.lastFailed().isEmpty(); }));
        QCOMPARE(start.navigation.player().activity(), Player::Activity::nothing);
        QVERIFY2(start.problem().contains("/nowhere/a.jsonl") && !start.problem().contains("last time"),
                 qPrintable(start.problem()));
    }

    void whatIsOpenedInsteadOfTheEmbeddedPairHasNoExcuse()
    {
        const std::string path = m_folder.filePath("instead.jsonl").toStdString();
        {
            test::RunFixture run;
            QVERIFY(run.start() && run.rounds(1));
            QSignalSpy saved(&run.navigation.files(), &RunFiles::saveEnded);
            run.navigation.files().save(path);
            QVERIFY(saved.wait(test::patience));
        }
        QSettings().setValue("session/last", "garbage");
        Start start;
        QVERIFY(start.window.session().restore());
        start.navigation.starter().openTrace(path); // while the embedded pair is being loaded
        QVERIFY(until([&] { return start.navigation.starter().trace() == path; }));
        QCoreApplication::processEvents();
        QVERIFY2(start.problem().isEmpty(), qPrintable(start.problem()));
        QVERIFY(start.start());
        QCoreApplication::processEvents();
        QVERIFY2(start.problem().isEmpty(), qPrintable(start.problem()));
    }

    /// As in other tests and in pictures.
    void withoutMemoryNothingIsReadOrWritten()
    {
        keepSession({nonDefaultSetup(), {}});
        QSettings().setValue("recent/files", QStringList{"trace /tmp/a.jsonl"});
        const QStringList before = QSettings().allKeys();
        {
            WindowFixture run;
            QVERIFY(!run.window.session().restore());
            QVERIFY(run.window.recent().entries().isEmpty());
            QVERIFY(run.start());
            run.window.recent().note(RecentFiles::Kind::trace, "/tmp/b.jsonl");
            run.window.close();
        }
        QCOMPARE(QSettings().allKeys(), before);
        QVERIFY(QSettings().value("session/last").toByteArray() == jsonOf(WorkspaceState{nonDefaultSetup(), {}}));
    }

private:
    QTemporaryDir m_folder;
};

DRAFTSCOPE_TEST_IN(test::ApplicationWithOwnSettings, TestWorkspaceState)
#include "test_workspace_state.moc"
