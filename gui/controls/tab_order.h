// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QRect>

class QWidget;

namespace draftscope {

/// Indexes of rectangles in the order in which one reads them: rows from the top, each from the left. What begins above
/// the middle of the first one in a row stands in that row.
[[nodiscard]] std::vector<std::size_t> readingOrder(const std::vector<QRect>& rects);

/// Where the Tab key can stop within a widget, in reading order. `block` itself may be the only one.
[[nodiscard]] std::vector<QWidget*> tabStopsIn(QWidget& block);

} // namespace draftscope
