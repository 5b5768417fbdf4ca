// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QObject>

#include "gui/window/command_line.h"

namespace draftscope {

class LabWorkspace;
class MainWindow;
class Navigation;

/// Goes to the moment wanted, or where there are lanes to the round, computing what is not recorded yet, or waits for
/// the texts of the lab, and writes the window as a picture.
class Screenshot : public QObject {
    Q_OBJECT
public:
    /// `done` gets an empty sentence, or what went wrong. Call before the run is started.
    Screenshot(MainWindow& window, Navigation& navigation, ScreenshotOptions options,
               std::function<void(const QString&)> done);

private:
    void goOn();
    void goOnWithLanes();
    void goOnWithLesson();
    void goOnWithLab();
    void takeWhenLanesAreMeasured();
    [[nodiscard]] std::optional<Position> wanted() const;
    [[nodiscard]] std::optional<Position> tellingRejection() const;
    void takeWhenMeasured();
    void take();
    void finish(const QString& sentence);

    MainWindow& m_window;
    Navigation& m_navigation;
    ScreenshotOptions m_options;
    std::function<void(const QString&)> m_done;
    LabWorkspace* m_lab = nullptr; ///< where that is in sight
    bool m_isTaken = false;
};

} // namespace draftscope
