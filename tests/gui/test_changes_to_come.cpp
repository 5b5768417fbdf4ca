// SPDX-License-Identifier: MIT
// What-ifs that a person has asked for, and that the run has not come to yet: a stop, a fork and another choice.
#include <functional>

#include <QMenu>

#include "gui/panels/what_if_menu.h"
#include "gui/playback/recorded_steps.h"
#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;
using test::RunFixture;

namespace {

/// Begins a run of long rounds, does `first`, makes a change there and stops before it takes effect. The models
/// are fast: where they have got there before the stop came, all of it is tried again.
bool changeAndStop(RunFixture& run, const WhatIf& change, const std::function<bool()>& first)
{
    constexpr int attempts = 50;
    for (int i = 0; i < attempts; ++i) {
        const auto stopped = [&] {
            run.navigation.whatIfs().change({change});
            run.navigation.player().pause();
        };
        if (!run.start() || !first() || !run.await(stopped))
            return false;
        run.navigation.player().last();
        const RoundRecord& round = run.round(run.navigation.playhead().position().round);
        if (round.isFinished() || round.nodes.size() < 40) // between rounds, or a long way from the verdicts
            return true;
    }
    return false;
}

RunSetup longRounds()
{
    RunSetup setup = test::quickSetup(400);
    setup.settings.draftLength = 60; // a long way to the verdicts
    return setup;
}

} // namespace

Q_DECLARE_METATYPE(WhatIf)

class TestChangesToCome : public QObject {
    Q_OBJECT

private slots:
    void aChangeThatWasStoppedIsStillToCome_data()
    {
        QTest::addColumn<WhatIf>("change");
        QTest::newRow("u") << WhatIf{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.75};
        QTest::newRow("verdict") << WhatIf{.kind = OverrideRecord::Kind::verdict, .node = 0, .accepted = false};
        QTest::newRow("token") << WhatIf{.kind = OverrideRecord::Kind::token, .node = 40, .token = 1000};
    }

    /// Another branch is looked at, and computed on, before the round has come to the node.
    void aChangeThatWasStoppedIsStillToCome()
    {
        QFETCH(const WhatIf, change);
        RunFixture run(longRounds());
        QVERIFY(changeAndStop(run, change, [&] {
            const WhatIf shorter{.kind = OverrideRecord::Kind::draftLength, .draftLength = 2};
            const bool forks = run.rounds(2) && run.await([&] {
                run.navigation.whatIfs().change({shorter}, Position{0, 1, 0});
            });
            run.navigation.player().goToBranch(0);
            return forks && run.step();
        }));
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(2));
        const Position left = run.navigation.playhead().position();
        QCOMPARE(left.branch, 0);
        QCOMPARE(run.navigation.whatIfs().awaitedFor(change.node).size(), std::size_t(1));
        QVERIFY(run.navigation.whatIfs().awaitedFor(1).empty());

        run.navigation.player().goToBranch(1);
        QVERIFY(run.rounds(1));
        QVERIFY(run.navigation.whatIfs().awaitedFor(change.node).empty()); // it is about the other branch
        run.navigation.player().goToBranch(0);
        QCOMPARE(run.navigation.playhead().position(), left);
        QWidget window;
        QMenu menu;
        fillWhatIfMenu(menu, run.navigation, change.node, &window);
        QAction* toCome = test::entry(menu, "To come: ");
        QVERIFY(toCome && !toCome->isEnabled());
        QVERIFY2(toCome->text().endsWith(describe(change, run.navigation.recording())), qPrintable(toCome->text()));

