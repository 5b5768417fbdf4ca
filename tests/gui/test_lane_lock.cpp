// SPDX-License-Identifier: MIT
// Lanes of a comparison that move together, by rounds or by tokens, or each on its own.
#include <QMenuBar>
#include <QTextBrowser>

#include "compare_fixture.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::CompareFixture;
using test::laneSetup;
using test::until;

namespace {

struct LockFixture : CompareFixture {
    using CompareFixture::CompareFixture;

    [[nodiscard]] std::vector<int> rounds() const
    {
        std::vector<int> shown;
        for (int i = 0; i < lanes.count(); ++i)
            shown.push_back(lanes.lane(i).shownRounds());
        return shown;
    }
    /// A key of the transport, until what it asks for is shown.
    bool step(Qt::Key key = Qt::Key_F10)
    {
        press(key);
        return until([this] { return !lanes.player().isComputing() && !lanes.player().isPlaying(); });
    }
    bool steps(int count)
    {
        for (int i = 0; i < count; ++i)
            if (!step())
                return false;
        return true;
    }
    /// Every lane shows the first round by whose end it has so many tokens.
    [[nodiscard]] bool areAtToken(int tokens) const
    {
        for (int i = 0; i < lanes.count(); ++i) {
            const Lane& lane = lanes.lane(i);
            const bool hasEnough = lane.generated() >= tokens || lane.isAtItsEnd();
            if (!hasEnough || (lane.shownRounds() > 0 && lane.tokensAfter(lane.shownRounds() - 1) >= tokens))
                return false;
        }
        return true;
    }
    [[nodiscard]] QString where() const { return find<QLabel>("where")->text(); }
    [[nodiscard]] QLabel* mark(int index) const { return card(index).findChild<QLabel*>("moved"); }
};

using Rounds = std::vector<int>;

} // namespace

class TestLaneLock : public QObject {
    Q_OBJECT
private slots:
    void byTokenLanesShowAsManyTokens()
    {
        LockFixture run;
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain")}));
        run.press(Qt::Key_L, Qt::ControlModifier);
        QCOMPARE(run.lanes.player().lock(), LaneLock::byToken);
        QVERIFY(run.button("Tokens ▶▶"));
        bool draftsWell = false;
        for (int token = 1; token <= 12; ++token) { // plain decoding goes on a token a round
            QVERIFY(run.step());
            QCOMPARE(run.lanes.player().place(), token);
            QCOMPARE(run.lanes.lane(1).shownRounds(), token);
            QVERIFY(run.areAtToken(token));
            draftsWell |= run.lanes.lane(0).shownRounds() < token;
            QCOMPARE(run.where(), QString("Tokens: %1 · 2 lanes").arg(token));
        }
        QVERIFY(draftsWell);
        QCOMPARE(run.lanes.lane(1).rounds(), 12); // nothing was computed that was not asked for
        QCOMPARE(run.lanes.lane(0).rounds(), run.lanes.lane(0).shownRounds());
        const Rounds there = run.rounds();
        QVERIFY(run.step(Qt::Key_Left));
        QCOMPARE(run.lanes.player().place(), 11);
        QVERIFY(run.areAtToken(11));
        QVERIFY(run.step(Qt::Key_Right)); // recorded
        QCOMPARE(run.rounds(), there);
        QVERIFY(run.step(Qt::Key_Home));
        QCOMPARE(run.rounds(), (Rounds{0, 0}));
        QVERIFY(run.playToTheEnd());
        QCOMPARE(run.lanes.lane(0).generated(), run.lanes.lane(1).generated());
        QVERIFY(run.step());
        QVERIFY(run.find<QLabel>("sentence")->text().startsWith("All lanes have ended"));
    }

