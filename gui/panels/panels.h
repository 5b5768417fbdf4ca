// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QKeySequence>

#include "gui/panels/dock_panel.h"

namespace draftscope {

class Navigation;

/// Where the default layout puts a panel. Panels of the same place stand one below the other, those at the bottom and
/// those of `besides`, behind the first one at the right, as tabs.
enum class Place { left, centre, bottom, right, besides };

/// There is a default layout for each of four widths of the workspace: `single` has one column, with the stage below
/// the text and all else behind the text's tab. Widths are counted in heights of letters, so that larger letters have
/// the layout of a smaller window.
enum class LayoutWidth { single, narrow, medium, wide };
[[nodiscard]] LayoutWidth layoutWidthOf(int pixels, double lineHeight);
/// `isLow`: too low for the charts below the stage, which are tabs at the right then.
struct LayoutShape {
    LayoutWidth width = LayoutWidth::medium;
    bool isLow = false;
    friend bool operator==(const LayoutShape&, const LayoutShape&) = default;
};

struct PanelKind {
    Place place = Place::centre;
    int share = 1; ///< of its column's height, relative to the others there
    DockPanel* (*make)(Navigation& navigation) = nullptr;
    Place narrow = place, wide = place; ///< where it is another one in a narrow or a wide workspace
    bool isClosedAtFirst = false;       ///< in the default layout, until it is opened

    [[nodiscard]] Place placeIn(LayoutShape shape) const;
};

/// Every panel of the Step workspace, in reading order. A new panel is a file in this folder and a line in panels.cpp
/// (docs/howto/panel.md).
[[nodiscard]] const std::vector<PanelKind>& allPanels();

/// What leads to the panel of that number in allPanels(): Alt and 1 to 9, 0 and minus, as the keys stand on keyboards,
/// and behind these the same with Ctrl. test_panels fails where there are more panels than keys.
[[nodiscard]] QKeySequence keyOfPanel(std::size_t number);

} // namespace draftscope
