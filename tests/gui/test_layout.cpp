// SPDX-License-Identifier: MIT
// The window from one start to the next, on a screen of 1280 by 800.
#include <functional>
#include <utility>

#include <QFile>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>

#include "gui/compare/lanes.h"
#include "gui/projector_mode.h"
#include "own_settings.h"
#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;
using test::screenSize;
using test::until;

namespace {

/// What a start of the program makes, with what it keeps from the one before.
struct Start : test::RunFixture {
    Start() : window(navigation, MainWindow::Memory::kept)
    {
        window.show();
        window.activateWindow();
        settle();
    }
    void settle() const
    {
        for (int i = 0; i < 5; ++i) { // Qt rearranges in steps that follow each other
            QCoreApplication::processEvents();
            QTest::qWait(1);
        }
    }
    void quit()
    {
        window.close();
        settle();
    }
    ~Start() { QSettings().sync(); }
    [[nodiscard]] StepWorkspace& workspace() const { return window.workspace(); }
    [[nodiscard]] DockPanel& panel(const char* name) const { return *workspace().panel(name); }

    MainWindow window;
};

/// Does something at the moment at which a widget comes into sight.
class OnShow : public QObject {
public:
    OnShow(QWidget& widget, std::function<void()> what) : m_what(std::move(what)) { widget.installEventFilter(this); }
    [[nodiscard]] bool hasCome() const { return m_hasCome; }
    bool eventFilter(QObject* /*widget*/, QEvent* event) override
    {
        if (event->type() == QEvent::Show && !std::exchange(m_hasCome, true))
            m_what();
        return false;
    }

private:
    std::function<void()> m_what;
    bool m_hasCome = false;
};

/// Window and panels in words, a line each, so that a difference can be read.
QStringList layoutOf(const Start& start)
{
    const auto rect = [](const QRect& r) {
        return QStringLiteral("%1,%2 %3x%4").arg(r.x()).arg(r.y()).arg(r.width()).arg(r.height());
    };
    QStringList lines{QStringLiteral("window: %1%2")
                          .arg(rect(start.window.geometry()), start.window.isMaximized() ? " maximised" : "")};
    for (DockPanel* panel : start.workspace().panels()) {
        const bool isInFront = inFrontOf(start.workspace(), panel) == panel;
        lines << QStringLiteral("%1: %2%3")
                     .arg(panel->objectName(),
                          panel->isHidden() ? QStringLiteral("closed")
                              : isInFront   ? rect(panel->geometry())
                                            : QStringLiteral("behind a tab"),
                          panel->isFloating() ? " floating" : "");
    }
    return lines;
}

/// Drags the line beside or below a panel.
void dragEdge(const Start& start, const char* name, Qt::Edge edge, int by)
{
    const QRect rect = start.panel(name).geometry();
    const QPoint from = edge == Qt::RightEdge ? QPoint(rect.right() + 4, rect.center().y())
                                              : QPoint(rect.center().x(), rect.bottom() + 4);
    const QPoint to = from + (edge == Qt::RightEdge ? QPoint(by, 0) : QPoint(0, by));
    StepWorkspace* workspace = &start.workspace();
    QTest::mousePress(workspace, Qt::LeftButton, {}, from);
    QTest::mouseMove(workspace, (from + to) / 2);
    start.settle();
    QTest::mouseMove(workspace, to);
    start.settle();
    QTest::mouseRelease(workspace, Qt::LeftButton, {}, to);
    start.settle();
}

QString allOf(const QStringList& lines)
{
    return lines.join('\n');
}

/// The message about what is being loaded comes and goes at every start.
void showAndHideAMessage(const Start& start)
{
    start.window.messages().showLoading(-1, "Loading…");
    start.settle();
    start.window.messages().loadingEnded();
    start.settle();
}

} // namespace

class TestLayout : public QObject {
    Q_OBJECT

private slots:
    void init() { QSettings().clear(); }

    void theScreenIsTheOneThatIsTestedFor()
    {
        QCOMPARE(QGuiApplication::primaryScreen()->geometry(), QRect(QPoint(), screenSize));
    }

    void theFirstWindowFitsAndIsWellProportioned()
    {
        Start start;
        QVERIFY2(QGuiApplication::primaryScreen()->availableGeometry().contains(start.window.geometry()),
                 qPrintable(allOf(layoutOf(start))));
        const int width = start.workspace().width(), height = start.workspace().height();
        const auto share = [&](const char* name) { return start.panel(name).width() / double(width); };
        QVERIFY2(share("setup") < 0.25 && share("distribution") < 0.3 && share("stage") > 0.45,
                 qPrintable(allOf(layoutOf(start))));
        QVERIFY2(start.panel("stage").height() > 0.35 * height, qPrintable(allOf(layoutOf(start))));
    }

