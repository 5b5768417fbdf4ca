// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lanes/lane_chart.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "widgets/style/axis.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/lane_style.h"
#include "widgets/style/number_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr double widestGroup = 240, widestBar = 64;

double captionHeight()
{
    return Theme::smallMetrics().height();
}

} // namespace

LaneChart::LaneChart(QWidget* parent) : DrawnView(parent)
{
    setObjectName(QStringLiteral("laneChart"));
    setAccessibleName(tr("Chart of the lanes"));
    setFocusPolicy(Qt::TabFocus);
    describe();
}

void LaneChart::setDrawing(LaneDrawing drawing)
{
    m_drawing = std::move(drawing);
    std::vector<int> numbers;
    for (const LaneDrawing::Lane& lane : m_drawing.lanes)
        numbers.push_back(lane.number);
    m_styles = styleIndexes(numbers);
    itemsChanged();
}

// --- where things are

double LaneChart::legendHeight() const
{
    return m_drawing.isByLane ? 1.4 * captionHeight() : 2.8 * captionHeight();
}

QRectF LaneChart::plot() const
{
    const double line = captionHeight();
    const double left = Theme::smallMetrics().horizontalAdvance(m_drawing.textOf(top())) + 14;
    const double below = m_drawing.groupTitle.isEmpty() ? 1.5 * line : 2.6 * line;
    return {left, legendHeight() + 0.4 * line, std::max(10.0, width() - left - 10),
            std::max(10.0, height() - legendHeight() - 0.4 * line - below)};
}

double LaneChart::top() const
{
    double most = m_drawing.least.value_or(0);
    for (const LaneDrawing::Point& point : m_drawing.points)
        most = std::max({most, point.value.value_or(0), point.spread ? point.spread->upper : 0.0});
    if (m_drawing.level)
        most = std::max(most, *m_drawing.level);
    return axisTop(most);
}

double LaneChart::yOf(double value) const
{
    const QRectF area = plot();
    return area.bottom() - area.height() * value / top();
}

QRectF LaneChart::groupRect(int group) const
{
    const QRectF area = plot();
    const double wide = std::min(widestGroup, area.width() / double(std::max<std::size_t>(1, m_drawing.groups.size())));
    return {area.left() + group * wide, area.top(), wide, area.height()};
}

QRectF LaneChart::slotRect(int point) const
{
    const QRectF group = groupRect(m_drawing.groupOf(point));
    if (m_drawing.form == LaneDrawing::Form::lines)
        return group;
    const double count = m_drawing.isByLane ? 1 : double(m_drawing.lanes.size());
    const double wide = std::min(widestBar, 0.84 * group.width() / count);
    const double first = group.center().x() - wide * count / 2;
    const double index = m_drawing.isByLane ? 0 : m_drawing.laneOf(point);
    const double left = std::round(first + index * wide);
    return {left, group.top(), std::round(first + (index + 1) * wide) - left - 2, group.height()};
}

QRectF LaneChart::rectOf(int point) const
{
    const LaneDrawing::Point& at = m_drawing.points.at(std::size_t(point));
    if (!at.value)
        return {};
    const QRectF slot = slotRect(point);
    const double y = std::round(yOf(*at.value));
    if (m_drawing.form == LaneDrawing::Form::lines)
        return {slot.center().x() - laneMarkRadius - 3, y - laneMarkRadius - 3, 2 * laneMarkRadius + 6,
                2 * laneMarkRadius + 6};
    return {slot.left(), y, slot.width(), std::round(slot.bottom()) - y};
}

int LaneChart::pointAt(QPointF position) const
{
    if (m_drawing.isEmpty())
        return -1;
    int nearest = -1;
    double least = 0;
    for (int point = 0; point < int(m_drawing.points.size()); ++point) {
        if (!slotRect(point).adjusted(0, -4, 2, 4).contains(position))
            continue;
        const auto& value = m_drawing.points[std::size_t(point)].value;
        const double away = value ? std::abs(yOf(*value) - position.y()) : height();
        if (nearest < 0 || away < least) {
            nearest = point;
            least = away;
        }
    }
    return nearest;
}

// --- painting

void LaneChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_drawing.isEmpty()) {
        paintNothing(painter, rect(), m_drawing.nothing);
        return;
    }
    paintAxes(painter);
    if (m_drawing.form == LaneDrawing::Form::bars)
        paintBars(painter);
    else
        paintLines(painter);
    paintLevel(painter);
    if (m_drawing.form == LaneDrawing::Form::bars)
        paintValues(painter);
    paintLegend(painter);
    if (current() >= 0 && hasFocus()) {
        const QRectF at = rectOf(current());
        paintFocus(painter, at.isEmpty() ? slotRect(current()) : at.adjusted(-2, -2, 2, 2), 3);
    }
}

