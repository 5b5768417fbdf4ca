// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "gui/dock_panel.h"

namespace draftscope {

/// Where the default layout puts a panel. Panels of the same place stand one below the other, those at the bottom and those of `besides`,
/// behind the first one at the right, as tabs.
enum class Place { left, centre, bottom, right, besides };

/// There is a default layout for each of three widths of the workspace.
enum class LayoutWidth { narrow, medium, wide };
[[nodiscard]] LayoutWidth layoutWidthOf(int pixels);

struct PanelKind {
    Place place = Place::centre;
    int share = 1; ///< of its column's height, relative to the others there
    DockPanel* (*make)(Navigation& navigation) = nullptr;
    Place narrow = place, wide = place; ///< where it is another one in a narrow or a wide workspace

    [[nodiscard]] Place placeIn(LayoutWidth width) const
    {
        return width == LayoutWidth::narrow ? narrow : width == LayoutWidth::wide ? wide : place;
    }
};

/// Every panel of the Step workspace, in reading order. A new panel is a file in this folder and a line in panels.cpp.
[[nodiscard]] const std::vector<PanelKind>& allPanels();

} // namespace draftscope