    void aStartShowsTheLayoutThatWasLeft_data()
    {
        QTest::addColumn<std::function<void(Start&)>>("change");
        const auto row = [](const char* name, const std::function<void(Start&)>& change) {
            QTest::newRow(name) << change;
        };
        row("nothing", [](Start&) {});
        row("a tab in front", [](Start& start) { start.panel("events").raise(); });
        row("a closed panel", [](Start& start) { start.panel("distribution").close(); });
        row("a column made narrower", [](Start& start) { dragEdge(start, "stage", Qt::RightEdge, -60); });
        row("a row made higher", [](Start& start) { dragEdge(start, "text", Qt::BottomEdge, 45); });
        row("lines dragged and a panel closed", [](Start& start) {
            dragEdge(start, "stage", Qt::RightEdge, -33);
            dragEdge(start, "text", Qt::BottomEdge, 21);
            start.panel("setup").close();
        });
        row("a panel moved to another column", [](Start& start) {
            start.workspace().splitDockWidget(&start.panel("distribution"), &start.panel("events"), Qt::Vertical);
            emit start.panel("events").topLevelChanged(false); // as where a person drops it
        });
        row("two panels tabbed", [](Start& start) {
            start.workspace().tabifyDockWidget(&start.panel("distribution"), &start.panel("text"));
            emit start.panel("text").topLevelChanged(false);
        });
        row("a floating panel", [](Start& start) {
            start.panel("distribution").setFloating(true);
            start.settle();
            start.panel("distribution").setGeometry(300, 200, 400, 350);
        });
        row("a smaller window", [](Start& start) {
            start.window.setWindowState(Qt::WindowNoState);
            start.settle();
            start.window.setGeometry(40, 50, 1190, 700);
        });
        row("a line dragged in a smaller window", [](Start& start) {
            start.window.setWindowState(Qt::WindowNoState);
            start.settle();
            start.window.setGeometry(20, 30, 1201, 733);
            start.settle();
            dragEdge(start, "text", Qt::BottomEdge, 17);
        });
        row("a line dragged, then another window size", [](Start& start) {
            dragEdge(start, "stage", Qt::RightEdge, -47);
            start.window.setWindowState(Qt::WindowNoState);
            start.settle();
            start.window.setGeometry(10, 30, 1211, 701);
        });
        row("larger letters", [](Start& start) { start.window.setTextSize(12); });
    }

    void aStartShowsTheLayoutThatWasLeft()
    {
        QFETCH(const std::function<void(Start&)>, change);
        QStringList left;
        {
            Start start;
            showAndHideAMessage(start);
            const QStringList before = layoutOf(start);
            change(start);
            start.settle();
            left = layoutOf(start);
            if (QTest::currentDataTag() != QLatin1String("nothing"))
                QVERIFY2(before != left || QTest::currentDataTag() == QLatin1String("larger letters"),
                         "the change must be one");
            start.quit();
        }
        for (int i = 0; i < 2; ++i) { // three starts in a row
            Start start;
            QCOMPARE(allOf(layoutOf(start)), allOf(left));
            showAndHideAMessage(start);
            QCOMPARE(allOf(layoutOf(start)), allOf(left));
            start.quit();
        }
    }

    void panelsForOneTimeAreNotKept()
    {
        QStringList before;
        {
            Start start;
            before = layoutOf(start);
            start.quit();
        }
        {
            Start start;
            QVERIFY(!start.window.showOnly({"text", "radio"}));
            QCOMPARE(allOf(layoutOf(start)), allOf(before));
            QVERIFY(start.window.showOnly({"text", "stage"}));
            start.settle();
            QVERIFY(start.panel("setup").isHidden() && !start.panel("stage").isHidden());
            start.quit();
        }
        Start start;
        QCOMPARE(allOf(layoutOf(start)), allOf(before));
        start.quit();
    }

