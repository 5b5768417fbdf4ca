// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controls/tab_order.h"

#include <algorithm>
#include <numeric>

#include <QWidget>

namespace draftscope {

namespace {

bool isTabStop(const QWidget* widget)
{
    // Parts of a field, such as the line of a number field, leave the focus to the field.
    return (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy() && widget->isVisible()
        && widget->isEnabled();
}

} // namespace

std::vector<std::size_t> readingOrder(const std::vector<QRect>& rects)
{
    std::vector<std::size_t> order(rects.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rects[a].top() < rects[b].top(); });
    for (auto row = order.begin(); row != order.end();) {
        const int middle = std::max(rects[*row].center().y(), rects[*row].top()); // that of an empty one lies above it
        const auto end = std::find_if(row, order.end(), [&](std::size_t i) { return rects[i].top() > middle; });
        std::stable_sort(row, end, [&](std::size_t a, std::size_t b) { return rects[a].left() < rects[b].left(); });
        row = end;
    }
    return order;
}

std::vector<QWidget*> tabStopsIn(QWidget& block)
{
    std::vector<QWidget*> stops;
    std::vector<QRect> rects;
    const auto add = [&](QWidget* widget) {
        if (!isTabStop(widget))
            return;
        stops.push_back(widget);
        rects.emplace_back(widget->mapTo(block.window(), QPoint()), widget->size());
    };
    add(&block);
    for (QWidget* widget : block.findChildren<QWidget*>())
        if (widget->window() == block.window())
            add(widget);
    std::vector<QWidget*> ordered;
    for (const std::size_t i : readingOrder(rects))
        ordered.push_back(stops[i]);
    return ordered;
}

} // namespace draftscope
