// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/speed_view.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "widgets/style/axis.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/metric_words.h"
#include "widgets/words/phases.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr SpeedView::Bar allBars[] = {SpeedView::plain, SpeedView::measured, SpeedView::expected};

QString nameOf(SpeedView::Bar bar)
{
    return bar == SpeedView::plain   ? SpeedView::tr("plain decoding")
        : bar == SpeedView::measured ? SpeedView::tr("measured")
                                     : SpeedView::tr("expected");
}

/// Full for what was measured, hatched in a frame for what a formula says.
void fill(QPainter& painter, const QRectF& rect, SpeedView::Bar bar)
{
    if (bar != SpeedView::expected) {
        painter.fillRect(rect,
                         bar == SpeedView::plain ? Theme::color(Role::notJudged) : Theme::tint(Role::accepted, 0.62));
        return;
    }
    painter.fillRect(rect, Theme::tint(Role::target, 0.12));
    painter.fillRect(rect, QBrush(Theme::tint(Role::target, 0.6), Qt::BDiagPattern));
    painter.setPen(QPen(Theme::color(Role::target), 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace

SpeedView::SpeedView(QWidget* parent) : DrawnView(parent)
{
    setAccessibleName(tr("Speed-up"));
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_OpaquePaintEvent); // what lies behind it is not painted
    describe();
}

void SpeedView::setFigures(const SpeedFigures& figures, const QString& mark)
{
    m_figures = figures;
    m_mark = mark;
    describe();
    update();
}

std::optional<double> SpeedView::valueOf(Bar bar) const
{
    return bar == plain   ? (m_figures.plainTokensPerSecond ? std::optional(1.0) : std::nullopt)
        : bar == measured ? m_figures.speed.measuredSpeedUp
                          : m_figures.speed.predictedSpeedUp;
}

QString SpeedView::sentenceOf(Bar bar) const
{
    if (bar == plain)
        return m_figures.plainTokensPerSecond
            ? tr("Plain decoding of the same prompt: %1 tokens/s, measured over %2 rounds.")
                  .arg(grouped(qRound(*m_figures.plainTokensPerSecond)), QString::number(m_figures.plainRounds))
            : m_figures.whyNone;
    if (bar == measured)
        return draftscope::sentenceOf(m_figures);
    return m_figures.speed.predictedSpeedUp ? formulaOf(m_figures) + QLatin1Char('.')
        : m_figures.whyNone.isEmpty()       ? tr("Nothing has been drafted yet.")
                                            : m_figures.whyNone;
}

// --- where things are

double SpeedView::largest() const
{
    double largest = 1.5;
    for (const Bar bar : allBars)
        largest = std::max(largest, valueOf(bar).value_or(0));
    if (const auto& interval = m_figures.speed.speedUpInterval)
        largest = std::max(largest, interval->upper);
    return largest;
}

/// How wide they are.
double SpeedView::wordsBehind(Bar bar) const
{
    const auto& interval = m_figures.speed.speedUpInterval;
    return QFontMetricsF(Theme::font(1.1, bar == measured)).horizontalAdvance(timesText(valueOf(bar)) + m_mark)
        + (bar == measured && interval
               ? Theme::smallMetrics().horizontalAdvance(QStringLiteral("  ") + intervalText(*interval))
               : 0);
}

QRectF SpeedView::plot() const
{
    const QFontMetricsF metrics(Theme::font());
    double names = 0;
    for (const Bar bar : allBars)
        names = std::max(names, metrics.horizontalAdvance(nameOf(bar)));
    const double line = Theme::smallMetrics().height(), left = 12 + names + 10;
    double figures = QFontMetricsF(Theme::font(1.1, true)).horizontalAdvance(QStringLiteral("00.00 ×*")) + 14;
    if (m_figures.speed.speedUpInterval)
        figures = std::max(figures, wordsBehind(measured) + 14);
    return {QPointF(left, 0.5 * line), QPointF(std::max(left + 20, width() - figures - 12), height() - 1.6 * line)};
}

double SpeedView::xOf(double factor) const
{
    return plot().left() + factor / largest() * plot().width();
}

QRectF SpeedView::rowRect(Bar bar) const
{
    const QRectF plot = this->plot();
    return {4, plot.top() + int(bar) * plot.height() / bars, width() - 8.0, plot.height() / bars};
}

QRectF SpeedView::barRect(Bar bar) const
{
    const auto value = valueOf(bar);
    if (!value)
        return {};
    const QRectF row = rowRect(bar);
    const double height = std::round(std::min(0.66 * row.height(), 2.2 * Theme::smallMetrics().height()));
    const double left = std::round(plot().left());
    return {left, std::round(row.center().y() - height / 2), std::max(1.0, std::round(xOf(*value)) - left), height};
}

// --- painting

void SpeedView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::color(Role::surface));
    const auto isKnown = [this](Bar bar) { return valueOf(bar).has_value(); };
    if (std::none_of(std::begin(allBars), std::end(allBars), isKnown)) {
        paintNothing(painter, rect(), m_figures.whyNone);
        return;
    }
    paintAxis(painter);
    for (const Bar bar : allBars)
        if (valueOf(bar))
            fill(painter, barRect(bar), bar);
    // Over the bars, so that what is slower is seen to be.
    const double one = std::round(xOf(1)) + 0.5;
    painter.setPen(QPen(Theme::color(Role::text), 1, Qt::DotLine));
    painter.drawLine(QPointF(one, plot().top()), QPointF(one, plot().bottom()));
    for (const Bar bar : allBars)
        paintWords(painter, bar);
    if (hasFocus() && current() >= 0)
        paintFocus(painter, rowRect(Bar(current())), 3);
}

