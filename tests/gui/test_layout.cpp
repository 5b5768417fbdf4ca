// SPDX-License-Identifier: MIT
// The window from one start to the next, on a screen of 1280 by 800.
#include <functional>

#include <QSettings>
#include <QTabBar>

#include "gui/compare/lanes.h"
#include "gui/window/projector_mode.h"
#include "gui/window/window_look.h"
#include "layout_fixture.h"
#include "own_settings.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::allOf;
using test::dragEdge;
using test::KeptWindow;
using test::layoutOf;
using test::screenSize;

namespace {

/// The message about what is being loaded comes and goes at every start.
void showAndHideAMessage(const KeptWindow& start)
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
        KeptWindow start;
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
        QTest::addColumn<std::function<void(KeptWindow&)>>("change");
        const auto row = [](const char* name, const std::function<void(KeptWindow&)>& change) {
            QTest::newRow(name) << change;
        };
        row("nothing", [](KeptWindow&) {});
        row("a tab in front", [](KeptWindow& start) { start.panel("events").raise(); });
        row("a closed panel", [](KeptWindow& start) { start.panel("distribution").close(); });
        row("a column made narrower", [](KeptWindow& start) { dragEdge(start, "stage", Qt::RightEdge, -60); });
        row("a row made higher", [](KeptWindow& start) { dragEdge(start, "text", Qt::BottomEdge, 45); });
        row("lines dragged and a panel closed", [](KeptWindow& start) {
            dragEdge(start, "stage", Qt::RightEdge, -33);
            dragEdge(start, "text", Qt::BottomEdge, 21);
            start.panel("setup").close();
        });
        row("a panel moved to another column", [](KeptWindow& start) {
            start.workspace().splitDockWidget(&start.panel("distribution"), &start.panel("events"), Qt::Vertical);
            emit start.panel("events").topLevelChanged(false); // as where a person drops it
        });
        row("two panels tabbed", [](KeptWindow& start) {
            start.workspace().tabifyDockWidget(&start.panel("distribution"), &start.panel("text"));
            emit start.panel("text").topLevelChanged(false);
        });
        row("a floating panel", [](KeptWindow& start) {
            start.panel("distribution").setFloating(true);
            start.settle();
            start.panel("distribution").setGeometry(300, 200, 400, 350);
        });
        row("a smaller window", [](KeptWindow& start) {
            start.window.setWindowState(Qt::WindowNoState);
            start.settle();
            start.window.setGeometry(40, 50, 1190, 700);
        });
        row("a line dragged in a smaller window", [](KeptWindow& start) {
            start.window.setWindowState(Qt::WindowNoState);
            start.settle();
            start.window.setGeometry(20, 30, 1201, 733);
            start.settle();
            dragEdge(start, "text", Qt::BottomEdge, 17);
        });
        row("a line dragged, then another window size", [](KeptWindow& start) {
            dragEdge(start, "stage", Qt::RightEdge, -47);
            start.window.setWindowState(Qt::WindowNoState);
            start.settle();
            start.window.setGeometry(10, 30, 1211, 701);
        });
        row("larger letters", [](KeptWindow& start) { start.window.setTextSize(12); });
    }

    void aStartShowsTheLayoutThatWasLeft()
    {
        QFETCH(const std::function<void(KeptWindow&)>, change);
        QStringList left;
        {
            KeptWindow start;
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
            KeptWindow start;
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
            KeptWindow start;
            before = layoutOf(start);
            start.quit();
        }
        {
            KeptWindow start;
            QVERIFY(!start.window.showOnly({"text", "radio"}));
            QCOMPARE(allOf(layoutOf(start)), allOf(before));
            QVERIFY(start.window.showOnly({"text", "stage"}));
            start.settle();
            QVERIFY(start.panel("setup").isHidden() && !start.panel("stage").isHidden());
            start.quit();
        }
        KeptWindow start;
        QCOMPARE(allOf(layoutOf(start)), allOf(before));
        start.quit();
    }

    /// No workspace asks for more: half a laptop's screen at twice the scale has as much.
    void theWindowGetsAsSmallAsOldScreens()
    {
        KeptWindow start;
        start.window.lanes().add(start.navigation.starter().setup());
        start.settle();
        for (const auto workspace : {"step", "compare"}) {
            start.window.showWorkspace(workspace);
            start.settle();
            const QSize least = start.window.minimumSizeHint();
            QVERIFY2(least.width() <= 640 && least.height() <= 480,
                     qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
        }
        start.quit();
    }

    void projectorModeEndsWhereItBegan()
    {
        QStringList before;
        double size = 0;
        {
            KeptWindow start;
            start.panel("events").raise();
            dragEdge(start, "stage", Qt::RightEdge, -60);
            start.panel("setup").close();
            start.settle();
            before = layoutOf(start);
            size = start.window.look().textSize();
            QTest::keyClick(&start.window, Qt::Key_F11);
            start.settle();
            QVERIFY(start.window.projector().isOn() && start.window.isFullScreen());
            // What views draw is read from the last row: bars and fields grow less, and the chart is there where it has
            // room.
            QVERIFY(QFontInfo(Theme::font()).pixelSize() >= 0.03 * start.window.height());
            for (DockPanel* panel : start.workspace().panels())
                if (panel->objectName() != QLatin1String("tokens-per-step"))
                    QCOMPARE(!panel->isHidden(), (QStringList{"text", "stage"}.contains(panel->objectName())));
            QTest::keyClick(&start.window, Qt::Key_F11);
            start.settle();
            QVERIFY(!start.window.projector().isOn() && !start.window.isFullScreen());
            QCOMPARE(start.window.look().textSize(), size);
            QCOMPARE(allOf(layoutOf(start)), allOf(before));
            QTest::keyClick(&start.window, Qt::Key_F11);
            start.settle();
            start.quit(); // with it on
        }
        KeptWindow start;
        QVERIFY(!start.window.projector().isOn() && !start.window.isFullScreen());
        QCOMPARE(start.window.look().textSize(), size);
        QCOMPARE(allOf(layoutOf(start)), allOf(before));
        start.quit();
    }

    void aLayoutThatNobodyHasChangedFollowsTheWindowAfterARestart()
    {
        {
            KeptWindow().quit();
        }
        KeptWindow start;
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
        KeptWindow start;
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
        const auto reopen = [&](const KeptWindow& start) {
            start.workspace().panel(name)->toggleViewAction()->trigger();
            start.settle();
        };
        {
            KeptWindow start;
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
        KeptWindow start;
        start.window.setWindowState(Qt::WindowMaximized);
        start.settle();
        reopen(start);
        QCOMPARE(allOf(layoutOf(start)), allOf(left));
    }

    void theDefaultLayoutComesBackAfterARestart()
    {
        QStringList first;
        {
            KeptWindow start;
            first = layoutOf(start);
            dragEdge(start, "stage", Qt::RightEdge, -60);
            start.panel("setup").close();
            start.panel("text").setFloating(true);
            start.settle();
            QVERIFY(layoutOf(start) != first);
            start.quit();
        }
        KeptWindow start;
        QVERIFY(layoutOf(start) != first);
        start.workspace().restoreDefaultLayout();
        start.settle();
        QCOMPARE(allOf(layoutOf(start)), allOf(first));
        start.quit();
        KeptWindow again;
        QCOMPARE(allOf(layoutOf(again)), allOf(first));
        QVERIFY(again.workspace().hasDefaultLayout());
    }

    void whatIsNoLayoutIsNotTaken()
    {
        QStringList first;
        {
            KeptWindow start;
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
            KeptWindow start;
            QCOMPARE(allOf(layoutOf(start)), allOf(first));
        }
    }
};

DRAFTSCOPE_TEST_IN(test::ApplicationOnOneScreen, TestLayout)
#include "test_layout.moc"
