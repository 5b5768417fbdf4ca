// SPDX-License-Identifier: MIT
// A window that is maximised, lies outside the screen or gets wider between one start and the next, on a screen of 1280
// by 800.
#include <functional>
#include <utility>

#include <QSettings>

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

} // namespace

class TestMaximisedWindow : public QObject {
    Q_OBJECT

private slots:
    void init() { QSettings().clear(); }

    void aMaximisedWindowStaysMaximisedAndItsNormalSizeIsKept()
    {
        QRect normal;
        {
            KeptWindow start;
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
            KeptWindow start;
            QVERIFY(start.window.isMaximized());
            start.quit();
        }
        KeptWindow start;
        start.window.setWindowState(Qt::WindowNoState);
        start.settle();
        QCOMPARE(start.window.geometry(), normal);
    }

    /// A window that is maximised and made normal again and again stays where it was put.
    void aMaximisedWindowDoesNotDrift()
    {
        QRect normal;
        for (int i = 0; i < 3; ++i) {
            KeptWindow start;
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
            KeptWindow start; // for the other settings
            dragEdge(start, "stage", Qt::RightEdge, -40);
            start.quit();
        }
        QSettings settings;
        settings.setValue("window/corner", saved.topLeft());
        settings.setValue("window/size", saved.size());
        settings.setValue("window/maximised", false);
        settings.sync();
        KeptWindow start;
        QVERIFY2(QRect(QPoint(), screenSize).contains(start.window.frameGeometry()),
                 qPrintable(allOf(layoutOf(start))));
        QVERIFY(!start.window.isMaximized());
    }

    /// Panels that come into sight can make the window as wide as another default layout is for. That waits until all
    /// are in their places.
    void aWindowThatGetsWiderWhileALayoutIsRestored()
    {
        KeptWindow start;
        PanelArea& workspace = start.workspace();
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

DRAFTSCOPE_TEST_IN(test::ApplicationOnOneScreen, TestMaximisedWindow)
#include "test_maximised_window.moc"
