// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QRect>

class QWidget;

namespace draftscope {

class DockPanel;
class StepWorkspace;

/// Indexes of rectangles in the order in which one reads them: rows from the top, each from the left. What begins above
/// the middle of the first one in a row stands in that row.
[[nodiscard]] std::vector<std::size_t> readingOrder(const std::vector<QRect>& rects);

/// Where the Tab key can stop within a widget, in reading order. `block` itself may be the only one.
[[nodiscard]] std::vector<QWidget*> tabStopsIn(QWidget& block);
/// The same of a workspace: column by column, and in each the panels from the top, with their tabs before them. What
/// lies behind a tab is out of sight and left out.
[[nodiscard]] std::vector<QWidget*> tabStopsIn(StepWorkspace& workspace);

/// The panel that a widget is in; null for none.
[[nodiscard]] DockPanel* panelOf(QWidget* widget);
/// Panels in sight that have a tab stop, in the order of their stops; floating ones last.
[[nodiscard]] std::vector<DockPanel*> panelsInTabOrder(StepWorkspace& workspace);

} // namespace draftscope
