// SPDX-License-Identifier: MIT
// Lanes in the Compare workspace: they come, are driven together, and go, whatever they are doing.
#include <QClipboard>
#include <QProgressBar>
#include <QPushButton>

#include "compare_fixture.h"
#include "engine/session/methods.h"
#include "tests/test_main.h"
#include "widgets/style/lane_style.h"

using namespace draftscope;
using test::CompareFixture;
using test::laneSetup;
using test::until;

class TestCompare : public QObject {
    Q_OBJECT
private slots:
    void anEmptyComparisonSaysHowToBegin()
    {
        CompareFixture run;
        QVERIFY(run.start());
        run.press(Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(run.window.shownWorkspace().name(), "compare");
        QVERIFY(run.window.compare().isVisible() && !run.window.workspace().isVisible());
        QVERIFY(!run.button("▶ Play")->isEnabled());
        QPushButton* shown = nullptr;
        for (auto* candidate : run.window.compare().findChildren<QPushButton*>())
            if (candidate->text() == "Add what Step shows")
                shown = candidate;
        QVERIFY(shown && shown->isVisible() && shown->isEnabled());
        test::click(shown, shown->rect().center());
        QVERIFY(until([&] { return run.lanes.count() == 1 && !run.lanes.player().isLoading(); }));
        QCOMPARE(run.lanes.lane(0).setup().settings.method, std::string("two-model"));
        QCOMPARE(run.lanes.lane(0).setup().prompt, run.navigation.run().setup().prompt);
        run.press(Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(run.window.shownWorkspace().name(), "step");
        QVERIFY(run.window.workspace().isVisible() && !run.window.compare().isVisible());
    }

    /// Cards, table and chart show a lane in one way, by its number, also once another one has gone.
    void aLaneLooksTheSameEverywhere()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain"), laneSetup("prompt-lookup")}));
        const auto looksAsItsNumberSays = [&](int count) {
            for (int i = 0; i < count; ++i) {
                const QImage wanted = laneSwatch(i, laneSwatchSide()).toImage();
                if (run.card(i).findChild<QLabel*>("panelMark")->pixmap(Qt::ReturnByValue).toImage() != wanted)
                    return QStringLiteral("card %1").arg(i + 1);
                const QTableWidgetItem* cell = run.window.compare().table().item(i, LaneTable::lane);
                if (cell->icon().pixmap(run.window.compare().table().iconSize(), 2).toImage() != wanted)
                    return QStringLiteral("row %1").arg(i + 1);
                if (!run.card(i).findChild<QProgressBar*>()->styleSheet().contains(
                        Theme::color(laneStyle(i).role).name()))
                    return QStringLiteral("progress of %1").arg(i + 1);
            }
            return QString();
        };
        QCOMPARE(looksAsItsNumberSays(3), QString());
        run.lanes.remove(&run.lanes.lane(0));
        QCOMPARE(looksAsItsNumberSays(2), QString());
        Theme::apply(*qApp, ThemeKind::dark);
        QCoreApplication::processEvents();
        QCOMPARE(looksAsItsNumberSays(2), QString());
        Theme::apply(*qApp, ThemeKind::light);
    }

    void keysDriveAllLanesByRounds()
    {
        CompareFixture run;
        QVERIFY(run.start());
        QVERIFY(run.add({laneSetup()}));
        test::click(run.button("Add plain decoding"), {10, 10});
        QVERIFY(until([&] { return run.lanes.count() == 2 && !run.lanes.player().isLoading(); }));
        QVERIFY(run.lanes.lane(1).isPlain());
        QVERIFY(run.rounds(3));
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(run.lanes.lane(i).rounds(), 3);
            QCOMPARE(run.lanes.lane(i).playhead().position().round, 2);
            QVERIFY(run.lanes.lane(i).playhead().round()->isFinished());
        }
        QCOMPARE(run.lanes.lane(1).generated(), 3);
        QVERIFY(run.lanes.lane(0).generated() >= 3);
        const int asked = run.lanes.lane(0).run().computation().asked();
        run.press(Qt::Key_F10, Qt::ShiftModifier);
        run.press(Qt::Key_Left);
        QCOMPARE(run.lanes.player().place(), 1);
        run.press(Qt::Key_Right); // recorded
        QCOMPARE(run.lanes.player().place(), 2);
        run.press(Qt::Key_Home);
        QCOMPARE(run.lanes.player().place(), 0);
        QVERIFY(!run.lanes.lane(0).playhead().round());
        run.press(Qt::Key_End);
        QCOMPARE(run.lanes.player().place(), 3);
        QCOMPARE(run.lanes.lane(0).run().computation().asked(), asked);
        QCOMPARE(run.navigation.playhead().position(), Position()); // Step stands where it stood
        QVERIFY(run.playToTheEnd());
        QCOMPARE(run.lanes.lane(1).generated(), 24);
        run.press(Qt::Key_F10);
        QVERIFY2(run.find<QLabel>("sentence")->text().startsWith("All lanes have ended"),
                 qPrintable(run.find<QLabel>("sentence")->text()));
    }

