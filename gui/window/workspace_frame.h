// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "gui/workspace/workspace.h"

class QBoxLayout;
class QMainWindow;
class QMenu;
class QStackedWidget;
class QTabBar;

namespace draftscope {

class MessageBar;

/// The workspaces of a window, with their tabs, keys, pages and bars: one is in sight. It is the window's centre, and
/// owns the workspaces. Lives on the window's thread.
class WorkspaceFrame : public QWidget {
    Q_OBJECT
public:
    WorkspaceFrame(QMainWindow& window, MessageBar& messages);

    [[nodiscard]] const std::vector<Workspace*>& all() const { return m_workspaces; } ///< in the order of their tabs
    [[nodiscard]] Workspace* current() const { return m_shown; }                      ///< null before the first one is
    [[nodiscard]] QTabBar& tabs() const { return *m_tabs; }
    [[nodiscard]] Workspace& named(const QString& name) const; ///< one of them has to have it
    /// Its page and bars, out of sight.
    void put(Workspace& workspace);
    /// The entry of the View menu that shows it, before whatever else stands there.
    void addToMenu(Workspace& workspace, QMenu& menu);
    /// A bar of the window's own above the message bar.
    void addAboveMessages(QWidget& bar);
    /// What plays in the one before is paused.
    void show(Workspace& workspace);
    void nameTabs(); ///< in the window's language
    /// To the size of the window. In a low one the bars leave their room to the page.
    void fit();
    /// The language or the size of letters has changed: at once, and again when every button has its new words and
    /// font.
    void fitNowAndSoon();

signals:
    void shown(draftscope::Workspace& workspace);
    void wordsChanged(); ///< of the one in sight
    void homeWanted();   ///< the focus is to go to its page
    void lowChanged(bool isLow);

private:
    void showBars(Workspace& workspace, bool on);
    void fitHeight();

    QMainWindow& m_window;
    MessageBar& m_messages;
    std::vector<Workspace*> m_workspaces;
    Workspace* m_shown = nullptr;
    QBoxLayout *m_aboveMessages, *m_abovePage, *m_belowPage; ///< the bars of the workspaces
    QStackedWidget* m_pages;
    QTabBar* m_tabs;
    QAction* m_behindEntries = nullptr; ///< in the View menu
    bool m_isLow = false;               ///< bars take less height
};

} // namespace draftscope
