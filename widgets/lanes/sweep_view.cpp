// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lanes/sweep_view.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QPainter>

#include "widgets/style/axis.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/item_keys.h"
#include "widgets/style/number_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/phases.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr double palest = 0.06, darkest = 0.62; ///< of the colour in a cell: text stays legible on both

double lineHeight()
{
    return Theme::smallMetrics().height();
}

QString valueText(double value)
{
    return decimal(value, 'g', 4);
}

} // namespace

SweepView::SweepView(QWidget* parent) : DrawnView(parent)
{
    setObjectName(QStringLiteral("sweepView"));
    setAccessibleName(tr("Sweep"));
    setFocusPolicy(Qt::TabFocus);
    describe();
}

void SweepView::setDrawing(SweepDrawing drawing)
{
    m_drawing = std::move(drawing);
    itemsChanged();
}

QString SweepView::sentenceOf(int point) const
{
    const SweepDrawing::Point& at = m_drawing.points.at(std::size_t(point));
    const QString name = m_drawing.nameOf(point);
    if (!at.value)
        return at.why.isEmpty() ? tr("%1: not decoded yet.").arg(name) : QStringLiteral("%1: %2").arg(name, at.why);
    QString words = QStringLiteral("%1: %2 %3").arg(name, m_drawing.figure, m_drawing.textOf(*at.value));
    if (at.interval)
        words +=
            tr(", interval %1 to %2").arg(m_drawing.textOf(at.interval->lower), m_drawing.textOf(at.interval->upper));
    if (at.spread)
        words += tr(", quartiles over the prompts %1 – %2")
                     .arg(m_drawing.textOf(at.spread->lower), m_drawing.textOf(at.spread->upper));
    return words + QLatin1Char('.');
}

QString SweepView::spokenWords() const
{
    return m_drawing.points.empty() ? tr("Nothing has been swept yet.") : sentenceOf(std::max(0, chosen()));
}

// --- where things are

QRectF SweepView::plot() const
{
    const double line = lineHeight();
    double left = Theme::smallMetrics().horizontalAdvance(m_drawing.textOf(top())) + 14;
    if (m_drawing.axes.size() == 2) {
        left = Theme::smallMetrics().horizontalAdvance(m_drawing.axes[1].name) + 10;
        for (int i = 0; i < m_drawing.rows(); ++i)
            left = std::max(left, Theme::smallMetrics().horizontalAdvance(m_drawing.axes[1].textOf(i)) + 14);
        left = std::min(left, 0.3 * width());
    }
    // Above a chart there is room for the value of its highest dot, too: title and legend are not to meet it.
    const double above = (m_drawing.axes.size() == 1 ? 2.6 : 1.5) * line, below = 2.5 * line;
    return {left, above, std::max(10.0, width() - left - 10), std::max(10.0, height() - above - below)};
}

double SweepView::top() const
{
    double most = 0;
    for (const SweepDrawing::Point& point : m_drawing.points)
        most = std::max({most, point.value.value_or(0), point.spread ? point.spread->upper : 0.0,
                         point.plain.value_or(0), point.interval ? point.interval->upper : 0.0});
    return axisTop(most);
}

double SweepView::yOf(double value) const
{
    const QRectF area = plot();
    return area.bottom() - area.height() * value / top();
}

QRectF SweepView::cellRect(int point) const
{
    const QRectF area = plot();
    const int columns = m_drawing.columns(), rows = m_drawing.rows();
    // The second axis grows upwards, as axes do.
    const int column = point % columns, row = rows - 1 - point / columns;
    const auto at = [](double from, double length, int index, int count) {
        return std::round(from + length * index / count);
    };
    const double left = at(area.left(), area.width(), column, columns);
    const double up = at(area.top(), area.height(), row, rows);
    return {left, up, at(area.left(), area.width(), column + 1, columns) - left,
            at(area.top(), area.height(), row + 1, rows) - up};
}

int SweepView::pointAt(QPointF position) const
{
    for (int point = 0; point < int(m_drawing.points.size()); ++point)
        if (cellRect(point).contains(position))
            return point;
    return -1;
}

// --- what has room

