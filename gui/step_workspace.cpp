// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step_workspace.h"

#include <array>

#include <QTabBar>
#include <QTimer>

#include "gui/panels/panels.h"

namespace draftscope {

namespace {

/// Widths of the columns in shares of the window, as in the design's picture.
constexpr std::array<int, 3> columnShares{17, 59, 24};

} // namespace

StepWorkspace::StepWorkspace(Navigation& navigation, QWidget* parent) : QMainWindow(parent, Qt::Widget)
{
    setObjectName(QStringLiteral("stepWorkspace"));
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setDocumentMode(true);
    setContentsMargins(8, 8, 8, 8);
    setFocusPolicy(Qt::ClickFocus);
    for (const PanelKind& kind : allPanels()) {
        DockPanel* panel = kind.make(navigation);
        m_panels.push_back(panel);
        addDockWidget(Qt::LeftDockWidgetArea, panel);
        for (const auto signal : {&QDockWidget::visibilityChanged, &QDockWidget::topLevelChanged})
            connect(panel, signal, this, &StepWorkspace::refreshTabs);
        connect(panel, &QDockWidget::topLevelChanged, this, [this](bool floats) { m_hasDefaultLayout &= !floats; });
        connect(panel, &QDockWidget::dockLocationChanged, this, &StepWorkspace::refreshTabs);
    }
    restoreDefaultLayout();
}

void StepWorkspace::restoreDefaultLayout()
{
    const auto& kinds = allPanels();
    QDockWidget *left = nullptr, *centre = nullptr, *below = nullptr, *bottom = nullptr, *right = nullptr;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        DockPanel* panel = m_panels[i];
        panel->setFloating(false);
        removeDockWidget(panel);
    }
    const auto each = [&](Place place, const auto& put) {
        for (std::size_t i = 0; i < kinds.size(); ++i)
            if (kinds[i].place == place)
                put(m_panels[i]);
    };
    // Columns first, then what stands in them.
    each(Place::left, [&](DockPanel* panel) {
        if (left)
            splitDockWidget(left, panel, Qt::Vertical);
        else
            addDockWidget(Qt::LeftDockWidgetArea, panel);
        left = panel;
    });
    each(Place::centre, [&](DockPanel* panel) {
        if (!centre) {
            splitDockWidget(left, panel, Qt::Horizontal);
            centre = panel;
        }
    });
    each(Place::right, [&](DockPanel* panel) {
        splitDockWidget(right ? right : centre, panel, right ? Qt::Vertical : Qt::Horizontal);
        right = panel;
    });
    below = centre;
    each(Place::centre, [&](DockPanel* panel) {
        if (panel != centre)
            splitDockWidget(below, panel, Qt::Vertical);
        below = panel;
    });
    each(Place::bottom, [&](DockPanel* panel) {
        if (bottom)
            tabifyDockWidget(bottom, panel);
        else
            splitDockWidget(below, panel, Qt::Vertical);
        bottom = panel;
    });
    for (DockPanel* panel : m_panels)
        panel->show();
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if (kinds[i].place == Place::bottom) {
            m_panels[i]->raise();
            break;
        }
    m_hasDefaultLayout = true;
    shareOut();
    refreshTabs();
}

void StepWorkspace::shareOut()
{
    const auto& kinds = allPanels();
    QList<QDockWidget*> columns, rows;
    QList<int> widths, heights;
    const auto share = [this](int part) { return std::max(1, part * width() / 100); };
    bool hasBottom = false;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Place place = kinds[i].place;
        const bool opensColumn =
            place == Place::left || place == Place::right || (place == Place::centre && rows.isEmpty());
        if (opensColumn) {
            columns << m_panels[i];
            widths << share(columnShares[place == Place::left ? 0 : place == Place::centre ? 1 : 2]);
        }
        if (place == Place::centre || (place == Place::bottom && !std::exchange(hasBottom, true))) {
            rows << m_panels[i];
            heights << kinds[i].share * std::max(height(), 100) / 100;
        }
    }
    resizeDocks(columns, widths, Qt::Horizontal);
    resizeDocks(rows, heights, Qt::Vertical);
}

void StepWorkspace::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_hasDefaultLayout)
        shareOut();
}

void StepWorkspace::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_hasDefaultLayout)
        shareOut();
    refreshTabs();
}

/// Only the lines between panels are the window's own: somebody is about to move one.
void StepWorkspace::mousePressEvent(QMouseEvent* event)
{
    m_hasDefaultLayout = false;
    QMainWindow::mousePressEvent(event);
}

bool StepWorkspace::restoreLayout(const QByteArray& state)
{
    const bool restored = !state.isEmpty() && restoreState(state);
    m_hasDefaultLayout &= !restored;
    refreshTabs();
    return restored;
}

/// After Qt has rearranged: headers that tabs make superfluous go.
void StepWorkspace::refreshTabs()
{
    QTimer::singleShot(0, this, [this] {
        for (DockPanel* panel : m_panels)
            panel->setTabbed(!panel->isFloating() && !tabifiedDockWidgets(panel).isEmpty());
        for (QTabBar* bar : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
            bar->setExpanding(false);
            bar->setDrawBase(false);
            bar->setFocusPolicy(Qt::TabFocus);
        }
    });
}

DockPanel* StepWorkspace::panel(const QString& name) const
{
    for (DockPanel* panel : m_panels)
        if (panel->objectName() == name)
            return panel;
    return nullptr;
}

} // namespace draftscope