    /// Without plain decoding a step may be several tokens: to where the lane furthest behind has one more round.
    void byTokenEveryStepMovesALane()
    {
        LockFixture run;
        RunSetup shorter = laneSetup();
        shorter.settings.draftLength = 2;
        QVERIFY(run.start() && run.add({laneSetup(), shorter}));
        run.lanes.player().setLock(LaneLock::byToken);
        Rounds before = run.rounds();
        std::vector<Rounds> all{before};
        while (run.step() && !run.lanes.player().haveEnded()) {
            QVERIFY(run.areAtToken(run.lanes.player().place()));
            const Rounds now = run.rounds();
            QVERIFY(now != before && now[0] - before[0] <= 1 && now[1] - before[1] <= 1);
            all.push_back(before = now);
        }
        QVERIFY(run.lanes.player().haveEnded());
        std::vector<Rounds> back;
        while (run.lanes.player().place() > 0) { // and the way back is the same
            QVERIFY(run.step(Qt::Key_Left));
            back.insert(back.begin(), run.rounds());
        }
        QVERIFY(back == all);
        QCOMPARE(run.rounds(), (Rounds{0, 0}));
    }

    void aloneTheCurrentLaneMoves()
    {
        LockFixture run;
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain"), laneSetup("prompt-lookup")}));
        QVERIFY(run.steps(2));
        QVERIFY(!run.mark(0)->isVisible());
        run.lanes.player().setLock(LaneLock::none);
        QVERIFY(run.mark(0)->isVisible() && !run.mark(1)->isVisible());
        QCOMPARE(run.card(0).accessibleName(), QString("Lane 1, Two models, which the transport moves"));
        QVERIFY(run.step());
        QCOMPARE(run.rounds(), (Rounds{3, 2, 2}));
        QCOMPARE(run.lanes.lane(1).rounds(), 2);
        run.press(Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(run.lanes.player().current(), &run.lanes.lane(1));
        QVERIFY(!run.mark(0)->isVisible() && run.mark(1)->isVisible());
        QVERIFY(run.steps(3));
        QCOMPARE(run.rounds(), (Rounds{3, 5, 2}));
        QCOMPARE(run.where(), QString("Lane 2: Round 5 · 3 lanes"));
        test::click(&run.text(2), {20, 20});
        QCOMPARE(run.lanes.player().current(), &run.lanes.lane(2));
        QVERIFY(run.step(Qt::Key_Left));
        QCOMPARE(run.rounds(), (Rounds{3, 5, 1}));
        test::click(run.button("◀◀ Round"), {10, 10});
        QCOMPARE(run.rounds(), (Rounds{3, 5, 0}));
        run.press(Qt::Key_Up, Qt::AltModifier);
        run.press(Qt::Key_Space); // plays this one only, to its end
        QVERIFY(until([&] { return run.lanes.lane(1).isAtItsEnd() && !run.lanes.player().isPlaying(); }));
        QCOMPARE(run.rounds(), (Rounds{3, 24, 0}));
        QCOMPARE(run.lanes.lane(0).rounds(), 3);
        QVERIFY(run.step());
        QCOMPARE(run.find<QLabel>("sentence")->text(), QString("Lane 2 has ended: Home goes back to its first round."));
        // Decoding again is of this one, too.
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(until([&] { return !run.lanes.player().isLoading(); }));
        QCOMPARE(run.rounds(), (Rounds{3, 0, 0}));
        QCOMPARE(run.lanes.lane(1).rounds(), 0);
        QCOMPARE(run.lanes.lane(0).rounds(), 3);
    }

    void lockedAgainTheOthersComeToTheCurrentLane()
    {
        LockFixture run;
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain")}) && run.steps(4));
        run.lanes.player().setLock(LaneLock::none);
        run.press(Qt::Key_Down, Qt::AltModifier);
        QVERIFY(run.step(Qt::Key_Left) && run.step(Qt::Key_Left));
        QCOMPARE(run.rounds(), (Rounds{4, 2}));
        run.lanes.player().setLock(LaneLock::byRound);
        QCOMPARE(run.rounds(), (Rounds{2, 2}));
        QCOMPARE(run.lanes.player().place(), 2);
        // As far as all have decoded, without computing anything.
        run.lanes.player().setLock(LaneLock::none);
        QVERIFY(run.steps(6));
        QCOMPARE(run.rounds(), (Rounds{2, 8}));
        const int asked = run.lanes.lane(0).run().computation().asked();
        run.lanes.player().setLock(LaneLock::byRound);
        QCOMPARE(run.rounds(), (Rounds{4, 4}));
        run.lanes.player().setLock(LaneLock::byToken);
        QCOMPARE(run.lanes.player().place(), 4); // the tokens of the current lane, plain decoding
        QVERIFY(run.areAtToken(4));
        QCOMPARE(run.lanes.lane(0).run().computation().asked(), asked);
    }

    void theLockIsChosenByHand()
    {
        LockFixture run;
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain")}));
        QComboBox* lock = test::box(run, "How lanes move");
        QVERIFY(lock && lock->isVisible());
        QCOMPARE(lock->currentText(), QString("Locked by round"));
        lock->setFocus(Qt::TabFocusReason);
        run.press(Qt::Key_Down);
        QCOMPARE(run.lanes.player().lock(), LaneLock::byToken);
        QVERIFY2(lock->toolTip().contains("as many tokens"), qPrintable(lock->toolTip()));
        QCOMPARE(lock->accessibleDescription(), lock->toolTip().section(" (", 0, 0));
        run.press(Qt::Key_L, Qt::ControlModifier);
        QCOMPARE(lock->currentText(), QString("Each on its own"));
        QMenu* menu = nullptr;
        for (auto* candidate : run.window.menuBar()->findChildren<QMenu*>())
            if (candidate->title() == "Lanes move")
                menu = candidate;
        QVERIFY(menu);
        QVERIFY(test::entry(*menu, "Each on its own")->isChecked());
        QVERIFY(test::entry(*menu, "Lane below")->isEnabled());
        test::entry(*menu, "Locked by round")->trigger();
        QCOMPARE(run.lanes.player().lock(), LaneLock::byRound);
        QVERIFY(!test::entry(*menu, "Lane below")->isEnabled());
        run.press(Qt::Key_F1);
        const QString keys = run.find<QTextBrowser>()->toPlainText();
        QVERIFY2(keys.contains("Ctrl+L") && keys.contains("Alt+Down"), qPrintable(keys));
    }

    /// What is chosen while lanes play or go stays defined.
    void lanesComeAndGoWhileEachIsOnItsOwn()
    {
        LockFixture run(laneSetup("two-model", 120));
        QVERIFY(run.start() && run.add({laneSetup("two-model", 120), laneSetup("plain", 120)}));
        run.lanes.player().setLock(LaneLock::none);
        QVERIFY(run.steps(2));
        QVERIFY(run.add({laneSetup("prompt-lookup", 120)}));
        QCOMPARE(run.rounds(), (Rounds{2, 0, 0})); // the others stay
        run.lanes.player().setCurrent(run.lanes.lane(2));
        run.press(Qt::Key_Space);
        QVERIFY(until([&] { return run.lanes.lane(2).rounds() > 0; }));
        run.press(Qt::Key_Up, Qt::AltModifier); // ends playing
        QVERIFY(!run.lanes.player().isPlaying() && run.lanes.player().current() == &run.lanes.lane(1));
        QVERIFY(until([&] { return !run.lanes.player().isComputing(); }));
        run.press(Qt::Key_Space);
        QVERIFY(until([&] { return run.lanes.lane(1).rounds() > 0; }));
        run.lanes.remove(&run.lanes.lane(1));
        QVERIFY(!run.lanes.player().isPlaying());
        QCOMPARE(run.lanes.player().current(), &run.lanes.lane(1)); // that was the third
        QVERIFY(run.mark(1)->isVisible());
        run.lanes.clear();
        QVERIFY(!run.lanes.player().current());
        QVERIFY(run.add({laneSetup()}));
        QCOMPARE(run.lanes.player().current(), &run.lanes.lane(0));
        QVERIFY(run.step());
        QCOMPARE(run.rounds(), (Rounds{1}));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestLaneLock)
#include "test_lane_lock.moc"