std::vector<int> SweepView::labelledValues(std::size_t axis) const
{
    const std::vector<double>& values = m_drawing.axes.at(axis).values;
    const bool hasNames = !m_drawing.axes.at(axis).names.empty(); // which are shortened, and none left out
    double widest = 0;
    for (int i = 0; i < int(values.size()) && !hasNames; ++i)
        widest = std::max<double>(widest, Theme::smallMetrics().horizontalAdvance(m_drawing.axes[axis].textOf(i)));
    const QRectF area = plot();
    const double needed = axis == 0 ? widest + 8 : lineHeight();
    const double pitch = (axis == 0 ? area.width() : area.height()) / double(values.size());
    const int every = std::max(1, int(std::ceil(needed / pitch - 1e-9)));
    std::vector<int> labelled;
    for (int i = 0; i < int(values.size()); i += every)
        labelled.push_back(i);
    return labelled;
}

/// Where a value stands if nothing is in its way: above its dot, or in the middle of its cell.
QRectF SweepView::valueRect(int point, double wide) const
{
    const double line = lineHeight();
    QRectF rect(0, 0, wide, line);
    rect.moveCenter(cellRect(point).center());
    if (m_drawing.axes.size() == 1) {
        const SweepDrawing::Point& at = m_drawing.points[std::size_t(point)];
        double top = *at.value;
        if (at.spread)
            top = std::max(top, at.spread->upper);
        if (at.interval)
            top = std::max(top, at.interval->upper);
        rect.moveBottom(yOf(top) - 8);
    }
    rect.moveLeft(std::clamp(rect.left(), 0.0, std::max(0.0, width() - wide)));
    return rect;
}

std::vector<std::pair<int, QRectF>> SweepView::valueLabels() const
{
    std::vector<int> order;
    for (const int first : {m_drawing.best, chosen()})
        if (first >= 0 && std::ranges::count(order, first) == 0)
            order.push_back(first);
    const auto wanted = order.size();
    for (int point = 0; point < int(m_drawing.points.size()); ++point)
        if (point != m_drawing.best && point != chosen())
            order.push_back(point);
    const bool isMap = m_drawing.axes.size() == 2;
    std::vector<std::pair<int, QRectF>> labels;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto& value = m_drawing.points.at(std::size_t(order[i])).value;
        if (!value)
            continue;
        const QFontMetricsF metrics(Theme::font(0.85, order[i] == m_drawing.best));
        const QRectF rect = valueRect(order[i], metrics.horizontalAdvance(m_drawing.textOf(*value)) + 4);
        const bool isFree =
            std::ranges::none_of(labels, [&](const auto& label) { return label.second.intersects(rect); });
        const QRectF cell = cellRect(order[i]);
        const bool hasRoom = !isMap || (rect.width() <= cell.width() - 4 && rect.height() <= cell.height() - 2);
        if (isFree && (hasRoom || i < wanted))
            labels.emplace_back(order[i], rect);
    }
    return labels;
}

// --- painting

void SweepView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_drawing.points.empty()) {
        paintNothing(painter, rect(),
                     tr("One setting is drawn as a chart, two as a heat map: choose what is varied and start."));
        return;
    }
    paintAxisOf(painter, m_drawing.axes[0]);
    if (m_drawing.axes.size() == 1)
        paintChart(painter);
    else
        paintHeatMap(painter);
    paintValues(painter);
    if (chosen() >= 0 && hasFocus())
        paintFocus(painter, cellRect(chosen()), 3);
}

