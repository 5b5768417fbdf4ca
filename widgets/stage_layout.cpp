// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage_layout.h"

#include <algorithm>

namespace draftscope {

StageLayout StageLayout::chain(int columnCount, QSizeF view, double lineHeight)
{
    StageLayout layout;
    const double line = lineHeight;
    const double margin = line * 0.7, labelWidth = line * 5, gap = line * 0.75;
    const double narrowest = line * 4.2, widest = line * 9;
    layout.labels = {margin, margin, labelWidth, view.height() - 2 * margin};

    const double room = view.width() - layout.labels.right() - margin;
    const double width = columnCount > 0 ? std::clamp(room / columnCount - gap, narrowest, widest) : 0;

    // The rows share what height there is: they stretch a little on a projector and close up in a small window.
    const double stretch = std::clamp((view.height() - 2 * margin) / (line * 13.2), 0.82, 1.8);
    const double unit = line * (2 * stretch - 1), bar = std::max(6.0, line * 0.62 * stretch);
    for (int i = 0; i < columnCount; ++i) {
        const double x = layout.labels.right() + i * (width + gap) + gap / 2;
        double y = margin + unit * 0.6;
        StageColumn column;
        column.token = {x, y, width, line * (1.25 + 0.5 * stretch)};
        y = column.token.bottom() + unit * 0.65;
        column.q = {x, y, width, bar};
        column.qText = {x, column.q.bottom() + 1, width, line * 1.1};
        y = column.qText.bottom() + unit * 0.6;
        column.p = {x, y, width, bar};
        column.pText = {x, column.p.bottom() + 1, width, line * 1.1};
        y = column.pText.bottom() + unit * 0.95;
        column.gauge = {x, y, width, line * 0.95 * stretch};
        column.gaugeText = {x, column.gauge.bottom() + line * 0.25, width, line * 1.1};
        y = column.gaugeText.bottom() + unit * 0.7;
        column.verdict = {x, y, width, line * 1.2};
        const double pad = gap * 0.36;
        column.frame = QRectF(x, margin, width, column.verdict.bottom() + line * 0.5 - margin).adjusted(-pad, 0, pad, 0);
        layout.columns.push_back(column);
    }
    layout.contentWidth = layout.columns.empty() ? view.width() : layout.columns.back().frame.right() + margin;
    return layout;
}

int StageLayout::columnAt(QPointF point) const
{
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].frame.contains(point))
            return int(i);
    return -1;
}

} // namespace draftscope
