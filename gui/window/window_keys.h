// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QObject>

class QWidget;

namespace draftscope {

class DockPanel;
class MessageBar;
class StepWorkspace;

/// Who gets a key, and where the focus goes. The transport has its keys wherever the focus is, unless the button or
/// field that has it needs them. The workspace in sight is where the focus stays when nothing else wants it: at the
/// start, after Escape, and when what had the focus has gone.
class WindowKeys : public QObject {
    Q_OBJECT
public:
    /// All of them outlive this.
    WindowKeys(QWidget& window, StepWorkspace& workspace, MessageBar& messages);

    void goHome();                                            ///< to the workspace in sight
    void setHome(QWidget& workspace) { m_home = &workspace; } ///< the Step workspace at first
    /// To the next place where the Tab key stops, or the one before; false where there is none.
    bool goToTabStop(bool next);
    void goToPanel(bool next);
    void goToPanel(DockPanel& panel); ///< opens it where it is closed, and brings its tab to the front
    /// Closes the panel that has the focus; false where none has.
    bool closePanel();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] std::vector<QWidget*> tabStops() const;
    [[nodiscard]] bool isOurs(const QWidget* widget) const; ///< in the window or a floating panel, not in a dialog
    void escape(QWidget* focus);
    void focusMoved(QWidget* old, QWidget* now);

    QWidget& m_window;
    StepWorkspace& m_workspace;
    MessageBar& m_messages;
    QWidget* m_home; ///< the workspace in sight
};

} // namespace draftscope
