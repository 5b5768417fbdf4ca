// SPDX-License-Identifier: MIT
// The tool bars: words on their buttons where there is room, and the same ones whenever the window is the same.
#include <QToolBar>
#include <QToolButton>

#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

class TestToolBar : public QObject {
    Q_OBJECT

    static QStringList words(const WindowFixture& run)
    {
        QStringList words;
        for (const auto* button : run.find<QToolBar>("transport")->findChildren<QToolButton*>())
            if (button->isVisible() && !button->text().isEmpty())
                words << button->text();
        return words;
    }

private slots:
    void wordsComeBackWithTheSizeOfLetters()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        const QStringList before = words(run);
        QVERIFY2(before.contains("⟲ Restart") && before.contains("Round ▶▶"), qPrintable(before.join(' ')));
        for (int larger = 0; larger < 3; ++larger)
            run.press(Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY2(until([&] { return words(run).contains("⟲"); }), qPrintable(words(run).join(' ')));
        run.press(Qt::Key_0, Qt::ControlModifier);
        QVERIFY2(until([&] { return words(run) == before; }), qPrintable(words(run).join(' ')));
        run.press(Qt::Key_F11);
        run.press(Qt::Key_F11);
        run.window.resize(1280, 800);
        QTest::qWait(50); // what is queued is done
        QVERIFY2(until([&] { return words(run) == before; }), qPrintable(words(run).join(' ')));
    }

    /// A what-if marks the numbers, and the buttons stay where they were.
    void aWhatIfMovesNothing()
    {
        WindowFixture run;
        QVERIFY(run.start());
        run.navigation.player().transport().setStopConditions({.onRejection = true});
        QVERIFY(run.await([&] { run.navigation.player().continueToStop(); }));
        run.navigation.player().previousMoment();
        const QStringList before = words(run);
        const int node = run.navigation.playhead().selection().nodeInQuestion();
        QVERIFY(node >= 0 && run.await([&] {
            run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::verdict, .node = node, .accepted = true}});
        }));
        QVERIFY(run.rounds(1) && run.navigation.playhead().metrics().chosen() > 0);
        run.window.resize(1281, 800);
        run.window.resize(1280, 800);
        QTest::qWait(50);
        QCOMPARE(words(run), before);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestToolBar)
#include "test_tool_bar.moc"
