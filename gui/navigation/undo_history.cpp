// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/undo_history.h"

#include <memory>
#include <utility>

#include <QAction>

namespace draftscope {

namespace {

/// A token may be "&", which in a menu underlines the letter behind it.
QString inMenu(QString words)
{
    return words.replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace

UndoHistory::UndoHistory(Navigation& navigation, QObject* parent)
    : QObject(parent), undo(new QAction(this)), redo(new QAction(this)), m_navigation(navigation)
{
    undo->setShortcut(QKeySequence::Undo);
    redo->setShortcut(QKeySequence::Redo);
    connect(undo, &QAction::triggered, this, &UndoHistory::undoLast);
    connect(redo, &QAction::triggered, this, &UndoHistory::redoNext);
    connect(&navigation.whatIfs(), &WhatIfs::forked, this, &UndoHistory::onForked);
    connect(&navigation.branches(), &BranchList::removed, this, &UndoHistory::onRemoved);
    connect(&navigation.branches(), &BranchList::named, this, &UndoHistory::onNamed);
    connect(&navigation, &Navigation::recordingReplaced, this, [this] {
        m_made.clear();
        m_done = 0;
        refresh();
    });
    refresh();
}

void UndoHistory::setInSight(bool on)
{
    m_isInSight = on;
    refresh();
}

void UndoHistory::add(Made made)
{
    if (m_isGoing)
        return;
    m_made.resize(m_done);
    m_made.push_back(std::move(made));
    m_done = m_made.size();
    refresh();
}

void UndoHistory::onForked(Position from, Position fork, const QString& what)
{
    const auto shown = std::make_shared<Position>(fork); // when it was undone; at first where its branch began
    add({tr("what-if: %1").arg(what),
         [this, from, shown, what] {
             if (m_navigation.playhead().position().branch == shown->branch)
                 *shown = m_navigation.playhead().position();
             m_navigation.player().goTo(from);
             m_navigation.status().say(tr("Undone: %1. Branch %2 stays in the list of branches.")
                                           .arg(what, QString::number(shown->branch))); // at once: a token may be "%2"
         },
         [this, shown, what] {
             m_navigation.player().goTo(*shown);
             m_navigation.status().say(tr("Done again: %1.").arg(what));
         }});
}

void UndoHistory::onRemoved(int branch, Position from)
{
    add({tr("removal of branch %1").arg(branch),
         [this, branch, from] {
             m_navigation.branches().restore(branch);
             if (from.branch == branch) {
                 m_navigation.player().goTo(from);
                 m_navigation.status().say(tr("Branch %1 is back.").arg(branch));
             }
         },
         [this, branch] { m_navigation.branches().remove(branch); }});
}

void UndoHistory::onNamed(int branch, const QString& before, const QString& now)
{
    add({tr("name of branch %1").arg(branch), [this, branch, before] { m_navigation.branches().name(branch, before); },
         [this, branch, now] { m_navigation.branches().name(branch, now); }});
}

void UndoHistory::undoLast()
{
    if (m_done == 0)
        return;
    m_isGoing = true;
    m_made[--m_done].undo();
    m_isGoing = false;
    refresh();
}

void UndoHistory::redoNext()
{
    if (m_done == m_made.size())
        return;
    m_isGoing = true;
    m_made[m_done++].redo();
    m_isGoing = false;
    refresh();
}

void UndoHistory::refresh()
{
    undo->setEnabled(m_isInSight && m_done > 0);
    redo->setEnabled(m_isInSight && m_done < m_made.size());
    undo->setText(m_done > 0 ? tr("&Undo %1").arg(inMenu(m_made[m_done - 1].what)) : tr("&Undo"));
    redo->setText(m_done < m_made.size() ? tr("&Redo %1").arg(inMenu(m_made[m_done].what)) : tr("&Redo"));
}

} // namespace draftscope
