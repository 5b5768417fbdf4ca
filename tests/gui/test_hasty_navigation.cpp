// SPDX-License-Identifier: MIT
// A person who does not wait: commands that cross on their way to and from the worker.
#include <thread>

#include <QRandomGenerator>
#include <QTemporaryDir>

#include "engine/trace/trace_file.h"
#include "foreign_model.h"
#include "run_fixture.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::RunFixture;
using test::until;
using Activity = Player::Activity;
using Kind = OverrideRecord::Kind;

namespace {

void nap(int milliseconds)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

WhatIf sampler(const Navigation& navigation, double temperature)
{
    SamplerSettings settings = navigation.whatIfs().inForce().sampler;
    settings.temperature = temperature;
    return {.kind = Kind::sampler, .sampler = settings};
}

/// Empty when every branch's rounds follow from one another and the recording comes back from a file as it is.
QString whatIsBroken(const Recording& recording, const QString& file)
{
    for (const BranchRecord& branch : recording.branches()) {
        auto length = int(recording.header().promptTokens.size());
        for (int r = 0; r < recording.roundCount(branch.branch); ++r) {
            const RoundRecord& round = recording.round(branch.branch, r);
            if (round.round != r || round.prefixLength != length)
                return QStringLiteral("branch %1, round %2: begins at %3 instead of %4")
                    .arg(branch.branch)
                    .arg(r)
                    .arg(round.prefixLength)
                    .arg(length);
            length += int(round.committed.size());
        }
    }
    if (const auto saved = saveTrace(file.toStdString(), recording); !saved)
        return QString::fromStdString(saved.error().sentence);
    const auto loaded = loadTrace(file.toStdString());
    if (!loaded)
        return QString::fromStdString(loaded.error().sentence);
    for (const BranchRecord& branch : recording.branches())
        for (int r = 0; r < recording.roundCount(branch.branch); ++r)
            if (!(loaded->recording.round(branch.branch, r) == recording.round(branch.branch, r)))
                return QStringLiteral("branch %1, round %2 is not what was saved").arg(branch.branch).arg(r);
    return {};
}

} // namespace

