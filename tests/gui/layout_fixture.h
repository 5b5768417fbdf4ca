// SPDX-License-Identifier: MIT
// Starts of the program, one after another, each with what the one before has kept. Header only.
#pragma once

#include <QSettings>

#include "tests/test_main.h"
#include "window_fixture.h"

namespace draftscope::test {

/// What a start of the program makes, with what it keeps from the one before.
struct KeptWindow : RunFixture {
    KeptWindow() : window(navigation, MainWindow::Memory::kept)
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
    ~KeptWindow() { QSettings().sync(); }
    [[nodiscard]] PanelArea& workspace() const { return window.workspace(); }
    [[nodiscard]] DockPanel& panel(const char* name) const { return *workspace().panel(name); }

    MainWindow window;
};

/// Window and panels in words, a line each, so that a difference can be read.
inline QStringList layoutOf(const KeptWindow& start)
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
inline void dragEdge(const KeptWindow& start, const char* name, Qt::Edge edge, int by)
{
    const QRect rect = start.panel(name).geometry();
    const QPoint from = edge == Qt::RightEdge ? QPoint(rect.right() + 4, rect.center().y())
                                              : QPoint(rect.center().x(), rect.bottom() + 4);
    const QPoint to = from + (edge == Qt::RightEdge ? QPoint(by, 0) : QPoint(0, by));
    PanelArea* workspace = &start.workspace();
    QTest::mousePress(workspace, Qt::LeftButton, {}, from);
    QTest::mouseMove(workspace, (from + to) / 2);
    start.settle();
    QTest::mouseMove(workspace, to);
    start.settle();
    QTest::mouseRelease(workspace, Qt::LeftButton, {}, to);
    start.settle();
}

inline QString allOf(const QStringList& lines)
{
    return lines.join('\n');
}

} // namespace draftscope::test
