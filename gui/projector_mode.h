// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>

namespace draftscope {

class MainWindow;

/// The window as a room sees it: the whole screen, larger letters, and in Step nothing but the text, the stage and one chart. What was there
/// before comes back when it ends. For the window's thread.
class ProjectorMode : public QObject {
    Q_OBJECT
public:
    explicit ProjectorMode(MainWindow& window);

    [[nodiscard]] bool isOn() const { return m_isOn; }
    enum class Screen { whole, asItIs };
    void begin(Screen screen = Screen::whole);
    void end();

signals:
    void changed(bool isOn);

private:
    MainWindow& m_window;
    bool m_isOn = false, m_tookScreen = false;
    QByteArray m_layout; ///< of Step, from before
    double m_textSize = 0;
};

} // namespace draftscope
