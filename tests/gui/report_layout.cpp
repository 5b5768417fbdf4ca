// SPDX-License-Identifier: MIT
// Starts the window with what the program before it has kept, prints where the panels are on the screen, and ends
// without keeping anything: for under_a_window_manager.
#include <cstdio>

#include <QScreen>

#include "gui/step/panel_sizes.h"
#include "window_fixture.h"

using namespace draftscope;

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Draftscope"));
    QCoreApplication::setApplicationName(QStringLiteral("draftscope"));
    Theme::apply(application, ThemeKind::system);
    Navigation navigation;
    MainWindow window(navigation, MainWindow::Memory::kept);
    navigation.starter().setSetup(defaultSetup().setup);
    window.show();
    // A window manager answers in its own time: the window has its place when it has stayed there for a while.
    constexpr int quiet = 800, patience = 20'000;
    QElapsedTimer since, all;
    since.start();
    all.start();
    for (QRect last; since.elapsed() < quiet && all.elapsed() < patience; QTest::qWait(20))
        if (const QRect now = window.geometry(); now != last) {
            last = now;
            since.restart();
        }
    const auto print = [](const QString& name, QPoint corner, QSize size) {
        std::printf("%s %d %d %d %d\n", qPrintable(name), corner.x(), corner.y(), size.width(), size.height());
    };
    print("window", window.mapToGlobal(QPoint()), window.size());
    for (DockPanel* panel : window.workspace().panels()) {
        if (panel->isHidden())
            std::printf("%s closed\n", qPrintable(panel->objectName()));
        else if (inFrontOf(window.workspace(), panel) != panel)
            std::printf("%s behind a tab\n", qPrintable(panel->objectName()));
        else
            print(panel->objectName(), panel->mapToGlobal(QPoint()), panel->size());
    }
    std::fflush(stdout);
    std::_Exit(0); // the window is not closed
}
