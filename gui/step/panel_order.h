// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

class QWidget;

namespace draftscope {

class DockPanel;
class PanelArea;

/// Where the Tab key can stop in the workspace: column by column, and in each the panels from the top, with their tabs
/// before them. What lies behind a tab is out of sight and left out.
[[nodiscard]] std::vector<QWidget*> tabStopsIn(PanelArea& workspace);

/// The panel that a widget is in; null for none.
[[nodiscard]] DockPanel* panelOf(QWidget* widget);
/// Panels in sight that have a tab stop, in the order of their stops; floating ones last.
[[nodiscard]] std::vector<DockPanel*> panelsInTabOrder(PanelArea& workspace);

} // namespace draftscope
