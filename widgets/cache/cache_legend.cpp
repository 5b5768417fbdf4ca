// SPDX-License-Identifier: GPL-3.0-or-later
// The legend under the K/V caches: every state that is drawn, in as many lines as it takes.
#include <algorithm>

#include <QPainter>
#include <QScrollBar>

#include "widgets/cache/cache_view.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr double besideLegend = 12;

} // namespace

bool CacheView::hasFreeCells() const
{
    return std::ranges::any_of(m_strips,
                               [this](const CacheStrip& strip) { return shownSlots(strip) > int(strip.cells.size()); });
}

std::vector<QPointF> CacheView::legendPlaces() const
{
    const QFontMetricsF metrics = Theme::smallMetrics();
    std::vector<QPointF> places;
    QPointF at(besideLegend, 0);
    for (const CacheLegendEntry& entry : m_legend) {
        const double width = m_cellWidth + 5 + metrics.horizontalAdvance(entry.word);
        if (at.x() > besideLegend && at.x() + width > viewport()->width())
            at = {besideLegend, at.y() + 1.3 * metrics.height()};
        places.push_back(at);
        at.rx() += width + 10;
    }
    return places;
}

void CacheView::paintLegend(QPainter& painter) const
{
    const QFontMetricsF metrics = Theme::smallMetrics();
    const double top = topOf(int(m_strips.size())) - verticalScrollBar()->value();
    const std::vector<QPointF> places = legendPlaces();
    painter.setFont(Theme::smallFont());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const double x = places[i].x(), y = top + places[i].y();
        paintCacheCell(painter, {x, y + (metrics.height() - m_cellHeight) / 2, m_cellWidth, m_cellHeight},
                       m_legend[i].sample);
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(x + m_cellWidth + 5, y, viewport()->width(), metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, m_legend[i].word);
    }
}

} // namespace draftscope