void LaneChart::paintAxes(QPainter& painter) const
{
    const QRectF area = plot();
    const double line = captionHeight();
    painter.setFont(Theme::smallFont());
    painter.setPen(Theme::color(Role::muted));
    const bool hasSpread =
        std::ranges::any_of(m_drawing.points, [](const LaneDrawing::Point& point) { return point.spread.has_value(); });
    painter.drawText(QRectF(0, 0, width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     hasSpread ? tr("%1; thin lines lead from quartile to quartile of the prompts").arg(m_drawing.title)
                               : m_drawing.title);
    const double step = axisStep(std::max(top() / 4, top() * 1.5 * line / area.height()));
    paintValueAxis(painter, area, top(), step, [](double value) { return decimal(value, 'g', 4); });
    double widest = 0;
    for (const QString& group : m_drawing.groups)
        widest = std::max(widest, Theme::smallMetrics().horizontalAdvance(group) + 6);
    const double pitch = groupRect(0).width();
    // Numbers are left out where they have no room; words are shortened.
    const int every = m_drawing.form == LaneDrawing::Form::lines ? std::max(1, int(std::ceil(widest / pitch))) : 1;
    for (int group = 0; group < int(m_drawing.groups.size()); group += every) {
        const QRectF at = groupRect(group);
        paintFitted(painter, {at.left() + 2, area.bottom() + 0.2 * line, at.width() * every - 4, line},
                    m_drawing.groups[std::size_t(group)],
                    {.flags = every == 1 ? Qt::AlignCenter : Qt::AlignLeft, .scale = 0.85});
    }
    painter.setFont(Theme::smallFont());
    painter.setPen(Theme::color(Role::muted));
    const double right = groupRect(int(m_drawing.groups.size()) - 1).right();
    if (!m_drawing.groupTitle.isEmpty())
        painter.drawText(QRectF(area.left(), area.bottom() + 1.35 * line, std::max(right - area.left(), 200.0), line),
                         right - area.left() > 200 ? Qt::AlignCenter : Qt::AlignLeft, m_drawing.groupTitle);
}

void LaneChart::paintSpread(QPainter& painter, int point) const
{
    const auto& spread = m_drawing.points[std::size_t(point)].spread;
    if (!spread)
        return;
    const double x = slotRect(point).center().x(), cap = std::min(5.0, slotRect(point).width() / 3);
    painter.setPen(QPen(Theme::color(Role::text), 1.4));
    painter.drawLine(QPointF(x, yOf(spread->lower)), QPointF(x, yOf(spread->upper)));
    for (const double end : {spread->lower, spread->upper})
        painter.drawLine(QPointF(x - cap, yOf(end)), QPointF(x + cap, yOf(end)));
}

void LaneChart::paintBars(QPainter& painter) const
{
    for (int point = 0; point < int(m_drawing.points.size()); ++point) {
        const LaneDrawing::Point& at = m_drawing.points[std::size_t(point)];
        const QRectF slot = slotRect(point);
        painter.setFont(Theme::smallFont());
        if (!at.value) {
            painter.setPen(Theme::color(Role::muted));
            painter.drawText(
                QRectF(slot.left() - 10, slot.bottom() - captionHeight() - 1, slot.width() + 20, captionHeight()),
                Qt::AlignCenter, QStringLiteral("–"));
            continue;
        }
        fillAsLane(painter, rectOf(point), m_styles[std::size_t(m_drawing.laneOf(point))]);
        paintSpread(painter, point);
    }
}

/// Above the bars and what they spread to, on a ground of their own, so that the level does not cross them.
void LaneChart::paintValues(QPainter& painter) const
{
    const QFontMetricsF metrics = Theme::smallMetrics();
    painter.setFont(Theme::smallFont());
    painter.setPen(Theme::color(Role::text));
    for (int point = 0; point < int(m_drawing.points.size()); ++point) {
        const LaneDrawing::Point& at = m_drawing.points[std::size_t(point)];
        if (!at.value)
            continue;
        const QRectF bar = rectOf(point);
        const QString words = m_drawing.isByLane ? m_drawing.textOf(*at.value) : number(*at.value);
        const double wide = metrics.horizontalAdvance(words);
        if (wide > bar.width() + (m_drawing.isByLane ? 40 : 2))
            continue;
        const double over = at.spread ? std::min(bar.top(), yOf(at.spread->upper)) : bar.top();
        const QRectF place(bar.center().x() - wide / 2 - 1, over - captionHeight() - 2, wide + 2, captionHeight());
        if (m_drawing.level)
            painter.fillRect(place, Theme::color(Role::surface));
        painter.drawText(place, Qt::AlignCenter, words);
    }
}

void LaneChart::paintLines(QPainter& painter) const
{
    std::vector<std::pair<QPointF, int>> ends; // of lines, with their numbers
    painter.setRenderHint(QPainter::Antialiasing);
    for (int lane = 0; lane < int(m_drawing.lanes.size()); ++lane) {
        const int look = m_styles[std::size_t(lane)];
        QPolygonF line;
        for (int point = lane; point < int(m_drawing.points.size()); point += int(m_drawing.lanes.size()))
            if (const auto& value = m_drawing.points[std::size_t(point)].value)
                line << QPointF(slotRect(point).center().x(), yOf(*value));
        painter.setPen(QPen(Theme::color(laneStyle(look).role), 1.8, laneStyle(look).line));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(line);
        for (const QPointF& at : line)
            paintLaneMark(painter, at, look);
        if (!line.isEmpty())
            ends.emplace_back(line.last(), m_drawing.lanes[std::size_t(lane)].number);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    // Its number behind the last mark, so that a line is found without the legend; numbers push each other apart.
    std::ranges::sort(ends, {}, [](const auto& end) { return end.first.y(); });
    painter.setFont(Theme::font(0.85, true));
    painter.setPen(Theme::color(Role::text));
    const double line = 0.9 * captionHeight();
    double lowest = -line;
    for (const auto& [at, number] : ends) {
        const double y = std::max(at.y(), lowest + line);
        lowest = y;
        painter.drawText(QRectF(at.x() + laneMarkRadius + 5, y - line, 40, 2 * line), Qt::AlignLeft | Qt::AlignVCenter,
                         QString::number(number));
    }
}

void LaneChart::paintLevel(QPainter& painter) const
{
    if (!m_drawing.level)
        return;
    const QRectF area = plot();
    const double y = std::round(yOf(*m_drawing.level)) + 0.5, line = captionHeight();
    painter.setPen(QPen(Theme::color(Role::target), 1.5, Qt::DashLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setFont(Theme::smallFont());
    const double wide = Theme::smallMetrics().horizontalAdvance(m_drawing.levelName);
    painter.drawText(QRectF(width() - wide - 4, 0, wide, line), Qt::AlignRight | Qt::AlignVCenter, m_drawing.levelName);
    painter.drawLine(QPointF(width() - wide - 34, line / 2), QPointF(width() - wide - 10, line / 2));
}

/// A row below the title, with each lane as much room as the others; the tool tips say the whole name.
void LaneChart::paintLegend(QPainter& painter) const
{
    if (m_drawing.isByLane)
        return;
    const double line = captionHeight(), size = std::round(0.8 * line), up = std::round(1.45 * line);
    const double left = plot().left(), each = (width() - left - 8) / double(m_drawing.lanes.size());
    const bool isLine = m_drawing.form == LaneDrawing::Form::lines;
    for (int lane = 0; lane < int(m_drawing.lanes.size()); ++lane) {
        const int look = m_styles[std::size_t(lane)];
        const double x = left + lane * each, sample = isLine ? 2 * line : size;
        if (isLine) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(Theme::color(laneStyle(look).role), 1.8, laneStyle(look).line));
            painter.drawLine(QPointF(x, up + size / 2), QPointF(x + sample, up + size / 2));
            paintLaneMark(painter, {x + sample / 2, up + size / 2}, look);
            painter.setRenderHint(QPainter::Antialiasing, false);
        } else {
            paintLaneSwatch(painter, {std::round(x), up, size, size}, look);
        }
        paintFitted(painter, {x + sample + 5, up + size / 2 - line / 2, each - sample - 12, line},
                    m_drawing.lanes[std::size_t(lane)].title(),
                    {.flags = Qt::AlignLeft | Qt::AlignVCenter, .scale = 0.85});
    }
}

// --- what people do

int LaneChart::itemCount() const
{
    return int(m_drawing.points.size());
}

int LaneChart::itemsOfPage() const
{
    return int(m_drawing.lanes.size());
}

QString LaneChart::toolTipAt(QPoint position) const
{
    const int point = pointAt(position);
    return point < 0 ? QString() : m_drawing.sentenceOf(point);
}

QString LaneChart::spokenWords() const
{
    return m_drawing.isEmpty() ? m_drawing.nothing : m_drawing.sentenceOf(std::max(0, current()));
}

QSize LaneChart::sizeHint() const
{
    return {int(40 * captionHeight()), int(15 * captionHeight())};
}

QSize LaneChart::minimumSizeHint() const
{
    return {int(16 * captionHeight()), int(9 * captionHeight())};
}

} // namespace draftscope
