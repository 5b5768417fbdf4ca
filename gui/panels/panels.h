// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "gui/dock_panel.h"

namespace draftscope {

/// Where the default layout puts a panel. Panels of the same place stand one below the other, those at the bottom as
/// tabs.
enum class Place { left, centre, bottom, right };

struct PanelKind {
    Place place = Place::centre;
    int share = 1; ///< of its column's height, relative to the others there
    DockPanel* (*make)(Navigation& navigation) = nullptr;
};

/// Every panel of the Step workspace, in reading order. A new panel is a file in this folder and a line in panels.cpp.
[[nodiscard]] const std::vector<PanelKind>& allPanels();

} // namespace draftscope
