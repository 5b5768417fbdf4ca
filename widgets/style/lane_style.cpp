// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/lane_style.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <QPainter>
#include <QPainterPath>

namespace draftscope {

namespace {

constexpr LaneStyle styles[] = {{Role::draft, Qt::SolidPattern, Qt::SolidLine, LaneMark::disc, true},
                                {Role::target, Qt::BDiagPattern, Qt::DashLine, LaneMark::square, false},
                                {Role::accepted, Qt::Dense5Pattern, Qt::DashDotLine, LaneMark::triangle, true},
                                {Role::residual, Qt::CrossPattern, Qt::DotLine, LaneMark::diamond, false}};

/// A mark that fills a square of twice this radius. Triangle and diamond reach a little over it, so that they look as
/// large as the others.
QPainterPath outlineOf(LaneMark mark, QPointF at, double radius)
{
    QPainterPath path;
    const double r = radius, over = 0.25 * radius, far = 0.375 * radius;
    switch (mark) {
    case LaneMark::disc:
        path.addEllipse(at, r, r);
        break;
    case LaneMark::square:
        path.addRect(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r));
        break;
    case LaneMark::triangle:
        path.addPolygon(QPolygonF{at + QPointF(0, -r - over), at + QPointF(r + over, r), at + QPointF(-r - over, r)});
        path.closeSubpath();
        break;
    case LaneMark::diamond:
        path.addPolygon(QPolygonF{at + QPointF(0, -r - far), at + QPointF(r + far, 0), at + QPointF(0, r + far),
                                  at - QPointF(r + far, 0)});
        path.closeSubpath();
        break;
    }
    return path;
}

void fillPath(QPainter& painter, const QPainterPath& path, const LaneStyle& style)
{
    const bool isFull = style.pattern == Qt::SolidPattern;
    painter.fillPath(path, Theme::tint(style.role, isFull ? 0.6 : 0.2));
    if (!isFull)
        painter.fillPath(path, QBrush(Theme::tint(style.role, 0.75), style.pattern));
}

} // namespace

const LaneStyle& laneStyle(int lane)
{
    return styles[std::size_t(lane) % std::size(styles)];
}

std::vector<int> styleIndexes(const std::vector<int>& numbers)
{
    std::vector<int> indexes;
    for (const int number : numbers)
        indexes.push_back(number - 1);
    for (std::size_t place = 0; place < indexes.size(); ++place) {
        if (indexes[place] >= 0)
            continue;
        int free = 0;
        while (free < int(std::size(styles)) && std::ranges::count(indexes, free) > 0)
            ++free;
        indexes[place] = free < int(std::size(styles)) ? free : int(place % std::size(styles));
    }
    return indexes;
}

void fillAsLane(QPainter& painter, const QRectF& rect, int lane)
{
    const LaneStyle& style = laneStyle(lane);
    QPainterPath path;
    path.addRect(rect);
    fillPath(painter, path, style);
    painter.setPen(QPen(Theme::tint(style.role, 0.9), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

void paintLaneMark(QPainter& painter, QPointF at, int lane)
{
    const LaneStyle& style = laneStyle(lane);
    painter.setPen(QPen(Theme::color(style.role), 1.5));
    painter.setBrush(Theme::color(style.isMarkFull ? style.role : Role::surface));
    painter.drawPath(outlineOf(style.mark, at, laneMarkRadius));
}

void paintLaneSwatch(QPainter& painter, const QRectF& square, int lane)
{
    const LaneStyle& style = laneStyle(lane);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = square.width() / 2 / 1.375 - 0.5;
    const bool isRound = style.mark == LaneMark::disc || style.mark == LaneMark::square;
    const QPainterPath path = outlineOf(style.mark, square.center(), isRound ? 1.15 * radius : radius);
    fillPath(painter, path, style);
    painter.setPen(QPen(Theme::color(style.role), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.restore();
}

QPixmap laneSwatch(int lane, int side)
{
    QPixmap pixmap(2 * side, 2 * side);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintLaneSwatch(painter, QRectF(0, 0, side, side), lane);
    return pixmap;
}

int laneSwatchSide()
{
    return int(std::lround(0.85 * QFontMetricsF(Theme::font()).height()));
}

} // namespace draftscope
