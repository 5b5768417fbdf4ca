// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step/panel_order.h"

#include <algorithm>

#include <QTabBar>

#include "gui/controls/empty_workspace.h"
#include "gui/controls/tab_order.h"
#include "gui/step/panel_area.h"

namespace draftscope {

std::vector<QWidget*> tabStopsIn(PanelArea& workspace)
{
    std::vector<QWidget*> blocks;
    for (QTabBar* bar : workspace.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
        if (bar->count() > 1) // Qt keeps that of a lone panel whose neighbours are closed, out of sight
            blocks.push_back(bar);
    if (auto* empty = workspace.findChild<EmptyWorkspace*>(); empty->isVisible())
        blocks.push_back(empty);
    for (DockPanel* panel : workspace.panels())
        if (panel->isInSight() && !panel->isFloating())
            blocks.push_back(panel);
    std::stable_sort(blocks.begin(), blocks.end(), [](const QWidget* a, const QWidget* b) {
        return std::pair(a->x(), a->y()) < std::pair(b->x(), b->y());
    });
    std::vector<QWidget*> stops;
    for (QWidget* block : blocks) {
        const auto inBlock = tabStopsIn(*block);
        stops.insert(stops.end(), inBlock.begin(), inBlock.end());
    }
    return stops;
}

DockPanel* panelOf(QWidget* widget)
{
    for (; widget; widget = widget->parentWidget())
        if (auto* panel = qobject_cast<DockPanel*>(widget))
            return panel;
    return nullptr;
}

std::vector<DockPanel*> panelsInTabOrder(PanelArea& workspace)
{
    std::vector<DockPanel*> panels;
    for (QWidget* stop : tabStopsIn(workspace))
        if (DockPanel* panel = panelOf(stop); panel && (panels.empty() || panels.back() != panel))
            panels.push_back(panel);
    for (DockPanel* panel : workspace.panels())
        if (panel->isInSight() && panel->isFloating() && !tabStopsIn(*panel).empty())
            panels.push_back(panel);
    return panels;
}

} // namespace draftscope