void SpeedView::paintAxis(QPainter& painter) const
{
    const QRectF plot = this->plot();
    const QFontMetricsF metrics = Theme::smallMetrics();
    const double wide = metrics.horizontalAdvance(QStringLiteral("00.0 ×")) + 10;
    const double step = axisStep(wide * largest() / plot.width());
    painter.setFont(Theme::smallFont());
    for (int i = 0; i * step <= largest() + 1e-9; ++i) {
        const double x = std::round(xOf(i * step)) + 0.5;
        painter.setPen(Theme::color(Role::line));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(x - wide, plot.bottom() + 0.15 * metrics.height(), 2 * wide, metrics.height()),
                         Qt::AlignCenter, QStringLiteral("%1 ×").arg(decimal(i * step, 'g', 3)));
    }
}

void SpeedView::paintWords(QPainter& painter, Bar bar) const
{
    const QRectF row = rowRect(bar), plot = this->plot();
    QFont font = Theme::font(1, bar == measured);
    font.setItalic(bar == expected); // what a formula says does not look like what was measured
    painter.setFont(font);
    painter.setPen(Theme::color(bar == measured ? Role::text : Role::muted));
    painter.drawText(QRectF(0, row.top(), plot.left() - 10, row.height()), Qt::AlignRight | Qt::AlignVCenter,
                     nameOf(bar));
    const auto value = valueOf(bar);
    font = Theme::font(1.1, bar == measured);
    font.setItalic(bar == expected);
    painter.setFont(font);
    const QString words = timesText(value) + (value && bar != plain ? m_mark : QString());
    const QFontMetricsF metrics(font);
    const auto ends = m_figures.speed.speedUpInterval;
    const double end =
        bar == measured && ends ? std::max(barRect(bar).right(), xOf(ends->upper)) : barRect(bar).right();
    const QRectF figure(value ? end + 6 : plot.left() + 6, row.center().y() - metrics.height() / 2,
                        metrics.horizontalAdvance(words) + 4, metrics.height());
    painter.fillRect(figure, Theme::color(Role::surface)); // so that lines behind it do not cross it
    painter.drawText(figure, Qt::AlignCenter, words);
    const auto& interval = m_figures.speed.speedUpInterval;
    if (bar != measured || !value || !interval)
        return;
    const QString reach = intervalText(*interval);
    const QRectF beside(figure.right() + 4, figure.top(), Theme::smallMetrics().horizontalAdvance(reach) + 6,
                        figure.height());
    painter.fillRect(beside, Theme::color(Role::surface));
    painter.setFont(Theme::smallFont());
    painter.setPen(Theme::color(Role::muted));
    painter.drawText(beside, Qt::AlignLeft | Qt::AlignVCenter, reach);
    paintInterval(painter, *interval);
}

/// A line from end to end over the end of the bar, with a stroke at each.
void SpeedView::paintInterval(QPainter& painter, const Interval& interval) const
{
    const double y = barRect(measured).center().y(), height = 0.3 * barRect(measured).height();
    const double from = xOf(interval.lower), to = xOf(interval.upper);
    painter.setPen(QPen(Theme::color(Role::text), 1.4));
    painter.drawLine(QPointF(from, y), QPointF(to, y));
    for (const double x : {from, to})
        painter.drawLine(QPointF(x, y - height / 2), QPointF(x, y + height / 2));
}

// --- what people do

int SpeedView::itemCount() const
{
    return bars;
}

int SpeedView::itemsOfPage() const
{
    return bars;
}

QString SpeedView::toolTipAt(QPoint position) const
{
    for (const Bar bar : allBars)
        if (rowRect(bar).contains(position)) {
            const std::string_view metric = bar == plain ? std::string_view("tokens per second")
                : bar == measured                        ? std::string_view("measured speed-up")
                                                         : std::string_view("predicted speed-up");
            return sentenceOf(bar) + QLatin1Char('\n') + definitionOf(metric);
        }
    return {};
}

QString SpeedView::spokenWords() const
{
    return sentenceOf(hasFocus() && current() >= 0 ? Bar(current()) : measured);
}

QSize SpeedView::sizeHint() const
{
    const int line = int(Theme::smallMetrics().height());
    return {line * 24, line * 9};
}

QSize SpeedView::minimumSizeHint() const
{
    const int line = int(Theme::smallMetrics().height());
    return {line * 12, line * 5};
}

} // namespace draftscope
