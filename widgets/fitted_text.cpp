// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fitted_text.h"

#include <QPainter>

namespace draftscope {

void paintFitted(QPainter& painter, const QRectF& rect, const QString& variants, FittedText how)
{
    const auto widthAt = [&](const QString& words, double size) {
        return QFontMetricsF(Theme::font(size, how.bold)).horizontalAdvance(words);
    };
    const double room = rect.width() + 2;
    const double muchSmaller = how.bold ? 0.78 : 0.88; // a verdict is worth more than a letter before a number
    QString words;
    for (const QString& variant : variants.split(orShorter)) {
        words = variant;
        if (widthAt(words, how.scale * muchSmaller) <= room)
            break;
    }
    double scale = how.scale;
    while (scale > how.smallest && widthAt(words, scale) > room)
        scale *= 0.97;
    const QFont font = Theme::font(scale, how.bold);
    painter.setFont(font);
    painter.setPen(Theme::color(how.role));
    const QString shown =
        widthAt(words, scale) <= room ? words : QFontMetricsF(font).elidedText(words, Qt::ElideRight, room);
    painter.drawText(rect.adjusted(0, 0, 3, 0), how.flags | int(Qt::TextDontClip), shown);
}

void paintNothing(QPainter& painter, const QRectF& view, const QString& why)
{
    painter.setPen(Theme::color(Role::muted));
    painter.setFont(Theme::font(0.95));
    painter.drawText(view.adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap, why);
}

} // namespace draftscope