class TestHastyNavigation : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private slots:
    void anAnswerForTheBranchJustLeftGoesThere()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(6));
        run.navigation.player().goTo({0, 2, 3});
        QVERIFY(run.await([&] { run.navigation.whatIfs().change({{.kind = Kind::draftLength, .draftLength = 2}}); }));
        QVERIFY(run.rounds(1));
        // The answer is there, and the window has not seen it yet. On a slow machine it is not, and leaving calls it
        // off.
        for (int wait = 60; run.navigation.recording().roundCount(0) < 7 && wait < test::patience; wait *= 2) {
            run.navigation.player().goToBranch(0);
            run.navigation.player().nextMoment();
            nap(wait);
            run.navigation.player().goToBranch(1);
            const int before = run.navigation.recording().roundCount(1);
            QVERIFY(run.await([&] { run.navigation.player().nextRound(); }));
            QCOMPARE(run.navigation.recording().roundCount(1), before + 1);
        }
        QCOMPARE(run.navigation.recording().roundCount(0), 7);
        QCOMPARE(whatIsBroken(run.navigation.recording(), m_folder.filePath("branches.jsonl")), QString());
    }

    // Position, round and metrics agree at every instant, not only when a frame is drawn.
    void whatIsShownAgreesWhileAnswersCome()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(1));
        run.navigation.player().transport().setSpeed(Player::fastest);
        run.navigation.player().playOrPause();
        int seen = 0;
        while (run.navigation.player().activity() == Activity::playing) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
            QVERIFY(run.navigation.playhead().round());
            QCOMPARE(run.navigation.playhead().round()->round, run.navigation.playhead().position().round);
            QCOMPARE(int(run.navigation.playhead().round()->moments.size()),
                     run.navigation.playhead().position().moment);
            run.navigation.decode().playhead().selection().selectContext(0);
            QVERIFY(run.navigation.playhead().metrics().rounds() <= run.navigation.playhead().position().round + 1);
            ++seen;
        }
        QVERIFY(seen > 1);
    }

    void aLoadCancelledWhenItWasReadyLeavesTheOldRun()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(3));
        run.navigation.starter().restart();
        nap(500); // ready, and the window has not heard of it
        run.navigation.starter().cancelLoading();
        QVERIFY(run.navigation.run().computation().canCompute());
        QVERIFY(run.rounds(1));
        QCOMPARE(run.navigation.recording().roundCount(0), 4);
    }

    void aRestartThatFailsAfterOneThatWasReadyLeavesTheOldRun()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(3));
        run.navigation.starter().restart();
        nap(500);
        RunSetup wrong = run.navigation.starter().setup();
        wrong.target = m_folder.filePath("nowhere.gguf").toStdString();
        run.navigation.starter().setSetup(wrong);
        run.navigation.starter().restart();
        QVERIFY(until([&] { return run.failed.count() > 0; }));
        QVERIFY(run.rounds(1));
        QCOMPARE(run.navigation.recording().roundCount(0), 4);
    }

    void aChangeIsForTheMomentAtWhichItWasChosen()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(2));
        const Position chosen = run.navigation.playhead().position();
        QVERIFY(run.rounds(3)); // it plays on while a menu is open
        QVERIFY(run.await(
            [&] { run.navigation.whatIfs().change({{.kind = Kind::verdict, .node = 0, .accepted = false}}, chosen); }));
        const auto& branches = run.navigation.recording().branches();
        QCOMPARE(int(branches.size()), 2);
        QCOMPARE(branches.back().forkRound, chosen.round);
        QVERIFY(run.round(chosen.round, 1).nodes[0].forcedVerdict);
    }

    void aChangeWaitsForTheCommandAtHandAndIsForTheMomentShownThen()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(2));
        const Position shown = run.navigation.playhead().position();
        run.navigation.player().nextRound();
        QVERIFY(run.await(
            [&] { run.navigation.whatIfs().change({{.kind = Kind::verdict, .node = 0, .accepted = false}}); }));
        QCOMPARE(run.navigation.recording().branches().back().forkRound, shown.round);
    }

    /// On a slow model the first change waits for the moment at hand; the second one does not take its place.
    void twoChangesDuringACommandAreBothMade()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(2));
        run.navigation.player().nextRound();
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({{.kind = Kind::verdict, .node = 0, .accepted = false}});
            run.navigation.whatIfs().change({{.kind = Kind::draftLength, .draftLength = 3}});
            run.navigation.whatIfs().change({{.kind = Kind::draftLength, .draftLength = 2}});
        }));
        QCOMPARE(int(run.navigation.recording().branches().size()), 2);
        QVERIFY2(run.navigation.status().text().startsWith(
                     "Branch 1 begins here: draft 1 rejected, K = 2 from round 3 on. Branch 0 stays."),
                 qPrintable(run.navigation.status().text()));
        QVERIFY(run.rounds(2));
        QVERIFY(run.round(1, 1).nodes[0].forcedVerdict);
        QCOMPARE(run.round(2, 1).draftLength, 2);
        QCOMPARE(int(run.round(2, 1).overrides.size()), 1);
    }

    void twoChangesOfDifferentMomentsDuringACommandAreTwoForks()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(3));
        run.navigation.player().nextRound();
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({{.kind = Kind::verdict, .node = 0, .accepted = false}},
                                            Position{0, 1, 20});
            run.navigation.whatIfs().change({{.kind = Kind::verdict, .node = 0, .accepted = false}},
                                            Position{0, 0, 20});
        }));
        const auto& branches = run.navigation.recording().branches();
        QCOMPARE(int(branches.size()), 3);
        QCOMPARE(branches[1].forkRound, 1);
        QCOMPARE(branches[2].forkRound, 0);
        QVERIFY(run.round(1, 1).nodes[0].forcedVerdict && run.round(0, 2).nodes[0].forcedVerdict);
    }

    /// The window shows an earlier moment by the time that the stop is heard of.
    void aReasonToStopIsNotSaidOfAnotherMoment()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(1));
        run.navigation.player().transport().setStopConditions({.onRejection = true});
        QVERIFY(run.await([&] {
            run.navigation.player().continueToStop();
            nap(500); // it has stopped, and the window has not seen it
            run.navigation.player().previousMoment();
        }));
        const Position end = run.navigation.recording().end(0);
        QVERIFY(run.navigation.playhead().position() != end);
        const auto stopped = atMoment(run.round(end.round), end.moment);
        QCOMPARE(stopped.moments.back().kind, MomentKind::judge);
        QCOMPARE(stopped.nodes[std::size_t(stopped.moments.back().node)].verdict, Verdict::rejected);
        QCOMPARE(run.navigation.status().text(), QString());
        run.navigation.player().last();
        QCOMPARE(run.navigation.status().text(), QString());
    }

    void aChangeStoppedBeforeItsFirstMomentComesWithTheNext()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(3));
        run.navigation.player().goTo({0, 2, 5});
        run.navigation.planner().checkPair(m_folder.filePath("nowhere").toStdString(), {}); // keeps the worker busy
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({{.kind = Kind::token, .node = 0, .token = 5}});
            run.navigation.player().pause();
        }));
        QCOMPARE(run.navigation.recording().branches().back().forkRound, 2);
        if (run.navigation.playhead().position().round < 2 || !run.navigation.playhead().round()->isFinished())
            QVERIFY(run.rounds(1));
        QCOMPARE(run.round(2, 1).nodes[0].token, 5);
        QVERIFY(run.round(2, 1).nodes[0].forcedToken);
        QCOMPARE(whatIsBroken(run.navigation.recording(), m_folder.filePath("stopped.jsonl")), QString());
    }

    // The session's own sampler and K are those of wherever it was last; a fork has those of where it begins.
    void aForkHasTheSettingsOfWhereItBegins()
    {
        RunFixture run; // K = 4
        QVERIFY(run.start() && run.rounds(3));
        QVERIFY(run.await([&] { run.navigation.whatIfs().change({{.kind = Kind::draftLength, .draftLength = 2}}); }));
        QVERIFY(run.rounds(2));
        QCOMPARE(run.round(3).draftLength, 2);

        run.navigation.player().first();
        QCOMPARE(run.navigation.whatIfs().inForce().draftLength, 4);
        QVERIFY(run.await([&] { run.navigation.whatIfs().change({sampler(run.navigation, 0.5)}); }));
        QVERIFY(run.rounds(2));
        for (int r : {0, 1}) {
            QCOMPARE(run.round(r, 1).draftLength, 4);
            QCOMPARE(run.round(r, 1).sampler.temperature, 0.5);
        }

        run.navigation.player().goToBranch(0);
        run.navigation.player().goTo({0, 3, 2}); // in the first round with K = 2, to be drafted anew
        QVERIFY(run.await([&] { run.navigation.whatIfs().change({{.kind = Kind::token, .node = 0, .token = 7}}); }));
        QCOMPARE(run.round(3, 2).draftLength, 2);
        QCOMPARE(run.round(3, 2).overrides.front(), (OverrideRecord{Kind::draftLength, -1, 2}));
    }

    void aChangeAtTheEndOfABranchWaitsThereWhileAnotherIsVisited()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(5));
        QVERIFY(run.await([&] { run.navigation.whatIfs().change({sampler(run.navigation, 1.5)}); }));
        run.navigation.player().goTo({0, 1, 3});
        QVERIFY(run.await([&] { run.navigation.whatIfs().change({{.kind = Kind::draftLength, .draftLength = 2}}); }));
        QVERIFY(run.rounds(1));
        run.navigation.player().goToBranch(0);
        QCOMPARE(run.navigation.whatIfs().inForce().sampler.temperature, 1.5);
        QVERIFY(run.rounds(1));
        QCOMPARE(run.round(5).sampler.temperature, 1.5);
        QCOMPARE(int(run.round(5).overrides.size()), 1);
        QCOMPARE(run.round(5).draftLength, 4);
    }

    void aChangeThatCannotTakeEffectSaysWhy()
    {
        RunFixture run;
        QVERIFY(run.start());
        const auto rejected = [&](int round) {
            const auto& nodes = run.round(round).nodes;
            const auto found = std::find_if(nodes.begin(), nodes.end(),
                                            [](const NodeRecord& n) { return n.verdict == Verdict::rejected; });
            return int(found - nodes.begin());
        };
        int round = -1;
        do {
            QVERIFY2(run.rounds(1) && !run.navigation.player().hasEnded(), "no round rejects any draft but its last");
            ++round;
        } while (rejected(round) + 1 >= int(run.round(round).nodes.size()));
        const int node = rejected(round);
        run.navigation.player().goTo({0, round, int(run.round(round).nodes.size()) + 1});
        QVERIFY(run.await(
            [&] { run.navigation.whatIfs().change({{.kind = Kind::verdict, .node = node + 1, .accepted = true}}); }));
        const QString why =
            QStringLiteral("Draft %1 was not judged, because draft %2 was rejected.").arg(node + 2).arg(node + 1);
        QVERIFY2(run.lastSaid().endsWith(' ' + why), qPrintable(run.lastSaid()));
    }

    void aKeyHeldDownAsksLittleAhead()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(1));
        for (int i = 0; i < 50; ++i)
            run.navigation.player().nextMoment();
        QVERIFY(until([&] { return run.navigation.recording().roundCount(0) == 2; }));
        QTest::qWait(300);
        QCOMPARE(run.navigation.recording().end(0), (Position{0, 1, 2}));
    }

    void savingOutlivesTheWindow()
    {
        const QString file = m_folder.filePath("at-the-end.jsonl.zst");
        int rounds = 0;
        {
            RunFixture run;
            QVERIFY(run.start() && run.rounds(10));
            rounds = run.navigation.recording().roundCount(0);
            for (int i = 0; i < 5; ++i)
                run.navigation.files().save(file.toStdString());
            QVERIFY(run.navigation.files().isSaving());
        }
        const auto loaded = loadTrace(file.toStdString());
        QVERIFY(loaded.has_value());
        QCOMPARE(loaded->recording.roundCount(0), rounds);
    }

    void stopConditionsOfAnotherVocabularyGo()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(1));
        const auto token = run.navigation.run().vocabulary().tokenOf(" girl");
        QVERIFY(token);
        run.navigation.player().transport().setStopConditions({.tokens = {*token}});
        QVERIFY(run.start());
        QCOMPARE(int(run.navigation.player().transport().stopConditions().tokens.size()),
                 1); // the same models: it stays
        RunSetup foreign = run.navigation.starter().setup();
        foreign.target = test::modelOfAnotherVocabulary(m_folder.path()).toStdString();
        foreign.settings.method = std::string("plain");
        foreign.prompt = std::string("Once upon a time");
        run.navigation.starter().setSetup(foreign);
        QVERIFY(run.start());
        QVERIFY(run.navigation.player().transport().stopConditions().tokens.empty());
        QVERIFY(run.lastSaid().contains("“ girl”"));
    }

    void anyKeysInAnyOrderLeaveARecordingThatHoldsTogether_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 4; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void anyKeysInAnyOrderLeaveARecordingThatHoldsTogether()
    {
        QFETCH(quint32, seed);
        QRandomGenerator random(seed);
        RunFixture run(test::quickSetup(40));
        QVERIFY(run.start());
        Navigation& navigation = run.navigation;
        const auto forceSomething = [&] {
            if (!navigation.playhead().round() || navigation.playhead().round()->nodes.empty())
                return;
            const int node = random.bounded(int(navigation.playhead().round()->nodes.size()));
            switch (random.bounded(3)) {
            case 0:
                return navigation.whatIfs().change({{.kind = Kind::u, .node = node, .u = random.generateDouble()}});
            case 1:
                return navigation.whatIfs().change(
                    {{.kind = Kind::verdict, .node = node, .accepted = random.bounded(2) == 1}});
            default:
                return navigation.whatIfs().change(
                    {{.kind = Kind::token, .node = node, .token = TokenId(random.bounded(300))}});
            }
        };
        const auto goSomewhere = [&] {
            const int branch = navigation.playhead().position().branch;
            if (const int rounds = navigation.recording().roundCount(branch); rounds > 0)
                navigation.player().goTo({branch, random.bounded(rounds), random.bounded(14)});
        };
        for (int i = 0; i < 80; ++i) {
            switch (random.bounded(10)) {
            case 0:
            case 1:
                navigation.player().nextRound();
                break;
            case 2:
                navigation.player().nextMoment();
                break;
            case 3:
                navigation.player().previousMoment();
                break;
            case 4:
                navigation.player().previousRound();
                break;
            case 5:
                forceSomething();
                break;
            case 6:
                navigation.whatIfs().change({{.kind = Kind::draftLength, .draftLength = 1 + random.bounded(6)}});
                break;
            case 7:
                navigation.whatIfs().change({sampler(navigation, random.bounded(3) * 0.5)});
                break;
            case 8:
                navigation.player().goToBranch(random.bounded(int(navigation.recording().branches().size())));
                break;
            default:
                goSomewhere();
                break;
            }
            QTest::qWait(random.bounded(3) == 0 ? 0 : 15);
        }
        QTest::qWait(100);
        QCOMPARE(whatIsBroken(navigation.recording(), m_folder.filePath("keys.jsonl")), QString());
        QCOMPARE(run.failed.count(), 0);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestHastyNavigation)
#include "test_hasty_navigation.moc"