void SweepView::paintChart(QPainter& painter) const
{
    const QRectF area = plot();
    const double line = lineHeight();
    painter.drawText(QRectF(0, 0, width(), line), Qt::AlignLeft | Qt::AlignVCenter, m_drawing.figure);
    paintValueAxis(painter, area, top(), axisStep(top() / 4), [this](double value) {
        return m_drawing.decimals == 0 ? m_drawing.textOf(value) : valueText(value);
    });
    painter.setRenderHint(QPainter::Antialiasing);
    paintPlain(painter);
    QPolygonF dots;
    const auto paintLine = [&] {
        painter.setPen(QPen(Theme::color(Role::draft), 1.5));
        painter.setBrush(Qt::NoBrush);
        if (m_drawing.axes[0].names.empty()) // between names there is nothing
            painter.drawPolyline(dots);
        dots.clear();
    };
    for (int i = 0; i < int(m_drawing.points.size()); ++i) {
        if (const auto value = m_drawing.points[std::size_t(i)].value)
            dots << QPointF(cellRect(i).center().x(), yOf(*value));
        else
            paintLine();
    }
    paintLine();
    const double cap = std::min(4.0, cellRect(0).width() / 3);
    for (int i = 0; i < int(m_drawing.points.size()); ++i) {
        const SweepDrawing::Point& point = m_drawing.points[std::size_t(i)];
        const double x = cellRect(i).center().x();
        if (!point.value) {
            painter.setPen(Theme::color(Role::muted));
            painter.drawText(QRectF(x - 20, area.bottom() - line, 40, line), Qt::AlignCenter,
                             point.why.isEmpty() ? QString() : QStringLiteral("–"));
            continue;
        }
        painter.setPen(QPen(Theme::color(Role::draft), 1.5));
        if (point.spread) {
            painter.drawLine(QPointF(x, yOf(point.spread->lower)), QPointF(x, yOf(point.spread->upper)));
            for (const double end : {point.spread->lower, point.spread->upper})
                painter.drawLine(QPointF(x - cap, yOf(end)), QPointF(x + cap, yOf(end)));
        }
        if (point.interval) {
            painter.setPen(QPen(Theme::color(Role::draft), 3.5, Qt::SolidLine, Qt::FlatCap));
            painter.drawLine(QPointF(x, yOf(point.interval->lower)), QPointF(x, yOf(point.interval->upper)));
            painter.setPen(QPen(Theme::color(Role::draft), 1.5));
        }
        const bool isBest = i == m_drawing.best;
        const double radius = isBest ? 5 : 3.5;
        painter.setBrush(Theme::color(isBest ? Role::draft : Role::surface));
        painter.drawEllipse(QPointF(x, yOf(*point.value)), radius, radius);
        if (i == chosen()) {
            painter.setPen(QPen(Theme::color(Role::text), 1.2));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(QPointF(x, yOf(*point.value)), radius + 3.5, radius + 3.5);
        }
    }
}

void SweepView::paintAxisOf(QPainter& painter, const SweepDrawing::Axis& axis) const
{
    const QRectF area = plot();
    const double line = lineHeight();
    painter.setFont(Theme::smallFont());
    painter.setPen(Theme::color(Role::muted));
    for (const int i : labelledValues(0)) {
        constexpr double half = 60;
        if (!axis.names.empty()) {
            const QRectF cell = cellRect(i);
            paintFitted(painter, {cell.left() + 2, area.bottom() + 0.2 * line, cell.width() - 4, line}, axis.textOf(i),
                        {.flags = Qt::AlignCenter, .scale = 0.85});
            continue;
        }
        painter.drawText(QRectF(cellRect(i).center().x() - half, area.bottom() + 0.2 * line, 2 * half, line),
                         Qt::AlignCenter, axis.textOf(i));
    }
    painter.setFont(Theme::smallFont());
    painter.setPen(Theme::color(Role::muted));
    painter.drawText(QRectF(area.left(), area.bottom() + 1.3 * line, area.width(), line), Qt::AlignCenter, axis.name);
}

/// In a chart a value has the card's colour behind it, so that no line crosses it, and in a map one that is larger than
/// its cell.
void SweepView::paintValues(QPainter& painter) const
{
    for (const auto& [point, rect] : valueLabels()) {
        const QRectF cell = cellRect(point);
        if (m_drawing.axes.size() == 1 || rect.width() > cell.width() - 4 || rect.height() > cell.height() - 2)
            painter.fillRect(rect, Theme::color(Role::surface));
        painter.setPen(Theme::color(Role::text));
        painter.setFont(Theme::font(0.85, point == m_drawing.best));
        painter.drawText(rect, Qt::AlignCenter, m_drawing.textOf(*m_drawing.points[std::size_t(point)].value));
    }
}

