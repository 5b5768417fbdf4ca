// SPDX-License-Identifier: GPL-3.0-or-later
// What views that scroll over a drawing have in common.
#pragma once

#include <algorithm>

#include <QAbstractScrollArea>
#include <QScrollBar>

namespace draftscope {

/// Sets the area's scroll bars up for a drawing of this size.
inline void setUpScrollBars(const QAbstractScrollArea& area, const QSizeF& content)
{
    const auto setUp = [](QScrollBar* bar, double length, int view) {
        bar->setPageStep(view);
        bar->setSingleStep(40);
        bar->setRange(0, std::max(0, int(length) - view));
    };
    setUp(area.horizontalScrollBar(), content.width(), area.viewport()->width());
    setUp(area.verticalScrollBar(), content.height(), area.viewport()->height());
}

/// What of the drawing lies at the viewport's corner.
inline QPointF scrolledTo(const QAbstractScrollArea& area)
{
    return {double(area.horizontalScrollBar()->value()), double(area.verticalScrollBar()->value())};
}

} // namespace draftscope
