// SPDX-License-Identifier: MIT
#include <QTemporaryDir>

#include "run_fixture.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::isSentence;
using test::RunFixture;
using test::until;

namespace {

using Activity = Player::Activity;

/// Equal but for times, which no two computations share.
bool sameButTimes(RoundRecord a, RoundRecord b)
{
    a.times = b.times = {};
    return a == b;
}

int firstJudgedNodeWithRoom(const RoundRecord& round)
{
    for (std::size_t n = 0; n < round.nodes.size(); ++n)
        if (round.nodes[n].acceptance && *round.nodes[n].acceptance > 0 && *round.nodes[n].acceptance < 1)
            return int(n);
    return -1;
}

} // namespace

/// The transport without a window: where it goes, what it computes and what it leaves alone.
class TestNavigation : public QObject {
    Q_OBJECT

private slots:
    void startsBeforeTheFirstMoment()
    {
        RunFixture run;
        QCOMPARE(run.navigation.player().activity(), Activity::nothing);
        QVERIFY(run.start());
        QCOMPARE(run.navigation.playhead().position(), Position());
        QVERIFY(!run.navigation.playhead().round());
        QVERIFY(!run.navigation.playhead().text().empty());
        QCOMPARE(run.navigation.recording().roundCount(0), 0);
    }