        QVERIFY(run.step()); // by a moment, not up to the effect
        QCOMPARE(run.navigation.playhead().position(), (Position{0, left.round, left.moment + 1}));
        QVERIFY(run.rounds(1));
        const RoundRecord round = run.round(left.round);
        QVERIFY(round.isFinished());
        const NodeRecord& node = round.nodes[std::size_t(change.node)];
        switch (change.kind) {
        case OverrideRecord::Kind::u:
            QVERIFY(node.forcedU);
            QCOMPARE(*node.u, change.u);
            break;
        case OverrideRecord::Kind::verdict:
            QVERIFY(node.forcedVerdict);
            QCOMPARE(node.verdict, Verdict::rejected);
            break;
        default:
            QVERIFY(node.forcedToken);
            QCOMPARE(node.token, change.token);
        }
        QCOMPARE(round.overrides.size(), std::size_t(1));
        QCOMPARE(round.overrides[0].kind, change.kind);
        QVERIFY(run.navigation.whatIfs().awaitedFor(change.node).empty());
        QVERIFY(run.rounds(1)); // once only
        QVERIFY(run.round(left.round + 1).overrides.empty());
    }

    /// What is still to come was changed before the fork, so it comes there, too.
    void aForkHasWhatIsStillToCome()
    {
        RunFixture run(longRounds());
        const WhatIf rejected{.kind = OverrideRecord::Kind::verdict, .node = 0, .accepted = false};
        QVERIFY(changeAndStop(run, rejected, [&] { return run.rounds(1) && run.step(); }));
        const int number = run.navigation.playhead().position().round;
        QVERIFY(run.step(2));
        const int last = int(run.round(number).nodes.size()) - 1;
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::token, .node = last, .token = 1000}});
        }));
        QCOMPARE(run.navigation.playhead().position().branch, 1);
        QCOMPARE(run.navigation.whatIfs().awaitedFor(0).size(), std::size_t(1));
        QVERIFY(run.rounds(1));
        QVERIFY(run.round(number, 1).nodes[0].forcedVerdict);
        QCOMPARE(run.round(number, 1).nodes[std::size_t(last)].token, 1000);
        QVERIFY(run.navigation.whatIfs().awaitedFor(0).empty());
        run.navigation.player().goToBranch(0);
        QCOMPARE(run.navigation.whatIfs().awaitedFor(0).size(), std::size_t(1));
        QVERIFY(run.rounds(1));
        QVERIFY(run.round(number, 0).nodes[0].forcedVerdict);
    }

    /// A draft that the round before did not have is changed at its end, for the next one.
    void aForkHasWhatWasChangedBetweenRounds()
    {
        RunSetup setup = longRounds();
        const WhatIf longer{.kind = OverrideRecord::Kind::draftLength, .draftLength = setup.settings.draftLength};
        setup.settings.draftLength = 2;
        RunFixture run(setup);
        const WhatIf change{.kind = OverrideRecord::Kind::token, .node = 40, .token = 1000};
        QVERIFY(changeAndStop(run, change, [&] {
            return run.rounds(1) && run.await([&] { run.navigation.whatIfs().change({longer}); });
        }));
        const Position between = endOfRound(run.navigation.recording(), 0, 0);
        while (isBefore(run.navigation.playhead().position(), {0, 1, 2}))
            QVERIFY(run.step());
        QVERIFY(between.moment > 2); // the rounds are what tells which was first
        QCOMPARE(run.navigation.whatIfs().awaitedFor(change.node).size(), std::size_t(1));

        const WhatIf other{.kind = OverrideRecord::Kind::token, .node = 1, .token = 1001};
        QVERIFY(run.await([&] { run.navigation.whatIfs().change({other}, Position{0, 1, 2}); }));
        QCOMPARE(run.navigation.recording().branches().back().forkRound, 1);
        QCOMPARE(run.navigation.playhead().position(), (Position{1, 1, 2}));
        QCOMPARE(run.navigation.whatIfs().awaitedFor(change.node).size(), std::size_t(1));
        QVERIFY(run.rounds(1));
        QCOMPARE(run.round(1, 1).nodes[1].token, other.token);
        QVERIFY(run.round(1, 1).nodes[std::size_t(change.node)].forcedToken);
        QCOMPARE(run.round(1, 1).nodes[std::size_t(change.node)].token, change.token);
        QVERIFY(run.navigation.whatIfs().awaitedFor(change.node).empty());
    }

    /// What is chosen about the same takes its place: the menu does not list both, and only the last one comes.
    void aChangeStillToComeIsReplacedByAnother_data()
    {
        QTest::addColumn<WhatIf>("second");
        QTest::newRow("verdict") << WhatIf{.kind = OverrideRecord::Kind::verdict, .node = 0, .accepted = true};
        QTest::newRow("u") << WhatIf{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.0};
    }

    void aChangeStillToComeIsReplacedByAnother()
    {
        QFETCH(const WhatIf, second);
        RunFixture run(longRounds());
        const WhatIf rejected{.kind = OverrideRecord::Kind::verdict, .node = 0, .accepted = false};
        QVERIFY(changeAndStop(run, rejected, [&] { return run.rounds(1) && run.step(); }));
        const int number = run.navigation.playhead().position().round;
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({second});
            run.navigation.player().pause();
        }));
        if (run.navigation.whatIfs().awaitedFor(0).size() == 1)
            QCOMPARE(run.navigation.whatIfs().awaitedFor(0).front().kind, second.kind);
        else
            QVERIFY2(run.navigation.whatIfs().awaitedFor(0).empty(), "it has been judged");
        QVERIFY(run.round(number).isFinished() || run.rounds(1));
        const NodeRecord& node = run.round(number).nodes[0];
        QCOMPARE(node.verdict, Verdict::accepted);
        QCOMPARE(node.forcedVerdict, second.kind == OverrideRecord::Kind::verdict);
        QCOMPARE(int(run.round(number).overrides.size()), 1);
    }

    void momentsOfARoundComeAfterTheRoundBefore()
    {
        QVERIFY(isBefore({0, 1, 9}, {0, 2, 1}));
        QVERIFY(!isBefore({0, 2, 1}, {0, 1, 9}));
        QVERIFY(isBefore({0, 2, 1}, {1, 2, 2})); // the branch has it, too
        QVERIFY(!isBefore({0, 2, 2}, {0, 2, 2}));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestChangesToCome)
#include "test_changes_to_come.moc"
