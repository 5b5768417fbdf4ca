// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/what_if_history.h"

#include <QAction>

namespace draftscope {

namespace {

/// A token may be "&", which in a menu underlines the letter behind it.
QString inMenu(QString words)
{
    return words.replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace

WhatIfHistory::WhatIfHistory(Navigation& navigation, QObject* parent)
    : QObject(parent), undo(new QAction(this)), redo(new QAction(this)), m_navigation(navigation)
{
    undo->setShortcut(QKeySequence::Undo);
    redo->setShortcut(QKeySequence::Redo);
    connect(undo, &QAction::triggered, this, &WhatIfHistory::undoLast);
    connect(redo, &QAction::triggered, this, &WhatIfHistory::redoNext);
    connect(&navigation, &Navigation::forked, this, [this](Position from, Position fork, const QString& what) {
        m_made.resize(m_done);
        m_made.push_back({from, fork, what});
        m_done = m_made.size();
        refresh();
    });
    connect(&navigation, &Navigation::recordingReplaced, this, [this] {
        m_made.clear();
        m_done = 0;
        refresh();
    });
    refresh();
}

void WhatIfHistory::setInSight(bool on)
{
    m_isInSight = on;
    refresh();
}

void WhatIfHistory::undoLast()
{
    if (m_done == 0)
        return;
    Made& last = m_made[--m_done];
    if (m_navigation.position().branch == last.fork.branch)
        last.fork = m_navigation.position();
    m_navigation.goTo(last.from);
    m_navigation.say(tr("Undone: %1. Branch %2 stays in the list of branches.")
                         .arg(last.what, QString::number(last.fork.branch))); // at once: a token may be "%2"
    refresh();
}

void WhatIfHistory::redoNext()
{
    if (m_done == m_made.size())
        return;
    const Made& next = m_made[m_done++];
    m_navigation.goTo(next.fork);
    m_navigation.say(tr("Done again: %1.").arg(next.what));
    refresh();
}

void WhatIfHistory::refresh()
{
    undo->setEnabled(m_isInSight && m_done > 0);
    redo->setEnabled(m_isInSight && m_done < m_made.size());
    undo->setText(m_done > 0 ? tr("&Undo what-if: %1").arg(inMenu(m_made[m_done - 1].what)) : tr("&Undo what-if"));
    redo->setText(m_done < m_made.size() ? tr("&Redo what-if: %1").arg(inMenu(m_made[m_done].what))
                                         : tr("&Redo what-if"));
}

} // namespace draftscope
