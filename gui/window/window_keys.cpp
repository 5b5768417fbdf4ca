// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/window_keys.h"
#include "gui/step/panel_order.h"

#include <algorithm>

#include <QApplication>
#include <QKeyEvent>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>

#include "gui/controls/message_bar.h"
#include "gui/controls/tab_order.h"
#include "gui/step/setup_bar.h"
#include "gui/step/step_workspace.h"
#include "widgets/text/time_line.h"

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

WindowKeys::WindowKeys(QWidget& window, StepWorkspace& workspace, MessageBar& messages)
    : QObject(&window), m_window(window), m_workspace(workspace), m_messages(messages), m_home(&workspace)
{
    qApp->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, &WindowKeys::focusMoved);
    for (DockPanel* panel : workspace.panels())
        connect(panel, &QDockWidget::visibilityChanged, this, [this, panel](bool isInSight) {
            const bool isBehindATab = !isInSight && !m_window.isMinimized();
            if (QWidget* focus = QApplication::focusWidget(); isBehindATab && focus && panelOf(focus) == panel)
                goHome();
        });
}

void WindowKeys::goHome()
{
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
    for (SetupBar* bar : m_window.findChildren<SetupBar*>())
        append(tabStopsIn(*bar));
    append(tabStopsIn(m_messages));
    append(m_home == &m_workspace ? tabStopsIn(m_workspace) : tabStopsIn(*m_home));
    if (m_home == &m_workspace)
        for (TimeLine* line : m_window.findChildren<TimeLine*>())
            append(tabStopsIn(*line));
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

void WindowKeys::goToPanel(bool next)
{
    const auto panels = panelsInTabOrder(m_workspace);
    if (panels.empty() || m_home != &m_workspace)
        return;
    const auto at = std::find(panels.begin(), panels.end(), panelOf(QApplication::focusWidget()));
    const std::size_t count = panels.size(), here = at == panels.end() ? count : std::size_t(at - panels.begin());
    const std::size_t there = next ? (here >= count - 1 ? 0 : here + 1) : (here == 0 ? count - 1 : here - 1);
    panels[there]->window()->activateWindow();
    panels[there]->firstStop()->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
}

void WindowKeys::goToPanel(DockPanel& panel)
{
    panel.show();
    panel.raise();
    panel.window()->activateWindow();
    // When Qt has put the others behind it.
    QTimer::singleShot(0, &panel, [&panel] {
        if (QWidget* stop = panel.firstStop())
            stop->setFocus(Qt::TabFocusReason);
    });
}

bool WindowKeys::closePanel()
{
    DockPanel* panel = panelOf(QApplication::focusWidget());
    if (!panel)
        return false;
    goHome();
    panel->close();
    return true;
}

// --- keys and focus as they come

bool WindowKeys::isOurs(const QWidget* widget) const
{
    const QWidget* window = widget->window();
    return window == &m_window || (qobject_cast<const DockPanel*>(window) && window->parentWidget() == &m_workspace);
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