    /// No workspace asks for more: a projector has as much.
    void theWindowGetsAsSmallAsOldScreens()
    {
        Start start;
        start.window.lanes().add(start.navigation.setup());
        start.settle();
        for (const auto workspace : {MainWindow::Workspace::step, MainWindow::Workspace::compare}) {
            start.window.showWorkspace(workspace);
            start.settle();
            const QSize least = start.window.minimumSizeHint();
            QVERIFY2(least.width() <= 1024 && least.height() <= 700,
                     qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
        }
        start.quit();
    }

    void projectorModeEndsWhereItBegan()
    {
        QStringList before;
        double size = 0;
        {
            Start start;
            start.panel("events").raise();
            dragEdge(start, "stage", Qt::RightEdge, -60);
            start.panel("setup").close();
            start.settle();
            before = layoutOf(start);
            size = start.window.textSize();
            QTest::keyClick(&start.window, Qt::Key_F11);
            start.settle();
            QVERIFY(start.window.projector().isOn() && start.window.isFullScreen());
            QVERIFY(start.window.textSize() > size);
            for (DockPanel* panel : start.workspace().panels())
                QCOMPARE(!panel->isHidden(),
                         (QStringList{"text", "stage", "tokens-per-step"}.contains(panel->objectName())));
            QTest::keyClick(&start.window, Qt::Key_F11);
            start.settle();
            QVERIFY(!start.window.projector().isOn() && !start.window.isFullScreen());
            QCOMPARE(start.window.textSize(), size);
            QCOMPARE(allOf(layoutOf(start)), allOf(before));
            QTest::keyClick(&start.window, Qt::Key_F11);
            start.settle();
            start.quit(); // with it on
        }
        Start start;
        QVERIFY(!start.window.projector().isOn() && !start.window.isFullScreen());
        QCOMPARE(start.window.textSize(), size);
        QCOMPARE(allOf(layoutOf(start)), allOf(before));
        start.quit();
    }

    void aLayoutThatNobodyHasChangedFollowsTheWindowAfterARestart()
    {
        {
            Start().quit();
        }
        Start start;
        QVERIFY(start.workspace().hasDefaultLayout());
        start.window.setWindowState(Qt::WindowNoState);
        for (const QSize size : {QSize(1100, 700), QSize(1700, 1000), QSize(1250, 760)}) {
            start.window.resize(size);
            start.settle();
            const QStringList shown = layoutOf(start).mid(1);
            start.workspace().restoreDefaultLayout();
            start.settle();
            QCOMPARE(allOf(layoutOf(start).mid(1)), allOf(shown));
        }
    }

    void aLineThatWasDraggedStaysWhereTheWindowIsResized()
    {
        Start start;
        const int before = start.panel("distribution").width();
        dragEdge(start, "stage", Qt::RightEdge, -60);
        const int dragged = start.panel("distribution").width();
        QVERIFY2(dragged > before + 40, qPrintable(QStringLiteral("%1 → %2").arg(before).arg(dragged)));
        QVERIFY(!start.workspace().hasDefaultLayout());
        const QStringList left = layoutOf(start);
        start.window.setWindowState(Qt::WindowNoState);
        for (const QSize size : {QSize(1700, 1000), QSize(900, 500), QSize(1100, 900)}) {
            start.window.resize(size);
            start.settle();
        }
        start.window.setWindowState(Qt::WindowMaximized);
        start.settle();
        QCOMPARE(allOf(layoutOf(start)), allOf(left));
    }

    void aPanelThatIsOpenedAgainHasItsSize_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"distribution", "text", "setup", "stage"})
            QTest::newRow(name) << QString(name);
    }
    void aPanelThatIsOpenedAgainHasItsSize()
    {
        QFETCH(const QString, name);
        QStringList left;
        const auto reopen = [&](const Start& start) {
            start.workspace().panel(name)->toggleViewAction()->trigger();
            start.settle();
        };
        {
            Start start;
            dragEdge(start, "stage", Qt::RightEdge, -60);
            dragEdge(start, "text", Qt::BottomEdge, 45);
            left = layoutOf(start);
            start.workspace().panel(name)->close();
            start.settle();
            QVERIFY(layoutOf(start) != left);
            reopen(start);
            QCOMPARE(allOf(layoutOf(start)), allOf(left));
            start.workspace().panel(name)->close();
            start.settle();
            start.window.setWindowState(Qt::WindowNoState);
            start.window.resize(1000, 650);
            start.settle();
            start.quit();
        }
        Start start;
        start.window.setWindowState(Qt::WindowMaximized);
        start.settle();
        reopen(start);
        QCOMPARE(allOf(layoutOf(start)), allOf(left));
    }

    void theDefaultLayoutComesBackAfterARestart()
    {
        QStringList first;
        {
            Start start;
            first = layoutOf(start);
            dragEdge(start, "stage", Qt::RightEdge, -60);
            start.panel("setup").close();
            start.panel("text").setFloating(true);
            start.settle();
            QVERIFY(layoutOf(start) != first);
            start.quit();
        }
        Start start;
        QVERIFY(layoutOf(start) != first);
        start.workspace().restoreDefaultLayout();
        start.settle();
        QCOMPARE(allOf(layoutOf(start)), allOf(first));
        start.quit();
        Start again;
        QCOMPARE(allOf(layoutOf(again)), allOf(first));
        QVERIFY(again.workspace().hasDefaultLayout());
    }

    void aMaximisedWindowStaysMaximisedAndItsNormalSizeIsKept()
    {
        QRect normal;
        {
            Start start;
            start.window.setWindowState(Qt::WindowNoState);
            start.settle();
            start.window.setGeometry(60, 70, 1150, 690);
            start.settle();
            normal = start.window.geometry();
            start.window.setWindowState(Qt::WindowMaximized);
            start.settle();
            start.quit();
        }
        for (int i = 0; i < 2; ++i) {
            Start start;
            QVERIFY(start.window.isMaximized());
            start.quit();
        }
        Start start;
        start.window.setWindowState(Qt::WindowNoState);
        start.settle();
        QCOMPARE(start.window.geometry(), normal);
    }

    /// A window that is maximised and made normal again and again stays where it was put.
    void aMaximisedWindowDoesNotDrift()
    {
        QRect normal;
        for (int i = 0; i < 3; ++i) {
            Start start;
            start.window.setWindowState(Qt::WindowNoState);
            start.settle();
            if (i == 0)
                start.window.setGeometry(60, 70, 1150, 690);
            start.settle();
            if (i == 0)
                normal = start.window.geometry();
            QCOMPARE(start.window.geometry(), normal);
            start.window.setWindowState(i == 1 ? Qt::WindowFullScreen : Qt::WindowMaximized);
            start.settle();
            start.quit();
        }
    }

    void whatLiesOutsideTheScreenIsBroughtInside_data()
    {
        QTest::addColumn<QRect>("saved");
        QTest::newRow("larger") << QRect(0, 0, 2560, 1440);
        QTest::newRow("on a screen to the right") << QRect(2000, 100, 1150, 700);
        QTest::newRow("on a screen to the left") << QRect(-1900, 100, 1150, 700);
        QTest::newRow("partly below") << QRect(50, 500, 1150, 700);
    }

    void whatLiesOutsideTheScreenIsBroughtInside()
    {
        QFETCH(const QRect, saved);
        {
            Start start; // for the other settings
            dragEdge(start, "stage", Qt::RightEdge, -40);
            start.quit();
        }
        QSettings settings;
        settings.setValue("window/corner", saved.topLeft());
        settings.setValue("window/size", saved.size());
        settings.setValue("window/maximised", false);
        settings.sync();
        Start start;
        QVERIFY2(QRect(QPoint(), screenSize).contains(start.window.frameGeometry()),
                 qPrintable(allOf(layoutOf(start))));
        QVERIFY(!start.window.isMaximized());
    }

    void whatIsNoLayoutIsNotTaken()
    {
        QStringList first;
        {
            Start start;
            first = layoutOf(start);
        } // not closed: nothing is kept
        for (const QByteArray& garbage :
             {QByteArray("garbage"), QByteArray(), QByteArray(400, '\xff'), QByteArray("\0\0\0\1\1\0\0\0\0", 9)}) {
            QSettings settings;
            settings.clear();
            settings.setValue("step/panels", garbage);
            settings.setValue("window/corner", garbage);
            settings.setValue("window/size", garbage);
            settings.sync();
            Start start;
            QCOMPARE(allOf(layoutOf(start)), allOf(first));
        }
    }

    /// Panels that come into sight can make the window as wide as another default layout is for. That waits until all are in their places.
    void aWindowThatGetsWiderWhileALayoutIsRestored()
    {
        Start start;
        StepWorkspace& workspace = start.workspace();
        const QByteArray saved = workspace.saveLayout();
        const QStringList before = layoutOf(start);
        for (const char* const name : {"text", "stage", "cache"}) {
            for (DockPanel* panel : workspace.panels())
                panel->hide();
            start.settle();
            OnShow widening(start.panel(name), [&] { workspace.resize(1900, workspace.height()); });
            QVERIFY(workspace.restoreLayout(saved));
            QVERIFY(widening.hasCome());
            start.window.resize(start.window.width() + 1,
                                start.window.height()); // the workspace is as wide as it again
            start.window.resize(start.window.width() - 1, start.window.height());
            start.settle();
            QCOMPARE(allOf(layoutOf(start).mid(1)), allOf(before.mid(1))); // the window is not maximised any more
        }
    }
};

DRAFTSCOPE_TEST_IN(test::ApplicationOnOneScreen, TestLayout)
#include "test_layout.moc"
