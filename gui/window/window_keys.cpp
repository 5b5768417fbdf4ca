// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/window_keys.h"

#include <algorithm>

#include <QApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>

#include "gui/controls/message_bar.h"
#include "gui/controls/tab_order.h"
#include "gui/workspace/workspace.h"

namespace draftscope {

namespace {

bool needsForItself(const QObject* focus, int key)
{
    const bool isArrow = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Home || key == Qt::Key_End;
    const bool presses = focus->inherits("QAbstractButton") || focus->inherits("QComboBox");
    const bool moves = focus->inherits("QAbstractSlider") || focus->inherits("QComboBox") || focus->inherits("QTabBar");
    return (presses && key == Qt::Key_Space) || (moves && isArrow);
}

bool isTypedInto(const QObject* focus)
{
    return focus->inherits("QAbstractSpinBox") || focus->inherits("QLineEdit");
}

} // namespace

WindowKeys::WindowKeys(QWidget& window, MessageBar& messages) : QObject(&window), m_window(window), m_messages(messages)
{
    qApp->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, &WindowKeys::focusMoved);
}

void WindowKeys::setWorkspace(Workspace& workspace)
{
    m_workspace = &workspace;
    m_home = &workspace.page();
}

void WindowKeys::goHome()
{
    if (!m_home)
        return; // the window is being built
    m_home->setFocus(Qt::OtherFocusReason);
    if (QWidget* active = QApplication::activeWindow(); active && active != &m_window && isOurs(active))
        m_window.activateWindow(); // from a floating panel
}

// --- where the Tab key leads

std::vector<QWidget*> WindowKeys::tabStops() const
{
    std::vector<QWidget*> stops;
    const auto append = [&stops](const std::vector<QWidget*>& more) {
        stops.insert(stops.end(), more.begin(), more.end());
    };
    for (QTabBar* tabs : m_window.findChildren<QTabBar*>(QStringLiteral("workspaces")))
        append(tabStopsIn(*tabs));
    for (QToolBar* bar : m_window.findChildren<QToolBar*>(Qt::FindDirectChildrenOnly))
        append(tabStopsIn(*bar));
    for (QWidget* bar : m_workspace->bars().aboveMessages)
        append(tabStopsIn(*bar));
    append(tabStopsIn(m_messages));
    append(m_workspace->tabStops());
    for (QStatusBar* bar : m_window.findChildren<QStatusBar*>(Qt::FindDirectChildrenOnly))
        append(tabStopsIn(*bar));
    return stops;
}

bool WindowKeys::goToTabStop(bool next)
{
    const auto stops = tabStops();
    if (stops.empty())
        return false;
    const auto at = std::find(stops.begin(), stops.end(), m_window.focusWidget());
    const std::size_t count = stops.size(), here = at == stops.end() ? count : std::size_t(at - stops.begin());
    const std::size_t there = next ? (here >= count - 1 ? 0 : here + 1) : (here == 0 ? count - 1 : here - 1);
    stops[there]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

// --- keys and focus as they come

bool WindowKeys::isOurs(const QWidget* widget) const
{
    const QWidget* window = widget->window();
    if (window == &m_window)
        return true;
    const auto* panel = qobject_cast<const QDockWidget*>(window);
    return panel && panel->parentWidget() && panel->parentWidget()->window() == &m_window;
}

bool WindowKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return false;
    QWidget* focus = QApplication::focusWidget();
    if (watched != (focus ? static_cast<QObject*>(focus) : &m_window))
        return false;
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (event->type() == QEvent::ShortcutOverride) {
        if (!focus || !needsForItself(watched, key))
            return false;
        event->accept();
        return true;
    }
    if (key == Qt::Key_Escape)
        escape(focus);
    else if (focus && isOurs(focus) && isTypedInto(focus) && (key == Qt::Key_Return || key == Qt::Key_Enter))
        QTimer::singleShot(0, this, &WindowKeys::goHome); // when the field has taken the value
    return false;
}

/// First it answers what the window says, then it lets go of what has the focus.
void WindowKeys::escape(QWidget* focus)
{
    if (focus && !isOurs(focus))
        return;
    if (!m_messages.problem().isEmpty())
        m_messages.dismiss();
    else if (focus != m_home)
        QTimer::singleShot(0, this, &WindowKeys::goHome);
}

/// Qt passes the focus of what is hidden or disabled to whatever comes next; there Space would do something that is
/// asked for nowhere.
void WindowKeys::focusMoved(QWidget* old, QWidget* now)
{
    if (!old || old == m_home || !isOurs(old))
        return;
    QTimer::singleShot(0, this, [this, old = QPointer<QWidget>(old), now = QPointer<QWidget>(now)] {
        const bool hasGone = !old || !old->isVisible() || !old->isEnabled();
        if (hasGone && QApplication::focusWidget() == now && (!now || isOurs(now)) && m_window.isVisible())
            goHome();
    });
}

} // namespace draftscope
