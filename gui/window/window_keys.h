// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QObject>

class QWidget;

namespace draftscope {

class MessageBar;
class Workspace;

/// Who gets a key, and where the focus goes. The transport has its keys wherever the focus is, unless the button or
/// field that has it needs them. The workspace in sight is where the focus stays when nothing else wants it: at the
/// start, after Escape, and when what had the focus has gone.
class WindowKeys : public QObject {
    Q_OBJECT
public:
    /// Both outlive this.
    WindowKeys(QWidget& window, MessageBar& messages);

    void goHome();                           ///< to the page of the workspace in sight
    void setWorkspace(Workspace& workspace); ///< it is in sight from now on; to be called before a key is pressed
    /// To the next place where the Tab key stops, or the one before; false where there is none.
    bool goToTabStop(bool next);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] std::vector<QWidget*> tabStops() const;
    [[nodiscard]] bool isOurs(const QWidget* widget) const; ///< in the window or a floating panel, not in a dialog
    void escape(QWidget* focus);
    void focusMoved(QWidget* old, QWidget* now);

    QWidget& m_window;
    MessageBar& m_messages;
    Workspace* m_workspace = nullptr; ///< in sight
    QWidget* m_home = nullptr;        ///< its page
};

} // namespace draftscope
