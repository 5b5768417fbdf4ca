// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/acceptance_chart.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "widgets/style/axis.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/number_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr double widestColumn = 90;

/// Full for survival; hatched in a frame for conditional acceptance, so that the two differ without their places.
void fill(QPainter& painter, const QRectF& rect, bool isConditional)
{
    if (!isConditional) {
        painter.fillRect(rect, Theme::tint(Role::accepted, 0.62));
        return;
    }
    painter.fillRect(rect, Theme::tint(Role::accepted, 0.14));
    painter.fillRect(rect, QBrush(Theme::tint(Role::accepted, 0.6), Qt::BDiagPattern));
    painter.setPen(QPen(Theme::tint(Role::accepted, 0.8), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

QString nothingYet()
{
    return AcceptanceChart::tr("Nothing has been drafted and judged yet.");
}

} // namespace

std::vector<AcceptanceBar> acceptanceBarsOf(const Metrics& metrics, bool isChain)
{
    std::vector<AcceptanceBar> bars;
    for (int depth = 1; depth <= metrics.maxDepth(); ++depth) {
        AcceptanceBar bar{
            depth, metrics.atDepth(depth), metrics.survivalAt(depth), metrics.conditionalAcceptanceAt(depth), {}};
        if (const auto rate = metrics.acceptanceRate(); rate && isChain)
            bar.expected = std::pow(*rate, depth);
        bars.push_back(bar);
    }
    return bars;
}

QString sentenceOf(const AcceptanceBar& bar)
{
    const DepthCounts& counts = bar.counts;
    QString sentence =
        AcceptanceChart::tr(
            "Position %1: survival %2 (accepted in %3 of %4 rounds that drafted it), conditional acceptance %5 "
            "(%3 of %6 judged).")
            .arg(QString::number(bar.depth), number(bar.survival), QString::number(counts.accepted),
                 QString::number(counts.drafted), number(bar.conditional), QString::number(counts.judged));
    if (bar.expected)
        sentence += QLatin1Char(' ') + AcceptanceChart::tr("Expected at α̂: %1.").arg(number(bar.expected));
    return sentence;
}

AcceptanceChart::AcceptanceChart(QWidget* parent) : DrawnView(parent)
{
    setAccessibleName(tr("Acceptance by position"));
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_OpaquePaintEvent); // what lies behind it is not painted
    describe();
}

void AcceptanceChart::setBars(std::vector<AcceptanceBar> bars)
{
    if (bars == m_bars)
        return;
    m_bars = std::move(bars);
    itemsChanged();
}

// --- where things are

QRectF AcceptanceChart::plot() const
{
    const double line = Theme::smallMetrics().height();
    const double left = Theme::smallMetrics().horizontalAdvance(QStringLiteral("0.75")) + 18;
    const bool isHigh = height() > 10 * line;
    return QRectF(QPointF(left, 2.9 * line), QPointF(width() - 12, height() - (isHigh ? 2.7 : 1.5) * line));
}

double AcceptanceChart::yOf(double value) const
{
    const QRectF plot = this->plot();
    return plot.bottom() - value * plot.height();
}

QRectF AcceptanceChart::columnRect(int index) const
{
    const QRectF plot = this->plot();
    const double width = std::min(widestColumn, plot.width() / double(std::max<std::size_t>(1, m_bars.size())));
    return {plot.left() + index * width, plot.top(), width, plot.height()};
}

QRectF AcceptanceChart::barRect(int index, std::optional<double> value, bool isConditional) const
{
    const QRectF column = columnRect(index);
    const double width = std::max(1.0, std::floor(0.38 * column.width()));
    const double left = std::round(column.left() + 0.1 * column.width()) + (isConditional ? width + 1 : 0);
    const double top = std::round(yOf(value.value_or(0)));
    return {left, top, width, std::round(column.bottom()) - top};
}

// --- painting

void AcceptanceChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::color(Role::surface));
    if (m_bars.empty()) {
        paintNothing(painter, rect(), nothingYet());
        return;
    }
    paintAxes(painter);
    for (int i = 0; i < int(m_bars.size()); ++i)
        paintBars(painter, i);
    const QPolygonF expected = expectedLine();
    paintExpected(painter, expected);
    for (int i = 0; i < int(m_bars.size()); ++i)
        paintValues(painter, i);
    paintDots(painter, expected);
    paintLegend(painter);
    if (current() >= 0 && hasFocus())
        paintFocus(painter, columnRect(current()).adjusted(0, -2, 0, 2), 3);
}