/// From edge to edge, at each point as high as plain decoding is there.
void SweepView::paintPlain(QPainter& painter) const
{
    QPolygonF level;
    for (int i = 0; i < int(m_drawing.points.size()); ++i)
        if (const auto plain = m_drawing.points[std::size_t(i)].plain)
            level << QPointF(cellRect(i).center().x(), yOf(*plain));
    if (level.empty())
        return;
    level.prepend({plot().left(), level.first().y()});
    level.append({plot().right(), level.last().y()});
    painter.setPen(QPen(Theme::color(Role::target), 1.5, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(level);
    const double line = lineHeight();
    const QString words = tr("plain decoding");
    const double wide = Theme::smallMetrics().horizontalAdvance(words);
    painter.drawText(QRectF(width() - wide - 4, 0, wide, line), Qt::AlignRight | Qt::AlignVCenter, words);
    painter.drawLine(QPointF(width() - wide - 34, line / 2), QPointF(width() - wide - 10, line / 2));
}

void SweepView::paintHeatMap(QPainter& painter) const
{
    const QRectF area = plot();
    const double line = lineHeight();
    const SweepDrawing::Axis& second = m_drawing.axes[1];
    painter.setPen(Theme::color(Role::muted));
    painter.drawText(QRectF(0, 0, width(), line), Qt::AlignLeft | Qt::AlignVCenter, second.name);
    painter.drawText(QRectF(0, 0, width() - 10, line), Qt::AlignRight | Qt::AlignVCenter, m_drawing.figure);
    for (const int row : labelledValues(1)) {
        const double middle = cellRect(row * m_drawing.columns()).center().y();
        paintFitted(painter, {2, middle - line / 2, area.left() - 10, line}, second.textOf(row),
                    {.flags = Qt::AlignRight | Qt::AlignVCenter, .scale = 0.85});
    }
    double least = std::numeric_limits<double>::max(), most = 0;
    for (const SweepDrawing::Point& point : m_drawing.points)
        if (point.value) {
            least = std::min(least, *point.value);
            most = std::max(most, *point.value);
        }
    for (int i = 0; i < int(m_drawing.points.size()); ++i) {
        const SweepDrawing::Point& point = m_drawing.points[std::size_t(i)];
        const QRectF cell = cellRect(i).adjusted(1, 1, -1, -1);
        if (!point.value) {
            painter.fillRect(cell, Theme::color(Role::page));
            painter.setPen(Theme::color(Role::muted));
            painter.drawText(cell, Qt::AlignCenter, point.why.isEmpty() ? QString() : QStringLiteral("–"));
            continue;
        }
        const double share = most > least ? (*point.value - least) / (most - least) : 1;
        painter.fillRect(cell, Theme::tintUnderWords(Role::draft, palest + share * (darkest - palest)));
        const bool isBest = i == m_drawing.best;
        if (isBest || i == chosen()) {
            painter.setPen(QPen(Theme::color(Role::text), isBest ? 2 : 1.5, isBest ? Qt::SolidLine : Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(cell.adjusted(1, 1, -1, -1));
        }
    }
}

// --- what people do

void SweepView::mousePressEvent(QMouseEvent* event)
{
    if (const int point = pointAt(event->position()); event->button() == Qt::LeftButton && point >= 0) {
        choose(point);
        emit pointChosen(point);
    }
}

void SweepView::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    const int count = itemCount(), columns = m_drawing.columns();
    if (!key || *key == ItemKey::menu || *key == ItemKey::activate || count == 0) {
        DrawnView::keyPressEvent(event);
        return;
    }
    int next = std::max(0, chosen());
    if (m_drawing.axes.size() == 2 && (*key == ItemKey::up || *key == ItemKey::down)) {
        const int moved = next + (*key == ItemKey::up ? columns : -columns);
        next = moved >= 0 && moved < count ? moved : next;
    } else {
        next = movedBy(*key, next, count, columns);
    }
    choose(next);
    emit pointChosen(next);
}

QString SweepView::toolTipAt(QPoint position) const
{
    const int point = pointAt(position);
    return point < 0 ? QString() : sentenceOf(point);
}

QSize SweepView::sizeHint() const
{
    return {int(40 * lineHeight()), int(14 * lineHeight())};
}

QSize SweepView::minimumSizeHint() const
{
    return {int(16 * lineHeight()), int(9 * lineHeight())};
}

} // namespace draftscope
