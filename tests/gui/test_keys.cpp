// SPDX-License-Identifier: MIT
#include <utility>

#include <QAbstractButton>
#include <QPlainTextEdit>
#include <QSlider>
#include <QToolBar>

#include "gui/controls/number_field.h"
#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

using Activity = Player::Activity;

QAbstractButton* toolButton(const MainWindow& window, const QString& text)
{
    for (auto* button : window.findChild<QToolBar*>("transport")->findChildren<QAbstractButton*>())
        if (button->text().contains(text))
            return button;
    return nullptr;
}

} // namespace

/// Every key of the transport, its buttons, and the keys that belong to the widget with the focus.
class TestKeys : public QObject {
    Q_OBJECT

private slots:
    void arrowsStep()
    {
        WindowFixture run;
        QVERIFY(run.start());
        for (int moment = 1; moment <= 5; ++moment) {
            QVERIFY(run.pressAndAwait(Qt::Key_Right));
            QCOMPARE(run.navigation.playhead().position().moment, moment);
        }
        run.press(Qt::Key_Left);
        run.press(Qt::Key_Left);
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 3}));
        run.press(Qt::Key_Right);
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 4}));
    }

    void roundKeys()
    {
        WindowFixture run;
        QVERIFY(run.start());
        QVERIFY(run.pressAndAwait(Qt::Key_F10));
        QVERIFY(run.pressAndAwait(Qt::Key_F10));
        QCOMPARE(run.navigation.playhead().position().round, 1);
        run.press(Qt::Key_F10, Qt::ShiftModifier);
        QCOMPARE(run.navigation.playhead().position().round, 0);
        run.press(Qt::Key_Home);
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 0}));
        run.press(Qt::Key_Right);
        run.press(Qt::Key_F11, Qt::ShiftModifier);
        QCOMPARE(run.navigation.playhead().position().round, 0);
        QVERIFY(run.navigation.playhead().round()->isFinished());
        run.press(Qt::Key_End);
        QCOMPARE(run.navigation.playhead().position(), run.navigation.recording().end(0));
    }

    void spacePlaysAndPauses()
    {
        WindowFixture run(test::quickSetup(400));
        QVERIFY(run.start());
        run.press(Qt::Key_Space);
        QCOMPARE(run.navigation.player().activity(), Activity::playing);
        QVERIFY(toolButton(run.window, "Pause"));
        QVERIFY(until([&] { return run.navigation.playhead().position().moment >= 2; }));
        run.press(Qt::Key_Space);
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        QVERIFY(toolButton(run.window, "Play"));
    }

    void continueAndStop()
    {
        WindowFixture run(test::quickSetup(400));
        run.navigation.player().transport().setStopConditions({.onRejection = true});
        QVERIFY(run.start());
        QVERIFY(run.pressAndAwait(Qt::Key_F5));
        QCOMPARE(run.navigation.playhead().round()->moments.back().kind, MomentKind::judge);
        run.navigation.player().transport().setStopConditions({});
        run.press(Qt::Key_F5);
        QCOMPARE(run.navigation.player().activity(), Activity::playing);
        run.press(Qt::Key_F5, Qt::ShiftModifier);
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
    }

    void restartKey()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(until([&] {
            return run.navigation.player().activity() == Activity::paused
                && run.navigation.playhead().position() == Position();
        }));
        QCOMPARE(run.navigation.recording().roundCount(0), 0);
    }

    void buttonsDoWhatKeysDo()
    {
        WindowFixture run;
        QVERIFY(run.start());
        QVERIFY(run.await([&] { test::click(toolButton(run.window, "Step ▶")); }));
        QCOMPARE(run.navigation.playhead().position().moment, 1);
        QVERIFY(run.await([&] { test::click(toolButton(run.window, "Round ▶▶")); }));
        QVERIFY(run.navigation.playhead().round()->isFinished());
        const int moment = run.navigation.playhead().position().moment;
        test::click(toolButton(run.window, "◀ Step"));
        QCOMPARE(run.navigation.playhead().position().moment, moment - 1);
    }

    void buttonsThatCannotDoAnythingAreGrey()
    {
        WindowFixture run;
        QVERIFY2(toolButton(run.window, "Step ▶")->isEnabled(), "it begins with what Setup shows");
        RunSetup nothing = run.navigation.starter().setup();
        const std::string target = std::exchange(nothing.target, {});
        run.navigation.starter().setSetup(nothing);
        QVERIFY(!toolButton(run.window, "Step ▶")->isEnabled());
        nothing.target = target;
        run.navigation.starter().setSetup(nothing);
        QVERIFY(run.start());
        QVERIFY(toolButton(run.window, "Step ▶")->isEnabled());
        QVERIFY(!toolButton(run.window, "◀ Step")->isEnabled());
        QVERIFY(run.step());
        QVERIFY(toolButton(run.window, "◀ Step")->isEnabled());
    }

    /// Not only while it plays or reads: a step of a slow model can be stopped.
    void whatIsBeingComputedCanBeStopped()
    {
        WindowFixture run;
        QVERIFY(run.start());
        QAction* stop = nullptr;
        for (auto* action : run.window.findChildren<QAction*>())
            if (action->text() == "Stop")
                stop = action;
        QVERIFY(stop && !stop->isEnabled());
        QVERIFY(run.await([&] {
            run.press(Qt::Key_Right);
            QVERIFY(stop->isEnabled());
        }));
        QVERIFY(!stop->isEnabled());
        run.navigation.player().nextRound();
        QVERIFY(stop->isEnabled() && run.start()); // another run: the round is not waited for any more
        QVERIFY(!stop->isEnabled());
    }

    void theSpeedSliderReachesFullSpeed()
    {
        WindowFixture run;
        auto* slider = run.find<QSlider>("speed");
        slider->setValue(slider->minimum());
        QCOMPARE(run.navigation.player().transport().speed(), 1.0);
        slider->setValue(slider->maximum());
        QCOMPARE(run.navigation.player().transport().speed(), Player::fastest);
        run.press(Qt::Key_Minus);
        QVERIFY(run.navigation.player().transport().speed() > 1);
    }

    void thePromptKeepsItsKeys()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        const Position before = run.navigation.playhead().position();
        auto* prompt = run.find<QPlainTextEdit>();
        prompt->setFocus();
        prompt->selectAll();
        for (const char c : QByteArray("a b"))
            QTest::keyClick(prompt, c);
        run.press(Qt::Key_Left);
        run.press(Qt::Key_Home);
        run.press(Qt::Key_End);
        run.press(Qt::Key_Plus);
        QCOMPARE(prompt->toPlainText(), QString("a b+"));
        QCOMPARE(run.navigation.playhead().position(), before);
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        run.press(Qt::Key_F10, Qt::ShiftModifier); // but keys that no editor has act everywhere
        QVERIFY(run.navigation.playhead().position() != before);
    }

    void aNumberFieldGivesTheKeysBackOnEnter()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        auto* field = run.window.findChild<NumberField*>();
        field->setFocus();
        run.press(Qt::Key_Left);
        QCOMPARE(run.navigation.playhead().position(), run.navigation.recording().end(0));
        run.press(Qt::Key_Return);
        QVERIFY(until([&] { return QApplication::focusWidget() != field; }));
        run.press(Qt::Key_Left);
        QVERIFY(run.navigation.playhead().position() != run.navigation.recording().end(0));
    }

    void aFocusedCheckBoxTakesSpaceAndAClickedOneDoesNot()
    {
        WindowFixture run;
        QVERIFY(run.start());
        auto* box = run.find<QAbstractButton>("stopRejection");
        box->setFocus(Qt::TabFocusReason);
        run.press(Qt::Key_Space);
        QVERIFY(box->isChecked());
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        run.window.workspace().setFocus();
        test::click(box, {6, box->height() / 2});
        QVERIFY(!box->isChecked());
        run.press(Qt::Key_Space);
        QCOMPARE(run.navigation.player().activity(), Activity::playing);
        QVERIFY(!box->isChecked());
    }
};

DRAFTSCOPE_WINDOW_TEST(TestKeys)
#include "test_keys.moc"
