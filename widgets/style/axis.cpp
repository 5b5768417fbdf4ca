// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/axis.h"

#include <cmath>

#include <QPainter>

#include "widgets/style/theme.h"

namespace draftscope {

double axisStep(double least)
{
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

double axisTop(double most)
{
    if (most <= 0)
        return 1;
    const double step = axisStep(most / 4);
    return std::ceil(most / step - 1e-9) * step;
}

void paintValueAxis(QPainter& painter, const QRectF& plot, double top, double step,
                    const std::function<QString(double)>& words)
{
    const double line = Theme::smallMetrics().height();
    painter.setFont(Theme::smallFont());
    for (int i = 0; i * step <= top * (1 + 1e-9); ++i) {
        const double y = std::round(plot.bottom() - plot.height() * (i * step) / top) + 0.5;
        painter.setPen(Theme::color(Role::line));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(0, y - line / 2, plot.left() - 8, line), Qt::AlignRight | Qt::AlignVCenter,
                         words(i * step));
    }
}

} // namespace draftscope
