// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/distance_chart.h"

#include <algorithm>
#include <cmath>

#include <QMouseEvent>
#include <QPainter>

#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/number_text.h"

namespace draftscope {

namespace {

/// The point of that number of texts; null where a line has none.
const DistanceDrawing::Point* pointAfter(const std::vector<DistanceDrawing::Point>& points, double texts)
{
    const auto found = std::ranges::find(points, texts, &DistanceDrawing::Point::texts);
    return found == points.end() ? nullptr : &*found;
}

QString distanceText(double distance)
{
    return decimal(distance, 'g', 2);
}

double captionLine()
{
    return Theme::smallMetrics().height();
}

} // namespace

bool DistanceDrawing::isEmpty() const
{
    return std::ranges::all_of(lines, [](const Line& line) { return line.points.empty(); });
}

const DistanceDrawing::Line* DistanceDrawing::longest() const
{
    const auto found = std::ranges::max_element(lines, {}, [](const Line& line) { return line.points.size(); });
    return found == lines.end() ? nullptr : &*found;
}

QString DistanceDrawing::sentenceOf(int point) const
{
    const Line* const along = longest();
    if (!along || point < 0 || point >= int(along->points.size()))
        return {};
    const double texts = along->points[std::size_t(point)].texts;
    QStringList parts;
    for (const Line& line : lines)
        if (const Point* at = pointAfter(line.points, texts))
            parts << QStringLiteral("%1 %2").arg(line.name, distanceText(at->distance));
    if (const Point* at = pointAfter(chance, texts))
        parts << DistanceChart::tr("chance alone %1").arg(distanceText(at->distance));
    return DistanceChart::tr("After %1 texts: %2.").arg(grouped(qint64(texts)), parts.join(QStringLiteral(", ")));
}

DistanceChart::DistanceChart(QWidget* parent) : DrawnView(parent)
{
    setObjectName(QStringLiteral("distanceChart"));
    setAccessibleName(tr("Distance over the number of texts"));
    setFocusPolicy(Qt::TabFocus);
    describe();
}

void DistanceChart::setDrawing(DistanceDrawing drawing)
{
    m_drawing = std::move(drawing);
    itemsChanged();
}

// --- where things are

QRectF DistanceChart::plot() const
{
    const double line = captionLine();
    const double left = Theme::smallMetrics().horizontalAdvance(distanceText(0.0055)) + 18;
    return {left, 0.8 * line, std::max(10.0, width() - left - 20), std::max(10.0, height() - 3.5 * line)};
}

DistanceChart::Range DistanceChart::texts() const
{
    double most = std::max(m_drawing.most, 100.0);
    for (const auto& line : m_drawing.lines)
        if (!line.points.empty())
            most = std::max(most, line.points.back().texts);
    return {10, most};
}

/// From a little below the least distance, and at least a power of ten, to a little above the largest.
DistanceChart::Range DistanceChart::distances() const
{
    double least = 1, most = 0;
    const auto take = [&](const std::vector<DistanceDrawing::Point>& points) {
        for (const auto& point : points) {
            most = std::max(most, point.distance);
            if (point.distance > 0)
                least = std::min(least, point.distance);
        }
    };
    for (const auto& line : m_drawing.lines)
        take(line.points);
    take(m_drawing.chance);
    most = std::clamp(most * 1.25, 0.02, 1.0);
    return {std::min(0.8 * std::max(least, 1e-6), most / 10), most};
}

QPointF DistanceChart::placeOf(DistanceDrawing::Point point) const
{
    const QRectF area = plot();
    const Range across = texts(), up = distances();
    const auto share = [](double value, Range range) {
        return std::log(std::clamp(value, range.least, range.most) / range.least) / std::log(range.most / range.least);
    };
    return {area.left() + area.width() * share(point.texts, across),
            area.bottom() - area.height() * share(point.distance, up)};
}

int DistanceChart::pointAt(double x) const
{
    const auto* along = m_drawing.longest();
    int nearest = -1;
    double least = 1e9;
    for (int i = 0; along && i < int(along->points.size()); ++i)
        if (const double away = std::abs(placeOf(along->points[std::size_t(i)]).x() - x); away < least) {
            least = away;
            nearest = i;
        }
    return nearest;
}

// --- painting

void DistanceChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_drawing.isEmpty()) {
        paintNothing(painter, rect(), m_drawing.nothing);
        return;
    }
    paintAxes(painter);
    paintLines(painter);
    paintNames(painter);
    const auto* along = m_drawing.longest();
    if (current() < 0 || !along)
        return;
    const double x = std::round(placeOf(along->points[std::size_t(current())]).x()) + 0.5;
    const QRectF area = plot();
    if (hasFocus()) {
        paintFocus(painter, QRectF(x - 5, area.top() - 3, 10, area.height() + 6), 4);
    } else {
        painter.setPen(Theme::color(Role::muted));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
}

