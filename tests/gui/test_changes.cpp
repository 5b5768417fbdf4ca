// SPDX-License-Identifier: MIT
#include "gui/playback/recorded_steps.h"
#include "setup_fields.h"
#include "tests/test_main.h"
#include "widgets/words/token_text.h"

using namespace draftscope;
using test::field;
using test::RunFixture;
using test::WindowFixture;
using Kind = OverrideRecord::Kind;

namespace {

WhatIf verdict(int node, bool accepted)
{
    return {.kind = Kind::verdict, .node = node, .accepted = accepted};
}

WhatIf length(int k)
{
    return {.kind = Kind::draftLength, .draftLength = k};
}

/// The first round of a run that rejects a draft, and that draft.
struct Rejection {
    int round = -1, node = -1;
};
Rejection findRejection(RunFixture& run, int leastNode)
{
    for (int r = 0; run.rounds(1) && !run.navigation.player().hasEnded(); ++r) {
        const auto& nodes = run.round(r).nodes;
        for (int n = leastNode; n < int(nodes.size()); ++n)
            if (nodes[std::size_t(n)].verdict == Verdict::rejected)
                return {r, n};
    }
    return {};
}

bool change(RunFixture& run, const WhatIf& what)
{
    return run.await([&] { run.navigation.whatIfs().change({what}); });
}

} // namespace

/// From when a change counts, what is said of it, and what a fork keeps of the changes before it.
class TestChanges : public QObject {
    Q_OBJECT

private slots:
    /// At a rejection, back to Draft 1, another temperature: the round is drafted again with it.
    void theRoundShownCanBeDraftedAgain()
    {
        WindowFixture run;
        QVERIFY(run.start());
        const Rejection found = findRejection(run, 0);
        QVERIFY(found.round >= 0);
        run.navigation.player().goTo({0, found.round, 1});
        field(run, "Temperature")->setValue(1.9);
        auto* again = run.find<QAbstractButton>("applyToRound");
        QVERIFY(again->isEnabled());
        QCOMPARE(again->text(), QStringLiteral("Redo round %1 with these").arg(found.round + 1));
        QVERIFY(run.await([&] { test::click(again); }));
        QCOMPARE(run.navigation.playhead().position(), (Position{1, found.round, 1}));
        QCOMPARE(run.round(found.round, 1).sampler.temperature, 1.9);
        QCOMPARE(run.navigation.status().text(),
                 QStringLiteral("Branch 1 begins here: temperature 1.90 from round %1 on. Branch 0 stays.")
                     .arg(found.round + 1));
        QVERIFY(!again->isEnabled());
        QVERIFY(run.rounds(1));
        QCOMPARE(run.round(found.round, 1).nodes[0].forcedToken, false);
        QVERIFY2(!(run.round(found.round, 1).nodes[0].q == run.round(found.round, 0).nodes[0].q),
                 "it was drafted from another distribution");
    }

