// SPDX-License-Identifier: GPL-3.0-or-later
// What views that scroll over a drawing have in common.
#pragma once

#include <algorithm>
#include <cmath>

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

/// Scrolls as far as it takes to have all of a rectangle of the viewport in sight, its beginning if it is too large.
inline void reveal(const QAbstractScrollArea& area, const QRectF& rect)
{
    const auto along = [](QScrollBar* bar, double from, double to, double room) {
        if (from < 0)
            bar->setValue(bar->value() + int(std::floor(from)));
        else if (to > room)
            bar->setValue(bar->value() + int(std::ceil(to - room)));
    };
    along(area.horizontalScrollBar(), rect.left(), rect.right(), area.viewport()->width());
    along(area.verticalScrollBar(), rect.top(), rect.bottom(), area.viewport()->height());
}

} // namespace draftscope
