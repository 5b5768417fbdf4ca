// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/elided_label.h"

#include <QPainter>

namespace draftscope {

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect room = contentsRect();
    QString words = text();
    const auto isTooWide = [&] { return fontMetrics().horizontalAdvance(words) > room.width(); };
    while (m_first == First::parts && isTooWide()) {
        const qsizetype part = words.lastIndexOf(QStringLiteral(" · "));
        if (part <= 0)
            break;
        words.truncate(part);
    }
    constexpr int tellingLetters = 4; // fewer in front of "…" say nothing
    if (isTooWide() && room.width() < fontMetrics().horizontalAdvance(words.left(tellingLetters) + QChar(0x2026)))
        return;
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(words, Qt::ElideRight, room.width()));
}

} // namespace draftscope
