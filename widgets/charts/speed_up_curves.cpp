// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/speed_up_curves.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <QMouseEvent>
#include <QPainter>

#include "widgets/style/axis.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/number_text.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

double curveLine()
{
    return Theme::smallMetrics().height();
}

QPen curvePen(const SpeedUpCurves::Line& line)
{
    return QPen(Theme::color(line.role), 2, line.isComputed ? Qt::DashLine : Qt::SolidLine);
}

} // namespace

bool SpeedUpCurves::isEmpty() const
{
    return std::ranges::all_of(lines, [](const Line& line) { return line.points.empty(); });
}

std::vector<int> SpeedUpCurves::places() const
{
    std::set<int> all;
    for (const Line& line : lines)
        for (const Point& point : line.points)
            all.insert(point.at);
    return {all.begin(), all.end()};
}

QString SpeedUpCurves::sentenceOf(int place) const
{
    const std::vector<int> all = places();
    if (place < 0 || place >= int(all.size()))
        return {};
    const int at = all[std::size_t(place)];
    QStringList parts;
    for (const Line& line : lines) {
        const auto point = std::ranges::find(line.points, at, &Point::at);
        if (point == line.points.end())
            continue;
        const QString value = number(point->speedUp);
        parts << (point->upper > 0 ? SpeedUpCurvesChart::tr("%1 %2 (%3 to %4)")
                                         .arg(line.name, value, number(point->lower), number(point->upper))
                      : line.isComputed ? SpeedUpCurvesChart::tr("%1 %2, computed").arg(line.name, value)
                                        : SpeedUpCurvesChart::tr("%1 %2").arg(line.name, value));
    }
    return SpeedUpCurvesChart::tr("%1, %2: %3 times plain.").arg(axis, grouped(at), parts.join(QStringLiteral("; ")));
}

SpeedUpCurvesChart::SpeedUpCurvesChart(QWidget* parent) : DrawnView(parent)
{
    setAccessibleName(tr("Speed-up under load"));
    setFocusPolicy(Qt::TabFocus);
    describe();
}

void SpeedUpCurvesChart::setCurves(SpeedUpCurves curves)
{
    m_curves = std::move(curves);
    m_places = m_curves.places();
    double highest = 1.5;
    for (const SpeedUpCurves::Line& line : m_curves.lines)
        for (const SpeedUpCurves::Point& point : line.points)
            highest = std::max({highest, point.speedUp, point.upper});
    m_top = axisTop(highest);
    itemsChanged();
}

QRectF SpeedUpCurvesChart::plot() const
{
    const double left = Theme::smallMetrics().horizontalAdvance(QStringLiteral("10.5")) + 16;
    return {QPointF(left, 1.9 * curveLine()), QPointF(width() - 14, height() - 2.7 * curveLine())};
}

QPointF SpeedUpCurvesChart::pointOf(double at, double speedUp) const
{
    const QRectF plot = this->plot();
    const double first = m_places.empty() ? 1 : m_places.front(), last = m_places.empty() ? 2 : m_places.back();
    const double share = last > first ? std::log(at / first) / std::log(last / first) : 0.5;
    const double inset = 0.04 * plot.width();
    return {plot.left() + inset + share * (plot.width() - 2 * inset), plot.bottom() - speedUp / m_top * plot.height()};
}

int SpeedUpCurvesChart::placeAt(double x) const
{
    int nearest = -1;
    for (int i = 0; i < int(m_places.size()); ++i)
        if (nearest < 0
            || std::abs(pointOf(m_places[std::size_t(i)], 0).x() - x)
                < std::abs(pointOf(m_places[std::size_t(nearest)], 0).x() - x))
            nearest = i;
    return nearest;
}

void SpeedUpCurvesChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::color(Role::surface));
    if (m_curves.isEmpty()) {
        paintNothing(painter, rect(), m_curves.nothing);
        return;
    }
    paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    paintLines(painter);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintLegend(painter);
}

