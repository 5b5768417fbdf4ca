// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QMenu>
#include <QObject>

namespace draftscope {

class BookmarkList;
class Navigation;

/// What one can do with bookmarks, with its keys, for the Run menu and the time line's own.
class BookmarkActions : public QObject {
    Q_OBJECT
public:
    BookmarkActions(Navigation& navigation, QWidget* window);
    /// Only the actions of the workspace in sight have their keys.
    void setInSight(bool on);
    /// These actions, and all bookmarks there are, those on the branch shown first, which it looks up whenever it is
    /// shown.
    [[nodiscard]] QMenu* makeMenu(QWidget* parent);

    QAction *toggle, *name, *next, *previous;

private:
    QAction* add(const QString& text, const QKeySequence& key, void (BookmarkList::*does)());
    void sayTips();
    void refresh();
    void fill(QMenu& menu);
    void askForName();

    Navigation& m_navigation;
    QWidget* m_window;
    bool m_isInSight = true;
};

} // namespace draftscope
