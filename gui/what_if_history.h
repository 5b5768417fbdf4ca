// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QObject>

#include "gui/navigation.h"

class QAction;

namespace draftscope {

/// Undo and redo of what-ifs that forked: undoing one shows the moment at which it was made, on the branch that stayed as it was;
/// redoing it shows the branch that began there, as far as it had come. Nothing is removed, so both branches stay in their
/// list. For the window's thread.
class WhatIfHistory : public QObject {
    Q_OBJECT
public:
    explicit WhatIfHistory(Navigation& navigation, QObject* parent = nullptr);

    /// Whether Step is in sight: else nothing of it can be undone or redone.
    void setInSight(bool on);

    QAction *const undo, *const redo; ///< with their keys, enabled where there is something to do

private:
    struct Made {
        Position from; ///< shown when it was made
        Position fork; ///< shown when it was undone; at first where its branch began
        QString what;
    };
    void undoLast();
    void redoNext();
    void refresh();

    Navigation& m_navigation;
    std::vector<Made> m_made;
    std::size_t m_done = 0; ///< of m_made; those behind have been undone
    bool m_isInSight = true;
};

} // namespace draftscope
