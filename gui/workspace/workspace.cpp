// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/workspace/workspace.h"

#include "gui/controls/tab_order.h"

namespace draftscope {

std::vector<QWidget*> Workspace::tabStops()
{
    std::vector<QWidget*> stops;
    const Bars around = bars();
    const auto append = [&stops](QWidget& block) {
        const std::vector<QWidget*> more = tabStopsIn(block);
        stops.insert(stops.end(), more.begin(), more.end());
    };
    for (QWidget* bar : around.abovePage)
        append(*bar);
    append(page());
    for (QWidget* bar : around.belowPage)
        append(*bar);
    return stops;
}

} // namespace draftscope