void SpeedUpCurvesChart::paintAxes(QPainter& painter) const
{
    const QRectF plot = this->plot();
    const double line = curveLine();
    const double one = std::round(pointOf(1, 1).y()) + 0.5;
    painter.fillRect(QRectF(QPointF(plot.left(), one), plot.bottomRight()), Theme::tint(Role::rejected, 0.08));
    painter.setFont(Theme::smallFont());
    const double step = axisStep(1.6 * line * m_top / plot.height());
    for (int i = 0; i * step <= m_top * 1.001; ++i) {
        const double y = std::round(pointOf(1, i * step).y()) + 0.5;
        painter.setPen(Theme::color(Role::line));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(0, y - line / 2, plot.left() - 8, line), Qt::AlignRight | Qt::AlignVCenter,
                         decimal(i * step, 'g', 3));
    }
    double end = plot.left() - line;
    for (const int at : m_places) {
        const QString words = grouped(at);
        const double width = Theme::smallMetrics().horizontalAdvance(words), x = pointOf(at, 0).x();
        if (x - width / 2 < end + 4)
            continue;
        painter.drawText(QRectF(x - width, plot.bottom() + 0.15 * line, 2 * width, line), Qt::AlignCenter, words);
        end = x + width / 2;
    }
    painter.drawText(QRectF(plot.left(), plot.bottom() + 1.25 * line, plot.width(), line), Qt::AlignCenter,
                     m_curves.axis);
    painter.setPen(QPen(Theme::color(Role::text), 1, Qt::DotLine));
    painter.drawLine(QPointF(plot.left(), one), QPointF(plot.right(), one));
    painter.setPen(Theme::color(Role::muted));
    painter.drawText(QRectF(plot.left() + 4, plot.bottom() - line - 1, plot.width() - 8, line),
                     Qt::AlignLeft | Qt::AlignBottom, tr("a loss below plain decoding"));
}

void SpeedUpCurvesChart::paintLines(QPainter& painter) const
{
    for (const SpeedUpCurves::Line& line : m_curves.lines) {
        QPolygonF points;
        for (const SpeedUpCurves::Point& point : line.points)
            points << pointOf(point.at, point.speedUp);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(curvePen(line));
        painter.drawPolyline(points);
        painter.setPen(QPen(Theme::color(line.role), 1.4));
        for (const SpeedUpCurves::Point& point : line.points)
            if (point.upper > 0)
                painter.drawLine(pointOf(point.at, point.lower), pointOf(point.at, point.upper));
        painter.setBrush(Theme::color(line.role));
        painter.setPen(Qt::NoPen);
        for (const QPointF& point : points)
            painter.drawEllipse(point, 3.2, 3.2);
    }
    if (current() >= 0 && hasFocus()) {
        const double x = pointOf(m_places[std::size_t(current())], 0).x();
        paintFocus(painter, QRectF(x - 9, plot().top() - 2, 18, plot().height() + 4), 3);
    }
}

/// What does not fit is left out: the tool tips say the same.
void SpeedUpCurvesChart::paintLegend(QPainter& painter) const
{
    const double line = curveLine(), sample = 1.6 * line;
    painter.setFont(Theme::smallFont());
    double x = plot().left();
    for (const SpeedUpCurves::Line& each : m_curves.lines) {
        const QString words = each.isComputed ? tr("%1 (computed)").arg(each.name) : each.name;
        const double end = x + sample + 6 + Theme::smallMetrics().horizontalAdvance(words);
        if (end > width())
            return;
        painter.setPen(curvePen(each));
        painter.drawLine(QPointF(x, 0.8 * line), QPointF(x + sample, 0.8 * line));
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(x + sample + 6, 0.2 * line, width(), 1.2 * line), Qt::AlignLeft | Qt::AlignVCenter,
                         words);
        x = end + line;
    }
}

QString SpeedUpCurvesChart::toolTipAt(QPoint position) const
{
    return m_curves.sentenceOf(placeAt(position.x()));
}

QString SpeedUpCurvesChart::spokenWords() const
{
    return m_curves.isEmpty() ? m_curves.nothing : m_curves.sentenceOf(std::max(0, current()));
}

void SpeedUpCurvesChart::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    setCurrent(placeAt(event->position().x()));
    QWidget::mousePressEvent(event);
}

QSize SpeedUpCurvesChart::sizeHint() const
{
    return {int(30 * curveLine()), int(15 * curveLine())};
}

QSize SpeedUpCurvesChart::minimumSizeHint() const
{
    return {int(6 * curveLine()), int(3 * curveLine())}; // in little room it is cut rather than that the stage is
}

} // namespace draftscope