void DistanceChart::paintAxes(QPainter& painter) const
{
    const QRectF area = plot();
    const double line = captionLine();
    painter.setFont(Theme::smallFont());
    const Range across = texts(), up = distances();
    double lastRight = -1e9;
    for (double value = 10; value <= across.most * (1 + 1e-9); value *= 10) {
        const double x = std::round(placeOf({value, up.most}).x()) + 0.5;
        painter.setPen(Theme::color(Role::line));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        const QString words = grouped(qint64(value));
        const double wide = Theme::smallMetrics().horizontalAdvance(words) + 6;
        const double left = std::min(x - wide / 2, width() - wide);
        if (left < lastRight)
            continue;
        lastRight = left + wide;
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(left, area.bottom() + 0.25 * line, wide, line), Qt::AlignCenter, words);
    }
    double lowest = 1e9; // of the last label
    for (int power = 0; power > -9; --power)
        for (const double factor : {5.0, 2.0, 1.0}) {
            const double value = factor * std::pow(10.0, power);
            if (value > up.most * (1 + 1e-9) || value < up.least * (1 - 1e-9))
                continue;
            const double y = std::round(placeOf({across.least, value}).y()) + 0.5;
            painter.setPen(Theme::color(Role::line));
            if (factor == 1.0)
                painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
            if (lowest < 1e9 && y - lowest < 1.2 * line)
                continue;
            lowest = y;
            painter.setPen(Theme::color(Role::muted));
            painter.drawText(QRectF(0, y - line / 2, area.left() - 8, line), Qt::AlignRight | Qt::AlignVCenter,
                             decimal(value, 'g', 3));
        }
    painter.setPen(Theme::color(Role::muted));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.drawLine(area.topLeft(), area.bottomLeft());
    for (const double look : m_drawing.looks) { // small marks on the axis
        const double x = std::round(placeOf({look, up.least}).x()) + 0.5;
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() - 5));
    }
    painter.drawText(QRectF(area.left(), area.bottom() + 1.3 * line, area.width(), line), Qt::AlignCenter, tr("texts"));
}

void DistanceChart::paintLines(QPainter& painter) const
{
    const auto path = [this](const std::vector<DistanceDrawing::Point>& points) {
        QPolygonF line;
        for (const auto& point : points)
            if (point.texts >= texts().least)
                line << placeOf(point);
        return line;
    };
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Theme::color(Role::muted), 1.4, Qt::DashLine));
    painter.drawPolyline(path(m_drawing.chance));
    for (const auto& line : m_drawing.lines) {
        const QPolygonF points = path(line.points);
        if (points.isEmpty())
            continue;
        painter.setPen(QPen(Theme::color(line.role), 2.2));
        painter.drawPolyline(points);
        painter.setBrush(Theme::color(line.role));
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(points.last(), 3.5, 3.5);
        painter.setBrush(Qt::NoBrush);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Each above its line where that ends, that of chance below; where two would lie over each other the later one gives
/// way.
void DistanceChart::paintNames(QPainter& painter) const
{
    const QRectF area = plot();
    const double line = captionLine();
    std::vector<QRectF> taken;
    const auto write = [&](const QString& words, Role role, const std::vector<DistanceDrawing::Point>& points,
                           bool isBelow) {
        const double wide = Theme::smallMetrics().horizontalAdvance(words) + 4;
        const QPointF end = placeOf(points.back());
        QRectF at(std::clamp(end.x() - wide, area.left() + 4, std::max(area.left() + 4, area.right() - wide)), 0, wide,
                  line);
        double y = end.y();
        for (const auto& point : points) // lines fall, so what is above the end may be on the line before it
            if (const QPointF place = placeOf(point); place.x() >= at.left() - 4)
                y = isBelow ? std::max(y, place.y()) : std::min(y, place.y());
        at.moveTop(isBelow ? y + 5 : y - line - 7);
        at.moveTop(std::clamp(at.top(), 0.0, area.bottom() - line - 2));
        for (int tries = 0; tries < 6; ++tries)
            for (const QRectF& other : taken)
                if (other.intersects(at))
                    at.moveTop(isBelow ? other.bottom() + 1 : other.top() - line - 1);
        if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(at); }) || at.top() < 0)
            return; // too low a chart: the tool tip and the colour say which line it is
        taken.push_back(at);
        painter.setPen(Theme::color(role));
        painter.drawText(at, Qt::AlignRight | Qt::AlignVCenter, words);
    };
    painter.setFont(Theme::smallFont());
    if (!m_drawing.chance.empty())
        write(tr("chance alone"), Role::muted, m_drawing.chance, true);
    for (const auto& one : m_drawing.lines)
        if (!one.points.empty())
            write(one.mark.isEmpty() ? one.name : one.mark + QLatin1Char(' ') + one.name, one.role, one.points, false);
}

// --- what people do

int DistanceChart::itemCount() const
{
    const auto* along = m_drawing.longest();
    return along ? int(along->points.size()) : 0;
}

int DistanceChart::itemsOfPage() const
{
    return 6;
}

int DistanceChart::firstCurrent() const
{
    return itemCount() - 1;
}

QString DistanceChart::toolTipAt(QPoint position) const
{
    return m_drawing.sentenceOf(pointAt(position.x()));
}

QString DistanceChart::spokenWords() const
{
    return m_drawing.isEmpty() ? m_drawing.nothing : m_drawing.sentenceOf(current() < 0 ? itemCount() - 1 : current());
}

void DistanceChart::mousePressEvent(QMouseEvent* event)
{
    setCurrent(pointAt(event->position().x()));
    QWidget::mousePressEvent(event);
}

QSize DistanceChart::sizeHint() const
{
    return {int(28 * captionLine()), int(14 * captionLine())};
}

QSize DistanceChart::minimumSizeHint() const
{
    return {int(14 * captionLine()), int(7 * captionLine())};
}

} // namespace draftscope
