// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step/panel_sizes.h"

#include <algorithm>

#include <QMainWindow>
#include <QTabBar>

#include "gui/panels/dock_panel.h"

namespace draftscope {

namespace {

bool isDocked(const QDockWidget* panel)
{
    return !panel->isHidden() && !panel->isFloating();
}

/// Qt lays panels out together with the tabs above them.
QSize sizeWithTabs(const QMainWindow& workspace, const QDockWidget* panel)
{
    QSize size = panel->size();
    for (const QTabBar* bar : workspace.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
        const QRect tabs = bar->geometry();
        if (!bar->isHidden() && tabs.bottom() + 1 == panel->y() && tabs.left() == panel->x())
            size.rheight() += tabs.height();
    }
    return size;
}

} // namespace

const DockPanel* inFrontOf(const QMainWindow& workspace, DockPanel* panel)
{
    if (!panel->isInSight())
        for (const QDockWidget* other : workspace.tabifiedDockWidgets(panel))
            if (const auto* front = qobject_cast<const DockPanel*>(other); front && front->isInSight())
                return front;
    return panel;
}

PanelSizes PanelSizes::of(const QMainWindow& workspace, const std::vector<DockPanel*>& panels, const PanelSizes& before)
{
    PanelSizes sizes{workspace.size(), before.panels};
    for (DockPanel* panel : panels)
        if (isDocked(panel))
            sizes.panels[panel->objectName()] = sizeWithTabs(workspace, inFrontOf(workspace, panel));
    return sizes;
}

void PanelSizes::applyTo(QMainWindow& onto, const std::vector<DockPanel*>& all) const
{
    QList<QDockWidget*> docks;
    QList<int> widths, heights;
    const auto scaled = [](int size, int now, int then) {
        return std::max(1, then > 0 ? int(std::int64_t(size) * now / then) : size);
    };
    for (DockPanel* panel : all) {
        const auto found = panels.find(panel->objectName());
        if (found == panels.end() || !isDocked(panel))
            continue;
        docks << panel;
        widths << scaled(found->second.width(), onto.width(), workspace.width());
        heights << scaled(found->second.height(), onto.height(), workspace.height());
    }
    if (docks.isEmpty())
        return;
    onto.resizeDocks(docks, widths, Qt::Horizontal);
    onto.resizeDocks(docks, heights, Qt::Vertical);
}

} // namespace draftscope