void AcceptanceChart::paintAxes(QPainter& painter) const
{
    const QRectF plot = this->plot();
    const double line = Theme::smallMetrics().height();
    paintValueAxis(painter, plot, 1, plot.height() > 6 * line ? 0.25 : 0.5,
                   [](double value) { return decimal(value, 'g', 3); });
    const double widest = Theme::smallMetrics().horizontalAdvance(QString::number(m_bars.size())) + 6;
    const int every = std::max(1, int(std::ceil(widest / columnRect(0).width())));
    for (int i = 0; i < int(m_bars.size()); ++i)
        if (i % every == 0)
            painter.drawText(QRectF(columnRect(i).center().x() - widest, plot.bottom() + 0.2 * line, 2 * widest, line),
                             Qt::AlignCenter, QString::number(i + 1));
    if (height() - plot.bottom() > 2.4 * line)
        painter.drawText(QRectF(plot.left(), plot.bottom() + 1.3 * line,
                                columnRect(int(m_bars.size()) - 1).right() - plot.left(), line),
                         Qt::AlignCenter, tr("position in the draft"));
}

/// What does not fit is left out: the tool tips say the same.
void AcceptanceChart::paintLegend(QPainter& painter) const
{
    const QFontMetricsF metrics = Theme::smallMetrics();
    const double line = metrics.height(), size = std::round(0.8 * line), y = std::round(0.45 * line);
    painter.setFont(Theme::smallFont());
    double x = plot().left();
    const auto say = [&](const QString& words, double sampleWidth, const auto& paintSample) {
        const double end = x + sampleWidth + metrics.horizontalAdvance(words);
        if (end > width())
            return;
        paintSample();
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(x + sampleWidth, y + size / 2 - line, width(), 2 * line),
                         Qt::AlignLeft | Qt::AlignVCenter, words);
        x = end + 1.2 * line;
    };
    say(tr("survival (measured)"), size + 5, [&] { fill(painter, {x, y, size, size}, false); });
    say(tr("conditional acceptance (measured)"), size + 5, [&] { fill(painter, {x, y, size, size}, true); });
    if (m_bars.front().expected)
        say(tr("survival expected at α̂"), 1.6 * line + 9, [&] {
            painter.setPen(QPen(Theme::color(Role::target), 1.5, Qt::DashLine));
            painter.drawLine(QPointF(x, y + size / 2), QPointF(x + 1.6 * line, y + size / 2));
        });
}

void AcceptanceChart::paintBars(QPainter& painter, int index) const
{
    const AcceptanceBar& bar = m_bars[std::size_t(index)];
    for (const bool isConditional : {false, true})
        if (const auto value = isConditional ? bar.conditional : bar.survival)
            fill(painter, barRect(index, value, isConditional), isConditional);
}

/// Above the bars, on grounds as wide as their bars, so that the line of what is expected does not cross them.
void AcceptanceChart::paintValues(QPainter& painter, int index) const
{
    const AcceptanceBar& bar = m_bars[std::size_t(index)];
    const QFontMetricsF metrics = Theme::smallMetrics();
    std::vector<std::pair<QRectF, QString>> values;
    for (const bool isConditional : {false, true}) {
        const auto value = isConditional ? bar.conditional : bar.survival;
        const QRectF rect = barRect(index, value, isConditional);
        if (const QString words = number(value); metrics.horizontalAdvance(words) <= rect.width() + 4)
            values.emplace_back(QRectF(rect.left(), rect.top() - metrics.height() - 1, rect.width(), metrics.height()),
                                words);
    }
    for (const auto& [place, words] : values)
        painter.fillRect(place, Theme::color(Role::surface));
    painter.setFont(Theme::smallFont());
    painter.setPen(Theme::color(Role::text));
    for (const auto& [place, words] : values)
        painter.drawText(place.adjusted(-10, 0, 10, 0), Qt::AlignCenter, words);
}

QPolygonF AcceptanceChart::expectedLine() const
{
    QPolygonF line;
    for (int i = 0; i < int(m_bars.size()); ++i)
        if (const auto expected = m_bars[std::size_t(i)].expected)
            line << QPointF(barRect(i, expected, false).center().x(), yOf(*expected));
    return line;
}

void AcceptanceChart::paintExpected(QPainter& painter, const QPolygonF& line) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::color(Role::target), 1.5, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Over the values, too: a dot that is hidden says nothing.
void AcceptanceChart::paintDots(QPainter& painter, const QPolygonF& line) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Theme::color(Role::target));
    painter.setPen(Qt::NoPen);
    for (const QPointF& point : line)
        painter.drawEllipse(point, 2.5, 2.5);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

// --- what people do

int AcceptanceChart::itemCount() const
{
    return int(m_bars.size());
}

QString AcceptanceChart::toolTipAt(QPoint position) const
{
    for (int i = 0; i < itemCount(); ++i)
        if (columnRect(i).contains(position))
            return sentenceOf(m_bars[std::size_t(i)]);
    return {};
}

QString AcceptanceChart::spokenWords() const
{
    return m_bars.empty() ? nothingYet() : sentenceOf(m_bars[std::size_t(std::max(0, current()))]);
}

QSize AcceptanceChart::sizeHint() const
{
    const int line = int(Theme::smallMetrics().height());
    return {line * 24, line * 12};
}

QSize AcceptanceChart::minimumSizeHint() const
{
    const int line = int(Theme::smallMetrics().height());
    return {line * 9, line * 5};
}

} // namespace draftscope
