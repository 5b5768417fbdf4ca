// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QObject>

#include "gui/navigation/navigation.h"

class QAction;

namespace draftscope {

/// Undo and redo of what a person did about branches. Of a what-if that forked: undoing it shows the moment at which it
/// was made, on the branch that stayed as it was; redoing it shows the branch that began there, as far as it had come,
/// and both stay in their list. Of a branch that was removed or named: it comes back, or has the name of before. For
/// the window's thread.
class UndoHistory : public QObject {
    Q_OBJECT
public:
    explicit UndoHistory(Navigation& navigation, QObject* parent = nullptr);

    /// Whether Step is in sight: else nothing of it can be undone or redone.
    void setInSight(bool on);

    QAction *const undo, *const redo; ///< with their keys, enabled where there is something to do

private:
    struct Made {
        QString what; ///< behind "Undo"
        std::function<void()> undo, redo;
    };
    void add(Made made);
    void onForked(Position from, Position fork, const QString& what);
    void onRemoved(int branch, Position from);
    void onNamed(int branch, const QString& before, const QString& now);
    void undoLast();
    void redoNext();
    void refresh();

    Navigation& m_navigation;
    std::vector<Made> m_made;
    std::size_t m_done = 0; ///< of m_made; those behind have been undone
    bool m_isGoing = false; ///< back or forth: what is done then is in m_made
    bool m_isInSight = true;
};

} // namespace draftscope
