// SPDX-License-Identifier: MIT
// The window's workspaces: a third one with a decode of its own is a class and one call, or one line in workspaces.cpp.
#include <QAction>
#include <QLabel>
#include <QMenuBar>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

#include "gui/compare/lanes.h"
#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;

namespace {

/// Decodes a text of its own, on the thread that all models of the window share.
class ThirdWorkspace : public Workspace {
public:
    explicit ThirdWorkspace(SessionThread& thread) : lanes(thread), m_page(new QWidget), m_bar(new QToolBar)
    {
        m_page->setFocusPolicy(Qt::StrongFocus);
        m_play = m_bar->addAction(QStringLiteral("Play third"), &lanes.player(), &LanePlayer::playOrPause);
        m_play->setShortcut(Qt::Key_Space);
        connect(&lanes.player(), &LanePlayer::shown, this, &Workspace::wordsChanged);
    }
    [[nodiscard]] QString name() const override { return QStringLiteral("third"); }
    [[nodiscard]] QString title() const override { return QStringLiteral("Third"); }
    [[nodiscard]] QString toolTip() const override { return QStringLiteral("A decode of its own"); }
    [[nodiscard]] QWidget& page() override { return *m_page; }
    [[nodiscard]] Bars bars() override { return {.belowPage = {&m_below}, .tools = {m_bar}}; }
    void addMenus(QMenuBar& bar) override { bar.addMenu(QStringLiteral("Third"))->addAction(m_play); }
    void setInSight(bool on) override { m_play->setEnabled(on); }
    [[nodiscard]] bool isPlaying() const override { return lanes.player().isPlaying(); }
    void pause() override { lanes.player().pause(); }
    void changeSpeed(int steps) override { faster += steps; }
    void measureAgain() override { ++measured; }
    [[nodiscard]] QString sentence() const override { return QStringLiteral("The third one has a sentence."); }
    [[nodiscard]] Where where() const override { return {QStringLiteral("Third %1").arg(lanes.player().place()), {}}; }

    Lanes lanes;
    int faster = 0, measured = 0;
    [[nodiscard]] QToolBar& bar() const { return *m_bar; }
    [[nodiscard]] QWidget& below() { return m_below; }

private:
    QWidget* m_page;
    QToolBar* m_bar;
    QAction* m_play = nullptr;
    QLabel& m_below = *new QLabel(QStringLiteral("below"));
};

struct ThirdRun : test::WindowFixture {
    ThirdRun() : third(*new ThirdWorkspace(navigation.thread())) { window.addWorkspace(third); }

    [[nodiscard]] QString said(const char* label) { return find<QLabel>(label)->text(); }
    /// Of its tab, behind those that the window has anyway.
    [[nodiscard]] int place() const { return find<QTabBar>("workspaces")->count() - 1; }
    [[nodiscard]] Qt::Key key() const { return Qt::Key(Qt::Key_1 + place()); }

    ThirdWorkspace& third;
};

} // namespace

class TestWorkspaces : public QObject {
    Q_OBJECT
private slots:
    void eachHasATabAKeyAndAPlaceInTheMenu()
    {
        ThirdRun run;
        auto* tabs = run.find<QTabBar>("workspaces");
        QVERIFY(tabs->count() >= 3);
        QCOMPARE(tabs->tabText(run.place()), "Third");
        QCOMPARE(tabs->tabToolTip(0), "One run, moment by moment (Ctrl+1)");
        QCOMPARE(tabs->tabToolTip(run.place()), QStringLiteral("A decode of its own (Ctrl+%1)").arg(tabs->count()));
        run.press(run.key(), Qt::ControlModifier);
        QCOMPARE(&run.window.shownWorkspace(), &run.third);
        QVERIFY(run.third.page().isVisible() && run.third.bar().isVisible() && run.third.below().isVisible());
        QCOMPARE(QApplication::focusWidget(), &run.third.page());
        QVERIFY(!run.find<QToolBar>("transport")->isVisible() && !run.find<QToolBar>("compareTransport")->isVisible());
        QVERIFY(!run.window.workspace().isVisible());
        run.press(Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(run.window.shownWorkspace().name(), "compare");
        QVERIFY(!run.third.bar().isVisible() && !run.third.below().isVisible());
        tabs->setCurrentIndex(run.place());
        QCOMPARE(&run.window.shownWorkspace(), &run.third);
        run.press(Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(run.window.shownWorkspace().name(), "step");
        QCOMPARE(tabs->currentIndex(), 0);
    }

    void itsDecodePlaysAndIsPausedOutOfSight()
    {
        ThirdRun run;
        QVERIFY(run.start());
        run.press(run.key(), Qt::ControlModifier);
        run.third.lanes.add(test::quickSetup(400));
        QVERIFY(test::until([&] { return !run.third.lanes.player().isLoading(); }));
        run.press(Qt::Key_Space);
        QVERIFY(run.third.isPlaying());
        QVERIFY(test::until([&] { return run.third.lanes.player().place() >= 2; }));
        QCOMPARE(run.said("where"), QStringLiteral("Third %1").arg(run.third.lanes.player().place()));
        QCOMPARE(run.said("sentence"), "The third one has a sentence.");
        QCOMPARE(run.navigation.recording().roundCount(0), 0); // Step's run is another one

        run.press(Qt::Key_1, Qt::ControlModifier); // what plays elsewhere is paused
        QVERIFY(!run.third.isPlaying());
        run.press(Qt::Key_Space); // and the same key plays what is in sight
        QCOMPARE(run.navigation.player().activity(), Player::Activity::playing);
        QVERIFY(!run.third.isPlaying());
        QVERIFY(test::until([&] { return run.navigation.recording().roundCount(0) > 0; }));

        run.press(run.key(), Qt::ControlModifier);
        QCOMPARE(run.navigation.player().activity(), Player::Activity::paused);
        run.press(Qt::Key_Space);
        QVERIFY(run.third.isPlaying());
        run.press(Qt::Key_2, Qt::ControlModifier);
        QVERIFY(!run.third.isPlaying() && !run.window.lanes().player().isPlaying());
    }

    void keysOfSpeedGoToTheOneInSight()
    {
        ThirdRun run;
        run.press(run.key(), Qt::ControlModifier);
        const double speed = run.navigation.player().transport().speed();
        run.press(Qt::Key_Plus);
        run.press(Qt::Key_Plus);
        run.press(Qt::Key_Minus);
        QCOMPARE(run.third.faster, 1);
        run.press(Qt::Key_M, Qt::ControlModifier);
        QCOMPARE(run.third.measured, 1);
        QCOMPARE(run.navigation.player().transport().speed(), speed);
    }

    void anErrorOfItGoesToTheMessageBarAndTabStaysWithin()
    {
        ThirdRun run;
        run.press(run.key(), Qt::ControlModifier);
        emit run.third.failed(QStringLiteral("The third one cannot do this."));
        QCOMPARE(run.problem(), "The third one cannot do this.");
        run.press(Qt::Key_Escape);
        QCOMPARE(run.problem(), QString());
        for (int i = 0; i < 8; ++i) {
            run.press(Qt::Key_Tab);
            QWidget* focus = QApplication::focusWidget();
            QVERIFY(focus && focus->isVisible());
            QVERIFY(!run.window.workspace().isAncestorOf(focus));
        }
    }
};

DRAFTSCOPE_WINDOW_TEST(TestWorkspaces)
#include "test_workspaces.moc"