    void stepsThroughTheMomentsInOrder()
    {
        RunFixture run;
        QVERIFY(run.start());
        std::vector<MomentKind> kinds;
        do {
            QVERIFY(run.step());
            kinds.push_back(run.navigation.playhead().round()->moments.back().kind);
        } while (!run.navigation.playhead().round()->isFinished());
        QVERIFY(std::is_sorted(kinds.begin(), kinds.end()));
        QCOMPARE(std::count(kinds.begin(), kinds.end(), MomentKind::draft), 4);
        QCOMPARE(std::count(kinds.begin(), kinds.end(), MomentKind::verify), 1);
        QCOMPARE(kinds.back(), MomentKind::commit);
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, int(kinds.size())}));
    }

    void goingBackAndOnAgainComputesNothing()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(3));
        const RoundRecord before = run.round(1);
        const Position end = run.navigation.playhead().position();
        QSignalSpy stood(&run.navigation.player(), &Player::stood);
        int back = 0;
        while (run.navigation.playhead().position() != Position()) {
            run.navigation.player().previousMoment();
            ++back;
        }
        for (int i = 0; i < back; ++i)
            run.navigation.player().nextMoment();
        QCOMPARE(run.navigation.playhead().position(), end);
        QCOMPARE(run.round(1), before); // to the microsecond: not computed again
        QCOMPARE(stood.count(), 0);
        QCOMPARE(run.navigation.recording().roundCount(0), 3);
    }

    void roundsFirstAndLast()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(3));
        run.navigation.player().first();
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 0}));
        run.navigation.player().nextMoment();
        run.navigation.player().finishRound();
        QCOMPARE(run.navigation.playhead().position().round, 0);
        QVERIFY(run.navigation.playhead().round()->isFinished());
        run.navigation.player().nextRound();
        QCOMPARE(run.navigation.playhead().position().round, 1);
        QVERIFY(run.navigation.playhead().round()->isFinished());
        run.navigation.player().previousRound();
        QCOMPARE(run.navigation.playhead().position().round, 0);
        run.navigation.player().last();
        QCOMPARE(run.navigation.playhead().position().round, 2);
    }

    void theTextIsThatOfTheMomentShown()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(3));
        const auto whole = run.navigation.playhead().text();
        run.navigation.player().previousRound();
        const auto shorter = run.navigation.playhead().text();
        QCOMPARE(int(whole.size() - shorter.size()), int(run.round(2).committed.size()));
        QVERIFY(std::equal(shorter.begin(), shorter.end(), whole.begin()));
        run.navigation.player().previousMoment(); // before the commit
        QCOMPARE(run.navigation.playhead().text().size(), std::size_t(run.round(1).prefixLength));
    }

    void aTokenLeadsToTheMomentThatMadeIt()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(6));
        const auto text = run.navigation.playhead().text();
        for (int index = int(run.navigation.recording().header().promptTokens.size()); index < int(text.size());
             ++index) {
            run.navigation.player().goToToken(index);
            const RoundRecord& round = *run.navigation.playhead().round();
            const Moment made = round.moments.back();
            if (text[std::size_t(index)].source == TokenSource::accepted) {
                QCOMPARE(made.kind, MomentKind::judge);
                QCOMPARE(round.nodes[std::size_t(made.node)].token, text[std::size_t(index)].token);
            } else {
                QCOMPARE(made.kind,
                         text[std::size_t(index)].source == TokenSource::bonus ? MomentKind::bonus
                                                                               : MomentKind::residual);
                QCOMPARE(round.draw->token, text[std::size_t(index)].token);
            }
        }
    }

    void anotherUForksAndLeavesTheFirstRunAlone()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(8));
        int number = -1, node = -1;
        for (int r = 0; r < 8 && node < 0; ++r)
            if (node = firstJudgedNodeWithRoom(run.round(r)); node >= 0)
                number = r;
        QVERIFY2(node >= 0, "no verdict in eight rounds was left to chance");
        const RoundRecord before = run.round(number), after = run.round(number + 1 < 8 ? number + 1 : 7);
        const bool wasAccepted = before.nodes[std::size_t(node)].verdict == Verdict::accepted;

        run.navigation.player().goTo({0, number, int(before.moments.size())});
        const double u = wasAccepted ? (1 + *before.nodes[std::size_t(node)].acceptance) / 2 : 0.0;
        QVERIFY(run.await(
            [&] { run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = node, .u = u}}); }));
        QCOMPARE(run.navigation.playhead().position().branch, 1);
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(2));
        const NodeRecord& changed = run.round(number, 1).nodes[std::size_t(node)];
        QCOMPARE(changed.u, std::optional(u));
        QCOMPARE(changed.verdict, wasAccepted ? Verdict::rejected : Verdict::accepted);
        QVERIFY(changed.forcedU);
        QVERIFY(run.lastSaid().contains("Branch 1"));

        QVERIFY(run.rounds(2));
        QVERIFY(run.navigation.recording().roundCount(1) >= number + 2);
        QCOMPARE(run.round(number), before);
        QCOMPARE(run.navigation.recording().roundCount(0), 8);
        run.navigation.player().goToBranch(0);
        QCOMPARE(run.navigation.playhead().position(), run.navigation.recording().end(0));
    }

    void aForkedTokenIsDraftedAndJudged()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(2));
        const auto token = run.navigation.run().vocabulary().tokenOf(" dog");
        QVERIFY(token);
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::token, .node = 1, .token = *token}});
        }));
        QVERIFY(run.await([&] { run.navigation.player().finishRound(); }));
        const NodeRecord& node = run.round(1, 1).nodes[1];
        QCOMPARE(node.token, *token);
        QVERIFY(node.forcedToken);
        QCOMPARE(run.round(1, 1).nodes[0], run.round(1, 0).nodes[0]);
    }

    void samplerAndKChangeFromTheNextRoundOnWithoutAFork()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(2));
        SamplerSettings cooler = run.round(1).sampler;
        cooler.temperature = 0.3;
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::sampler, .sampler = cooler},
                                             {.kind = OverrideRecord::Kind::draftLength, .draftLength = 2}});
        }));
        QCOMPARE(run.navigation.whatIfs().inForce().sampler.temperature, 0.3);
        QVERIFY(run.rounds(1));
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(1));
        QCOMPARE(run.round(2).sampler, cooler);
        QCOMPARE(run.round(2).draftLength, 2);
        QCOMPARE(run.round(1).draftLength, 4);
    }

    void goingOnInTheOldBranchAfterAForkGoesOnAsBefore()
    {
        RunFixture whole;
        QVERIFY(whole.start() && whole.rounds(6));
        RunFixture run;
        QVERIFY(run.start() && run.rounds(4));
        run.navigation.player().goTo({0, 1, 3});
        QVERIFY(run.await(
            [&] { run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::draftLength, .draftLength = 1}}); }));
        QVERIFY(run.rounds(2));
        run.navigation.player().goToBranch(0);
        QVERIFY(run.rounds(2));
        QCOMPARE(run.navigation.recording().roundCount(0), 6);
        for (int r = 0; r < 6; ++r)
            QVERIFY(sameButTimes(run.round(r), whole.round(r)));
    }

    void playsToTheEndAtFullSpeed()
    {
        RunFixture run;
        QVERIFY(run.start());
        run.navigation.player().transport().setSpeed(Player::fastest);
        run.navigation.player().playOrPause();
        QCOMPARE(run.navigation.player().activity(), Activity::playing);
        QVERIFY(until([&] { return run.navigation.player().activity() == Activity::paused; }));
        QCOMPARE(run.navigation.playhead().text().size() - run.navigation.recording().header().promptTokens.size(),
                 std::size_t(60));
        QVERIFY(run.lastSaid().contains("60"));
        QVERIFY(run.navigation.player().hasEnded());
    }

    void playsByTheClock()
    {
        RunFixture run;
        QVERIFY(run.start());
        run.navigation.player().transport().setSpeed(32);
        QSignalSpy shown(&run.navigation, &Navigation::shown);
        run.navigation.player().playOrPause();
        QVERIFY(until([&] { return run.navigation.playhead().position().round == 1; }));
        run.navigation.player().playOrPause();
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        QVERIFY(shown.count() >= int(run.round(0).moments.size())); // every moment was seen
        QTest::qWait(150);
        const Position there = run.navigation.playhead().position();
        QTest::qWait(150);
        QCOMPARE(run.navigation.playhead().position(), there);
    }

    void stopsAtARejection_data()
    {
        QTest::addColumn<double>("speed");
        QTest::newRow("by the clock") << 60.0;
        QTest::newRow("as fast as it goes") << Player::fastest;
    }
    void stopsAtARejection()
    {
        QFETCH(double, speed);
        RunFixture run;
        run.navigation.player().transport().setStopConditions({.onRejection = true});
        QVERIFY(run.start());
        run.navigation.player().transport().setSpeed(speed);
        run.navigation.player().playOrPause();
        QVERIFY(until([&] { return run.navigation.player().activity() == Activity::paused; }));
        const Moment moment = run.navigation.playhead().round()->moments.back();
        QCOMPARE(moment.kind, MomentKind::judge);
        QCOMPARE(run.navigation.playhead().round()->nodes[std::size_t(moment.node)].verdict, Verdict::rejected);
        QVERIFY2(isSentence(run.lastSaid()) && run.lastSaid().contains("rejected"), qPrintable(run.lastSaid()));
    }

    void continuesFromStopToStopAlsoOverWhatIsRecorded()
    {
        RunFixture run;
        run.navigation.player().transport().setStopConditions({.onRejection = true});
        QVERIFY(run.start());
        std::vector<Position> stops;
        for (int i = 0; i < 3; ++i) {
            QVERIFY(run.await([&] { run.navigation.player().continueToStop(); }));
            stops.push_back(run.navigation.playhead().position());
        }
        QVERIFY(stops[0].round < stops[1].round && stops[1].round < stops[2].round);
        run.navigation.player().first();
        for (const Position& stop : stops) {
            run.navigation.player().continueToStop();
            QCOMPARE(run.navigation.playhead().position(), stop);
        }
    }

    void aStopConditionSetWhilePlayingIsMet()
    {
        RunFixture run(test::quickSetup(400));
        QVERIFY(run.start());
        run.navigation.player().transport().setSpeed(
            50); // so slow that the text is not over before the condition is set
        run.navigation.player().playOrPause();
        QVERIFY(until([&] { return run.navigation.playhead().position().round > 0; }));
        run.navigation.player().transport().setStopConditions({.onRejection = true});
        run.navigation.player().transport().setSpeed(Player::fastest);
        QVERIFY(until([&] { return run.navigation.player().activity() == Activity::paused; }));
        QVERIFY2(run.lastSaid().contains("rejected"), qPrintable(run.lastSaid()));
    }

    void f9StopsAtTheSelectedToken()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(4));
        run.navigation.player().toggleStopAtSelectedToken();
        QVERIFY(run.lastSaid().contains("Click a token"));
        const int last = int(run.navigation.playhead().text().size()) - 1;
        const TokenId token = run.navigation.playhead().text().back().token;
        run.navigation.player().goToToken(last);
        run.navigation.player().toggleStopAtSelectedToken();
        QCOMPARE(run.navigation.player().transport().stopConditions().tokens, std::vector<TokenId>{token});
        run.navigation.player().toggleStopAtSelectedToken();
        QVERIFY(run.navigation.player().transport().stopConditions().tokens.empty());
    }

    void restartGivesTheSameRunAgain()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(3));
        const RoundRecord before = run.round(2);
        QVERIFY(run.start() && run.rounds(3));
        QVERIFY(sameButTimes(run.round(2), before));
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(1));
    }

    void loadingCanBeCancelled()
    {
        RunFixture run;
        run.navigation.starter().restart();
        QCOMPARE(run.navigation.player().activity(), Activity::loading);
        run.navigation.starter().cancelLoading();
        QCOMPARE(run.navigation.player().activity(), Activity::nothing);
        QTest::qWait(300);
        QVERIFY(!run.navigation.run().isThere()); // what was under way does not arrive after all
        QVERIFY(run.failed.isEmpty());
        QVERIFY(run.start());
    }

    void aTraceIsShownWithoutModels()
    {
        QTemporaryDir folder;
        RunFixture run;
        QVERIFY(run.start() && run.rounds(5));
        run.navigation.player().goTo({0, 1, 2});
        QVERIFY(run.await(
            [&] { run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::draftLength, .draftLength = 2}}); }));
        QVERIFY(run.rounds(2));
        for (const char* name : {"a.jsonl", "a.jsonl.zst"}) {
            const std::filesystem::path path = folder.filePath(name).toStdString();
            run.navigation.files().save(path);
            QVERIFY(until([&] { return run.lastSaid().startsWith("Saved"); }));
            run.said.clear();

            RunFixture shown;
            shown.navigation.starter().openTrace(path);
            QVERIFY(until([&] { return shown.navigation.player().activity() == Activity::paused; }));
            QVERIFY(!shown.navigation.run().computation().canCompute());
            QCOMPARE(shown.navigation.recording().branches().size(), std::size_t(2));
            for (int r = 0; r < 5; ++r)
                QCOMPARE(shown.round(r), run.round(r));
            for (int moments = 0; moments < 4; ++moments)
                shown.navigation.player().nextMoment();
            QCOMPARE(shown.navigation.playhead().position(), (Position{0, 0, 4}));
            shown.navigation.player().last();
            shown.navigation.player().nextMoment();
            QVERIFY(shown.lastSaid().contains("trace ends"));
            shown.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.5}});
            QVERIFY(isSentence(shown.lastFailed()));
            QCOMPARE(shown.navigation.starter().setup().prompt, run.navigation.starter().setup().prompt);
            QCOMPARE(shown.navigation.starter().setup().target, run.navigation.starter().setup().target);
        }
    }

    void aTraceGoesOnWithItsModels()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.jsonl").toStdString();
        RunFixture run;
        QVERIFY(run.start() && run.rounds(2));
        run.navigation.files().save(path);
        QVERIFY(until([&] { return run.lastSaid().startsWith("Saved"); }));
        RunFixture shown;
        shown.navigation.starter().openTrace(path);
        QVERIFY(until([&] { return shown.navigation.player().activity() == Activity::paused; }));
        QVERIFY(shown.start() && shown.rounds(2));
        QVERIFY(sameButTimes(shown.round(1), run.round(1)));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestNavigation)
#include "test_navigation.moc"
