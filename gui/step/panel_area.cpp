// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step/panel_area.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QDataStream>
#include <QIODevice>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QStyle>
#include <QTabBar>
#include <QTimer>

#include "gui/controls/empty_workspace.h"
#include "gui/panels/panels.h"
#include "gui/panels/run_panel.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr quint32 layoutVersion = 2, firstVersion = 1; ///< of what saveLayout() writes, and has written

} // namespace

PanelArea::PanelArea(Navigation& navigation, QWidget* parent)
    : QMainWindow(parent, Qt::Widget), m_empty(new EmptyWorkspace(this))
{
    connect(m_empty, &EmptyWorkspace::layoutWanted, this, &PanelArea::restoreDefaultLayout);
    setObjectName(QStringLiteral("stepWorkspace"));
    setDockNestingEnabled(true);
    setAnimated(false); // so that a panel has its size as soon as it has its place
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setDocumentMode(true);
    setContentsMargins(8, 8, 8, 8);
    setFocusPolicy(Qt::ClickFocus);
    for (const PanelKind& kind : allPanels()) {
        DockPanel* panel = kind.make(navigation);
        m_panels.push_back(panel);
        listenTo(*panel, navigation);
        addDockWidget(Qt::LeftDockWidgetArea, panel);
        for (const auto signal : {&QDockWidget::visibilityChanged, &QDockWidget::topLevelChanged})
            connect(panel, signal, this, &PanelArea::refreshTabs);
        connect(panel, &QDockWidget::topLevelChanged, this, &PanelArea::panelMoved);
        connect(panel, &QDockWidget::dockLocationChanged, this, &PanelArea::refreshTabs);
        connect(panel->toggleViewAction(), &QAction::toggled, this, &PanelArea::panelToggled);
        connect(panel, &QDockWidget::visibilityChanged, this, [this, panel](bool isInSight) {
            if (isInSight)
                panelRaised(panel);
        });
    }
    restoreDefaultLayout();
}

Result<void> PanelArea::showOnly(const QStringList& names)
{
    QStringList known;
    for (const DockPanel* panel : m_panels)
        known << panel->objectName();
    for (const QString& name : names)
        if (!known.contains(name))
            return fail("There is no panel \"{}\": choose from {}.", name.toStdString(),
                        known.join(", ").toStdString());
    const QScopedValueRollback isRestoring(m_isRestoring, true);
    m_only = names;
    m_yielded.clear();
    for (DockPanel* panel : m_panels)
        panel->setVisible(names.contains(panel->objectName()));
    arrange();
    refreshTabs();
    return {};
}

// --- what people do to the layout

/// The lines between panels are the workspace's own: Qt moves them while it handles the mouse.
bool PanelArea::event(QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_pressedAt = PanelSizes::of(*this, m_panels, m_sizes);
    const bool isHandled = QMainWindow::event(event);
    if (event->type() == QEvent::MouseButtonRelease && PanelSizes::of(*this, m_panels, m_sizes) != m_pressedAt)
        QTimer::singleShot(0, this, &PanelArea::keepSizes);
    return isHandled;
}

/// Qt has found a place for it, or takes it out.
void PanelArea::panelMoved()
{
    if (!m_isRestoring)
        QTimer::singleShot(0, this, &PanelArea::keepSizes);
}

std::vector<bool> PanelArea::closedPanels() const
{
    std::vector<bool> closed;
    for (const DockPanel* panel : m_panels)
        closed.push_back(panel->isHidden());
    return closed;
}

/// The sizes that were left stay what they are: the neighbours share the room of a closed panel, and give it back.
void PanelArea::panelToggled()
{
    QTimer::singleShot(0, this, [this] {
        if (closedPanels() == m_closed)
            return; // the window has come or gone, and the panels with it
        for (const DockPanel* panel : m_panels)
            if (!panel->isHidden() && m_yielded.removeAll(panel->objectName()) > 0)
                m_only.removeAll(panel->objectName()); // it was opened by hand all the same
        arrange();
    });
}

/// Qt's own arithmetic comes to sizes that can be a pixel off the ones it is given; arranged at once, they are the same
/// from now on.
void PanelArea::keepSizes()
{
    constexpr int pause = 100;                          // milliseconds
    if (QApplication::mouseButtons() != Qt::NoButton) { // a panel is still being dragged
        QTimer::singleShot(pause, this, &PanelArea::keepSizes);
        return;
    }
    m_sizes = PanelSizes::of(*this, m_panels, m_sizes);
    m_hasDefaultLayout = false;
    m_leftState.clear();
    arrange();
}

void PanelArea::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    // Qt makes the window larger in the middle of restoring, and looks at its panels' places again behind it.
    if (!m_isRestoring) {
        arrange();
        arrangeSoon(); // with the widths that the columns have got
    }
}

void PanelArea::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    m_isShown = true;
    if (!m_isRestoring)
        arrange();
    QTimer::singleShot(0, this, [this] { // when everything has its style, and tabs are there to be brought to the front
        if (!isVisible() || m_isRestoring)
            return;
        if (std::exchange(m_raisesWhenShown, false)) {
            const QScopedValueRollback isRestoring(m_isRestoring, true);
            if (m_hasDefaultLayout)
                raiseFronts(*m_shape);
            else // of a layout that people have made only what they had in front
                for (const QString& name : m_fronts)
                    if (DockPanel* front = panel(name); isDocked(front))
                        front->raise();
        }
        arrange();
    });
    refreshTabs();
}

