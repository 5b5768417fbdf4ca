// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSize>

namespace draftscope {

class MainWindow;

/// The window as a room sees it: the whole screen, letters of at least 3 % of its height in what views draw, and in
/// Step nothing but the text, the stage and, where it has room, one chart. What was there before comes back when it
/// ends. For the window's thread.
class ProjectorMode : public QObject {
    Q_OBJECT
public:
    explicit ProjectorMode(MainWindow& window);

    [[nodiscard]] bool isOn() const { return m_isOn; }
    enum class Screen { whole, asItIs };
    void begin(Screen screen = Screen::whole);
    void end();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void changed(bool isOn);

private:
    void fit(QSize window); ///< letters to a window of this size

    MainWindow& m_window;
    bool m_isExplained = false; ///< code or a formula stands beside the stage
    bool m_isOn = false, m_tookScreen = false;
    QByteArray m_layout; ///< of Step, from before
    double m_textSize = 0;
};

} // namespace draftscope