    /// From within a round sampler and K count from the next one: the button and the sentence say which.
    void fromWithinARoundTheNextOneIsNamed()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(4));
        run.navigation.player().goTo({0, 1, 2});
        field(run, "Temperature")->setValue(1.9);
        auto* apply = run.find<QAbstractButton>("apply");
        QVERIFY(apply->isEnabled());
        QCOMPARE(apply->text(), QStringLiteral("Apply from round 3 on"));
        QVERIFY(run.await([&] { test::click(apply); }));
        QCOMPARE(run.navigation.playhead().position(), (Position{1, 1, 2}));
        QCOMPARE(run.navigation.status().text(),
                 QStringLiteral("Branch 1 begins here: temperature 1.90 from round 3 on. Branch 0 stays."));
        QVERIFY(!apply->isEnabled());
        QVERIFY2(run.find<QAbstractButton>("applyToRound")->isEnabled(), "for this round it can still be had");
        QVERIFY(run.rounds(2));
        QCOMPARE(run.round(1, 1).sampler.temperature, 0.8);
        QCOMPARE(run.round(1, 1).nodes, run.round(1, 0).nodes);
        QCOMPARE(run.round(2, 1).sampler.temperature, 1.9);
    }

    /// A schedule makes other K of the one asked for: that is no change by a person.
    void aScheduleIsNoChangeOfK()
    {
        RunSetup setup = test::quickSetup(120);
        setup.settings.options = {{"stop-below", 40}, {"length-schedule", 1}};
        WindowFixture run(setup);
        QVERIFY(run.start() && run.rounds(5));
        QVERIFY2(run.round(4).draftLength != 4 || run.round(3).draftLength != 4, "the schedule has done something");
        // What the formula says of the lengths that were drafted, not of those asked for.
        const QString expected = number(*run.navigation.playhead().metrics().expectedTokensPerStep()) + " expected";
        const QString said = run.window.workspace().panel("tokens-per-step")->header().subtitle();
        QVERIFY2(said.endsWith(expected), qPrintable(said));
        QVERIFY(!run.navigation.starter().setupDiffers());
        QVERIFY(!run.find<QAbstractButton>("applyToRound")->isEnabled());
        run.navigation.player().goTo({0, 2, 1});
        QVERIFY(!run.navigation.starter().setupDiffers());
        QVERIFY(change(run, {.kind = Kind::u, .node = 0, .u = 0.999})); // a fork
        QVERIFY(run.rounds(2));
        for (int r = 0; r < run.navigation.recording().roundCount(1); ++r)
            for (const OverrideRecord& record : run.round(r, 1).overrides)
                QVERIFY(record.kind != Kind::draftLength);
        QVERIFY(change(run, length(7)));
        QVERIFY(run.rounds(2));
        QCOMPARE(run.navigation.whatIfs().inForce().draftLength, 7);
        QVERIFY(run.navigation.starter().setupDiffers());
    }

    void withoutAForkTheRoundIsNamed()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(1) && run.step());
        QVERIFY(change(run, length(2)));
        QCOMPARE(run.navigation.status().text(), QStringLiteral("From round 3 on: K = 2."));
        QVERIFY(change(run, {.kind = Kind::u, .node = 0, .u = 0.25}));
        QCOMPARE(run.navigation.status().text(), QStringLiteral("In round 2: u = 0.25 at draft 1."));
        QCOMPARE(run.navigation.playhead().round()->moments.back(), (Moment{MomentKind::judge, 0}));
        QVERIFY(run.rounds(2));
        QCOMPARE(run.round(1).draftLength, 4);
        QCOMPARE(run.round(2).draftLength, 2);
    }

    void thereIsNoRoundAfterTheLast()
    {
        WindowFixture run(test::quickSetup(12));
        QVERIFY(run.start());
        while (!run.navigation.player().hasEnded())
            QVERIFY(run.rounds(1));
        QVERIFY(!run.navigation.whatIfs().nextRoundToBegin());
        const int last = run.navigation.playhead().position().round;
        field(run, "Draft length K")->setValue(2);
        QVERIFY(!run.find<QAbstractButton>("apply")->isEnabled());
        QVERIFY(run.find<QAbstractButton>("applyToRound")->isEnabled());
        run.navigation.whatIfs().change({length(2)});
        QVERIFY2(run.navigation.status().text().startsWith(QStringLiteral("The text ends in round %1,").arg(last + 1)),
                 qPrintable(run.navigation.status().text()));
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(1));
        QVERIFY(run.await([&] { test::click(run.find<QAbstractButton>("applyToRound")); }));
        QCOMPARE(run.round(last, 1).draftLength, 2);
    }

    /// "accepted" is forced in branch 1, then another draft before it in branch 2: both hold, and it is said.
    void aForkKeepsWhatWasForcedInItsRound()
    {
        RunFixture run;
        QVERIFY(run.start());
        const auto [number, node] = findRejection(run, 1);
        QVERIFY(number >= 0);
        run.navigation.player().goTo({0, number, int(run.round(number).moments.size())});
        QVERIFY(change(run, verdict(node, true)));
        QVERIFY(run.round(number, 1).nodes[std::size_t(node)].forcedVerdict && run.rounds(1));
        const TokenId other = run.round(number, 1).nodes[std::size_t(node)].token;
        QVERIFY(change(run, {.kind = Kind::token, .node = node, .token = other}));
        QCOMPARE(
            run.navigation.status().text(),
            QStringLiteral("Branch 2 begins here: %1 as draft %2. Branch 1 stays. Kept from it: draft %2 accepted.")
                .arg(quoted(run.navigation.recording(), other))
                .arg(node + 1));
        QCOMPARE(run.navigation.whatIfs().awaitedFor(node).size(), std::size_t(1));
        QVERIFY(run.rounds(1));
        const NodeRecord& both = run.round(number, 2).nodes[std::size_t(node)];
        QVERIFY(both.forcedToken && both.forcedVerdict);
        QCOMPARE(both.verdict, Verdict::accepted);

        // A change of the same thing takes the place of what was forced.
        QVERIFY(change(run, verdict(node, false)));
        QVERIFY2(!run.navigation.status().text().contains("accepted"), qPrintable(run.navigation.status().text()));
        QCOMPARE(run.round(number, 3).nodes[std::size_t(node)].verdict, Verdict::rejected);
        QVERIFY(run.round(number, 3).nodes[std::size_t(node)].forcedToken);
    }

    /// Also where the round is drafted again with another sampler.
    void aRoundDraftedAgainKeepsWhatWasForced()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(3));
        QVERIFY(change(run, verdict(0, false)) && run.rounds(1));
        const Position shown = run.navigation.playhead().position();
        QSignalSpy forked(&run.navigation.whatIfs(), &WhatIfs::forked);
        QVERIFY(run.await([&] { run.navigation.whatIfs().changeFromStartOfRound({length(3)}); }));
        QVERIFY2(run.navigation.status().text().endsWith("Kept from it: draft 1 rejected."),
                 qPrintable(run.navigation.status().text()));
        QCOMPARE(forked.count(), 1);
        QCOMPARE(forked.first().first().value<Position>(), shown); // where undo leads
        QVERIFY(run.rounds(1));
        QCOMPARE(run.round(2, 2).draftLength, 3);
        QVERIFY(run.round(2, 2).nodes[0].forcedVerdict);
    }

    /// What was kept and comes to nothing is not dropped without a word.
    void whatIsKeptAndHasNoEffectSaysSo()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(change(run, verdict(0, true)) && change(run, verdict(1, false)) && run.rounds(1));
        const int branch = run.navigation.playhead().position().branch;
        QVERIFY(run.round(1, branch).nodes[1].forcedVerdict);
        QVERIFY(change(run, verdict(0, false)));
        QVERIFY2(run.navigation.status().text().endsWith("Kept from it: draft 2 rejected."),
                 qPrintable(run.navigation.status().text()));
        QVERIFY(run.rounds(1));
        QCOMPARE(run.navigation.status().text(),
                 QStringLiteral("Draft 2 was not judged, because draft 1 was rejected."));
    }

    void whatAForkCannotKeepIsNamed()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(change(run, verdict(0, false)) && run.rounds(2)); // round 2
        const int branch = run.navigation.playhead().position().branch;
        const int late = run.navigation.playhead().position().round;
        QVERIFY(change(run, verdict(0, false)) && run.rounds(1)); // and a later one
        QVERIFY(change(run, length(2)) && run.rounds(1));
        const int last = run.navigation.playhead().position().branch;
        QVERIFY(last > branch);
        run.navigation.player().goTo({last, 1, 1});
        QVERIFY(change(run, {.kind = Kind::token, .node = 0, .token = run.round(1, last).nodes[0].token}));
        const QString sentence = run.navigation.status().text();
        QVERIFY2(sentence.contains("Kept from it: draft 1 rejected."), qPrintable(sentence));
        QVERIFY2(sentence.endsWith(QStringLiteral("Not kept, as the text is another one by then: draft 1 rejected of "
                                                  "round %1, K = 2 from round %2 on.")
                                       .arg(late + 1)
                                       .arg(late + 2)),
                 qPrintable(sentence));
    }

    /// Of K = 3 and then K = 2 for one round only the second ever held.
    void whatNeverHeldIsNotNamedAsLost()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(change(run, length(3)) && change(run, length(2)) && run.rounds(1));
        run.navigation.player().goTo({0, 0, 1});
        QVERIFY(change(run, {.kind = Kind::token, .node = 0, .token = run.round(0).nodes[0].token}));
        QVERIFY2(run.navigation.status().text().endsWith("another one by then: K = 2 from round 3 on."),
                 qPrintable(run.navigation.status().text()));
    }

    /// "From round 3 on: K = 2" holds although round 2 goes on before its branch is left, and a change that is made
    /// after coming back stacks on it.
    void whatIsToComeHoldsThoughItsRoundGoesOnAndItsBranchIsLeft_data()
    {
        QTest::addColumn<bool>("changesAgain");
        QTest::newRow("on") << false;
        QTest::newRow("another change, then on") << true;
    }
    void whatIsToComeHoldsThoughItsRoundGoesOnAndItsBranchIsLeft()
    {
        QFETCH(const bool, changesAgain);
        RunFixture run;
        QVERIFY(run.start() && run.rounds(1) && run.step());
        SamplerSettings warm = run.navigation.whatIfs().inForce().sampler;
        warm.temperature = 1.5;
        QVERIFY(change(run, length(2)));
        QCOMPARE(run.navigation.status().text(), QStringLiteral("From round 3 on: K = 2."));
        QVERIFY(run.step());
        run.navigation.player().goTo(endOfRound(run.navigation.recording(), 0, 0));
        QVERIFY(change(run, verdict(0, false)));
        QCOMPARE(run.navigation.playhead().position().branch, 1);
        run.navigation.player().goToBranch(0);
        if (changesAgain) {
            QVERIFY(change(run, {.kind = Kind::sampler, .sampler = warm}));
            QCOMPARE(run.navigation.whatIfs().inForce().draftLength, 2);
        }
        QVERIFY(run.rounds(2));
        QCOMPARE(run.round(1).draftLength, 4);
        QCOMPARE(run.round(2).draftLength, 2);
        QCOMPARE(run.round(2).sampler.temperature, changesAgain ? 1.5 : 0.8);
    }

    /// In branch 0 it is not said what has come to nothing in branch 2 while it played.
    void whatComesToNothingIsSaidOfItsOwnBranch()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(change(run, verdict(0, true)) && change(run, verdict(1, false)) && run.rounds(1));
        QVERIFY(change(run, verdict(0, false)));
        QVERIFY2(run.navigation.status().text().endsWith("Kept from it: draft 2 rejected."),
                 qPrintable(run.navigation.status().text()));
        const int branch = run.navigation.playhead().position().branch;
        run.navigation.player().transport().setSpeed(60);
        run.navigation.player().playOrPause();
        QVERIFY(test::until([&] { return run.navigation.recording().roundCount(branch) > 2; }));
        run.navigation.player().goToBranch(0);
        QTest::qWait(100); // for the moment that was under way
        QVERIFY(run.step());
        QCOMPARE(run.navigation.playhead().position().branch, 0);
        QCOMPARE(run.navigation.status().text(), QString());
        run.navigation.player().goToBranch(branch);
        QVERIFY(run.step());
        QCOMPARE(run.navigation.status().text(),
                 QStringLiteral("Round 2: Draft 2 was not judged, because draft 1 was rejected."));
    }

    void whatIsNotDraftedBehindAnEndOfTextSaysSo()
    {
        RunFixture run;
        QVERIFY(run.start() && run.step());
        const TokenId end = run.navigation.recording().header().endTokens.front();
        QVERIFY(change(run, {.kind = Kind::token, .node = 2, .token = 1000}));
        QVERIFY(change(run, {.kind = Kind::token, .node = 1, .token = end}));
        QVERIFY2(run.navigation.status().text().contains("Kept from it: "), qPrintable(run.navigation.status().text()));
        QVERIFY(run.rounds(1));
        QCOMPARE(run.round(0, 1).nodes.size(), std::size_t(2));
        QCOMPARE(run.navigation.status().text(),
                 QStringLiteral("Draft 3 was not drafted, because draft 2 is an end of text."));
    }

    /// A sampler that was changed between two rounds holds in a fork between them, too.
    void aForkKeepsSamplerAndKOfItsNextRound()
    {
        RunFixture run;
        QVERIFY(run.start() && run.rounds(2));
        SamplerSettings warm = run.navigation.whatIfs().inForce().sampler;
        warm.temperature = 1.5;
        QVERIFY(change(run, {.kind = Kind::sampler, .sampler = warm}) && run.rounds(2));
        run.navigation.player().goTo(endOfRound(run.navigation.recording(), 0, 1));
        QCOMPARE(run.navigation.whatIfs().inForce().sampler, warm); // of the round that is recorded next
        QVERIFY(change(run, length(2)));
        QVERIFY2(run.navigation.status().text().contains("Kept from it: temperature 1.50 from round 3 on."),
                 qPrintable(run.navigation.status().text()));
        QVERIFY(run.rounds(1));
        QCOMPARE(run.round(2, 1).sampler, warm);
        QCOMPARE(run.round(2, 1).draftLength, 2);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestChanges)
#include "test_changes.moc"