void PanelArea::hideEvent(QHideEvent* event)
{
    m_isShown = false; // whose panels are said to be out of sight now
    QMainWindow::hideEvent(event);
}

/// What is in front of the text, where all else is behind it, wants another height.
void PanelArea::panelRaised(const DockPanel* panel)
{
    const bool isInDefault = m_hasDefaultLayout || !m_leftState.isEmpty();
    if (!m_isRestoring && m_isShown && isInDefault && m_shape && m_shape->width == LayoutWidth::single
        && !tabifiedDockWidgets(const_cast<DockPanel*>(panel)).isEmpty())
        arrangeSoon();
}

QStringList PanelArea::frontsNow() const
{
    QStringList fronts = m_fronts;
    for (DockPanel* panel : m_panels)
        if (panel->isInSight() && isDocked(panel) && !tabifiedDockWidgets(panel).isEmpty()
            && !m_frontsLaidOut.contains(panel->objectName())) {
            fronts.removeAll(panel->objectName());
            fronts << panel->objectName();
        }
    return fronts;
}

/// Letters of another size make other panels too small: what Qt does about it is undone when they are small again.
void PanelArea::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (changesSizes(*event))
        arrangeSoon();
}

// --- from one time to the next

/// Qt's state has sizes, too, but they are good only for a window that has its size and is shown: a workspace has
/// neither when a layout is restored.
QByteArray PanelArea::saveLayout() const
{
    QByteArray saved;
    QDataStream stream(&saved, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_2);
    stream << layoutVersion << m_hasDefaultLayout << (m_leftState.isEmpty() ? saveState() : m_leftState)
           << m_sizes.workspace << quint32(m_sizes.panels.size());
    for (const auto& [name, size] : m_sizes.panels)
        stream << name << size;
    QStringList closed;
    for (const DockPanel* panel : m_panels)
        if (panel->isHidden() && !m_yielded.contains(panel->objectName()))
            closed << panel->objectName();
    stream << frontsNow() << closed;
    return saved;
}

bool PanelArea::restoreLayout(const QByteArray& saved)
{
    QDataStream stream(saved);
    stream.setVersion(QDataStream::Qt_6_2);
    quint32 version = 0, count = 0;
    bool isDefault = false;
    QByteArray state;
    PanelSizes sizes;
    QStringList fronts, closed;
    stream >> version >> isDefault >> state >> sizes.workspace >> count;
    for (quint32 i = 0; i < count && stream.status() == QDataStream::Ok; ++i) {
        QString name;
        stream >> name;
        stream >> sizes.panels[name];
    }
    if (version == layoutVersion)
        stream >> fronts >> closed;
    if (stream.status() != QDataStream::Ok || version < firstVersion || version > layoutVersion)
        return false;
    const QScopedValueRollback isRestoring(m_isRestoring, true);
    if (!restoreState(state))
        return false;
    m_leftState.clear();
    m_only.clear();
    m_yielded.clear();
    m_fronts = fronts;
    m_frontsLaidOut.clear();
    m_hasDefaultLayout = isDefault;
    m_sizes = std::move(sizes);
    if (version == layoutVersion) // the state may be of a layout that stood in for it
        for (DockPanel* panel : m_panels)
            if (const bool isClosed = closed.contains(panel->objectName()); panel->isHidden() != isClosed)
                panel->setVisible(!isClosed); // nothing else is touched: it would come to the front of its tabs
    if (isDefault)
        layOut(closedPanels());
    else
        arrange();
    refreshTabs();
    return true;
}

void PanelArea::setLow(bool on)
{
    m_isLow = on;
    const int margin = on ? 4 : 8;
    setContentsMargins(margin, margin, margin, margin);
    refreshTabs();
}

/// After Qt has rearranged: headers that tabs make superfluous go.
void PanelArea::refreshTabs()
{
    QTimer::singleShot(0, this, [this] {
        for (DockPanel* panel : m_panels) {
            const auto others = tabifiedDockWidgets(panel);
            const bool hasTabs =
                std::ranges::any_of(others, [](const QDockWidget* other) { return !other->isHidden(); });
            panel->setTabbed(!panel->isFloating() && hasTabs);
        }
        for (QTabBar* bar : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
            if (bar->property("isLow").toBool() != m_isLow) {
                bar->setProperty("isLow", m_isLow);
                bar->style()->polish(bar);
                QEvent changed(QEvent::StyleChange); // upon which it looks at its sizes again
                QCoreApplication::sendEvent(bar, &changed);
            }
            bar->setExpanding(false);
            bar->setElideMode(Qt::ElideNone); // where there are more than have room they scroll
            bar->setDrawBase(false);
            bar->setFocusPolicy(Qt::TabFocus);
            bar->setAccessibleName(tr("Panels"));
        }
    });
}

DockPanel* PanelArea::panel(const QString& name) const
{
    for (DockPanel* panel : m_panels)
        if (panel->objectName() == name)
            return panel;
    return nullptr;
}

} // namespace draftscope
