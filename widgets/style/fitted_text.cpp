// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/fitted_text.h"

#include <algorithm>

#include <QPainter>

namespace draftscope {

namespace {

double widthOf(const QString& words, double size, const FittedText& how)
{
    return QFontMetricsF(Theme::font(size, how.bold)).horizontalAdvance(words);
}

double roomIn(const QRectF& rect)
{
    return rect.width() + 2;
}

} // namespace

bool fits(const QString& words, const QRectF& rect, FittedText how)
{
    const double muchSmaller = how.bold ? 0.78 : 0.88; // a verdict is worth more than a letter before a number
    return widthOf(words, how.scale * muchSmaller, how) <= roomIn(rect);
}

void paintFitted(QPainter& painter, const QRectF& rect, const QString& variants, FittedText how)
{
    const double room = roomIn(rect);
    QString words;
    for (const QString& variant : variants.split(orShorter)) {
        words = variant;
        if (fits(words, rect, how))
            break;
    }
    double scale = how.scale;
    while (scale > how.smallest && widthOf(words, scale, how) > room)
        scale *= 0.97;
    const QFont font = Theme::font(scale, how.bold);
    painter.setFont(font);
    painter.setPen(Theme::color(how.role));
    const QString shown =
        widthOf(words, scale, how) <= room ? words : QFontMetricsF(font).elidedText(words, Qt::ElideRight, room);
    painter.drawText(rect.adjusted(0, 0, 3, 0), how.flags | int(Qt::TextDontClip), shown);
}

QFont fittingTokenFont(const QString& words, double room, double scale, double least, bool bold)
{
    const auto fontAt = [bold](double fitting) {
        QFont font = Theme::tokenFont(fitting);
        font.setBold(bold);
        return font;
    };
    const double needed = QFontMetricsF(fontAt(scale)).horizontalAdvance(words);
    return fontAt(needed > room ? std::max(least, scale * room / needed * 0.99) : scale);
}

void paintNothing(QPainter& painter, const QRectF& view, const QString& why)
{
    painter.setPen(Theme::color(Role::muted));
    painter.setFont(Theme::font(0.95));
    painter.drawText(view.adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap, why);
}

} // namespace draftscope