    void aBeatIsARound()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain")}));
        run.lanes.player().transport().setSpeed(40);
        std::vector<int> shown;
        connect(&run.lanes.player(), &LanePlayer::shown, this, [&] {
            if (shown.empty() || shown.back() != run.lanes.player().place())
                shown.push_back(run.lanes.player().place());
        });
        run.press(Qt::Key_Space);
        QVERIFY(until([&] { return run.lanes.player().place() >= 4; }));
        run.press(Qt::Key_Space);
        QVERIFY(!run.lanes.player().isPlaying());
        for (std::size_t i = 0; i < shown.size(); ++i)
            QCOMPARE(shown[i], shown.front() + int(i)); // one after another, in all lanes at once
    }

    void greedyLanesAreIdentical()
    {
        RunSetup setup = laneSetup();
        setup.settings.sampler.temperature = 0;
        CompareFixture run(setup);
        RunSetup lookup = setup;
        chooseMethod(lookup.settings, "prompt-lookup");
        RunSetup plain = setup;
        chooseMethod(plain.settings, "plain");
        QVERIFY(run.start() && run.add({setup, plain, lookup}));
        QVERIFY(run.rounds(2));
        QCOMPARE(run.difference(1), QString("= identical so far to lane 1"));
        QVERIFY(run.playToTheEnd());
        for (int i = 1; i < 3; ++i) {
            QCOMPARE(run.tokens(i), run.tokens(0));
            QCOMPARE(run.difference(i), QString("= identical to lane 1"));
            QCOMPARE(run.text(i).difference(), -1);
            QCOMPARE(run.text(i).plainText(), run.text(0).plainText());
        }
        QVERIFY(run.difference(0).isEmpty());
    }

    void theFirstTokenThatDiffersIsMarked_data()
    {
        QTest::addColumn<double>("temperature");
        QTest::newRow("greedy lanes of two targets") << 0.0;
        QTest::newRow("a lane that samples, which is no fault") << 3.0;
    }
    void theFirstTokenThatDiffersIsMarked()
    {
        QFETCH(double, temperature);
        const bool isGreedy = temperature == 0;
        CompareFixture run;
        RunSetup first = laneSetup("plain"), second = first;
        second.settings.sampler.temperature = temperature;
        if (isGreedy) {
            first.settings.sampler.temperature = 0;
            second.target = "tales-6m-early-exit";
        }
        QVERIFY(run.start() && run.add({first, second}));
        QVERIFY(run.playToTheEnd());
        const auto one = run.tokens(0), other = run.tokens(1);
        std::size_t differs = 0;
        while (differs < std::min(one.size(), other.size()) && one[differs] == other[differs])
            ++differs;
        QVERIFY(differs < std::min(one.size(), other.size()));
        const std::size_t prompt = run.lanes.lane(0).recording().header().promptTokens.size();
        QCOMPARE(run.text(1).difference(), isGreedy ? int(differs) : -1);
        const QString words = QString(isGreedy ? "≠ differs from lane 1 from token %1 on"
                                               : "sampled: another text than lane 1 from token %1 on");
        QCOMPARE(run.difference(1), words.arg(differs - prompt + 1));
        run.press(Qt::Key_Home);
        QCOMPARE(run.text(1).difference(), -1);
        QVERIFY(run.difference(1).isEmpty());
    }

    void aLaneGoesWhileAllAreRunning()
    {
        CompareFixture run(laneSetup("two-model", 120));
        QVERIFY(run.start()
                && run.add({laneSetup("two-model", 120), laneSetup("plain", 120), laneSetup("prompt-lookup", 120)}));
        run.lanes.player().transport().setSpeed(
            32); // rounds a second: at full speed all may have ended before one is removed
        run.press(Qt::Key_Space);
        QVERIFY(until([&] { return run.lanes.lane(0).rounds() > 0; }));
        auto* remove = run.card(1).findChild<QToolButton*>("panelClose");
        QCOMPARE(remove->toolTip(), QString("Remove this lane"));
        test::click(remove, remove->rect().center());
        QVERIFY(until([&] { return run.lanes.count() == 2; }));
        QCOMPARE(run.window.compare().cards().size(), std::size_t(2));
        QCOMPARE(run.window.compare().table().rowCount(), 2);
        QVERIFY(run.lanes.player().isPlaying());
        const int before = run.lanes.lane(1).rounds();
        QVERIFY(until([&] { return run.lanes.lane(1).rounds() > before + 1; }));
        run.press(Qt::Key_F5, Qt::ShiftModifier);
        QVERIFY(!run.lanes.player().isPlaying());
        QVERIFY(until([&] { return !run.lanes.player().isComputing(); }));
        QVERIFY(!run.lanes.player().haveEnded());
        run.lanes.clear();
        QCOMPARE(run.lanes.player().place(), 0);
        QVERIFY(run.start()); // the worker is free, and Step goes on
        QVERIFY(run.await([&] { run.navigation.player().nextRound(); }));
    }

    void theLastLaneThatGoesOnIsRemoved()
    {
        // The same text, that of temperature 0.
        RunSetup twoModel = laneSetup("two-model", 300), plain = laneSetup("plain", 300);
        twoModel.settings.sampler.temperature = plain.settings.sampler.temperature = 0;
        CompareFixture run(twoModel);
        QVERIFY(run.start() && run.add({twoModel, plain}));
        run.lanes.player().transport().setSpeed(
            64); // rounds a second: at full speed both may have ended with one frame
        run.press(Qt::Key_Space);
        QVERIFY(until([&] { return run.lanes.lane(0).hasEnded(); }));
        QVERIFY(!run.lanes.lane(1).hasEnded() && run.lanes.player().isPlaying()); // it takes three times the rounds
        run.lanes.remove(&run.lanes.lane(1));
        QVERIFY(until([&] { return !run.lanes.player().isPlaying(); })); // at the next beat
        QCOMPARE(run.lanes.player().place(), run.lanes.lane(0).rounds());
    }

    void goingToStepPausesTheLanes()
    {
        CompareFixture run(laneSetup("two-model", 120));
        QVERIFY(run.start() && run.add({laneSetup("two-model", 120), laneSetup("plain", 120)}));
        run.press(Qt::Key_Space);
        QVERIFY(until([&] { return run.lanes.lane(0).rounds() > 0; }));
        run.press(Qt::Key_1, Qt::ControlModifier);
        QVERIFY(!run.lanes.player().isPlaying());
        QVERIFY(run.pressAndAwait(Qt::Key_F10)); // that is Step's again
        QVERIFY(run.navigation.playhead().position().moment > 0);
        QVERIFY(!run.lanes.player().isComputing());
        const int asked = run.lanes.lane(0).run().computation().asked();
        run.press(Qt::Key_F10);
        QCOMPARE(run.lanes.lane(0).run().computation().asked(), asked);
    }

    void aLaneIsCancelledWhileItLoads()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup()}) && run.rounds(1));
        run.lanes.add(laneSetup("plain"));
        QVERIFY(run.lanes.player().isLoading());
        run.lanes.remove(&run.lanes.lane(1));
        QVERIFY(!run.lanes.player().isLoading());
        QVERIFY(run.rounds(1));
        QCOMPARE(run.lanes.lane(0).rounds(), 2);
    }

    /// All begin together again: what is recorded is shown, the new one computes.
    void aNewLaneBeginsAtTheBeginning()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup()}) && run.rounds(3));
        QVERIFY(run.add({laneSetup("plain")}));
        QCOMPARE(run.lanes.player().place(), 0);
        const int asked = run.lanes.lane(0).run().computation().asked();
        QVERIFY(run.rounds(2));
        QCOMPARE(run.lanes.lane(0).rounds(), 3);
        QCOMPARE(run.lanes.lane(1).rounds(), 2);
        QCOMPARE(run.lanes.lane(0).run().computation().asked(), asked);
    }

    void lanesShareThePromptOfTheFirst()
    {
        CompareFixture run;
        RunSetup other = laneSetup("plain", 99);
        other.prompt = "A different story";
        other.settings.seed = 5;
        other.isChat = true;
        QVERIFY(run.start() && run.add({laneSetup(), other}));
        QCOMPARE(run.lanes.lane(1).recording().header().prompt, laneSetup().prompt);
        QCOMPARE(run.lanes.lane(1).recording().header().seed, laneSetup().settings.seed);
        QCOMPARE(run.lanes.lane(1).setup().settings.maxTokens, 24);
        QVERIFY(!run.lanes.lane(1).setup().isChat);
    }

    void fourAreAllThereCanBe()
    {
        CompareFixture run;
        QVERIFY(run.start());
        QVERIFY(run.add({laneSetup(), laneSetup("plain"), laneSetup("prompt-lookup"), laneSetup()}));
        QToolButton* shown = run.button("Add what Step shows");
        QVERIFY(!shown->isEnabled());
        QVERIFY2(shown->toolTip().startsWith("There are 4 lanes"), qPrintable(shown->toolTip()));
        run.lanes.add(laneSetup());
        QCOMPARE(run.lanes.count(), 4);
        QVERIFY(run.rounds(1));
        run.lanes.remove(&run.lanes.lane(0));
        QVERIFY(shown->isEnabled());
        QCOMPARE(run.card(0).accessibleName(), QString("Lane 1, Plain decoding"));
    }

    void aModelThatIsNotThereIsSaid()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup()}) && run.rounds(2));
        RunSetup nowhere = laneSetup();
        nowhere.target = "/nowhere/at/all";
        run.lanes.add(nowhere);
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QVERIFY2(run.problem().contains("/nowhere/at/all") && test::isSentence(run.problem()),
                 qPrintable(run.problem()));
        QVERIFY(until([&] { return run.lanes.count() == 1; }));
        QCOMPARE(run.lanes.player().place(), 2);
    }

    void restartDecodesAgain()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain")}) && run.rounds(3));
        const auto before = run.tokens(0);
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(run.lanes.player().isLoading());
        QVERIFY(until([&] { return !run.lanes.player().isLoading(); }));
        QCOMPARE(run.lanes.recordedRounds(), 0);
        QVERIFY(run.rounds(3));
        QCOMPARE(run.tokens(0), before); // the same seed
    }
};

DRAFTSCOPE_WINDOW_TEST(TestCompare)
#include "test_compare.moc"
