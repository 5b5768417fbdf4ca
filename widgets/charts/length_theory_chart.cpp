// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/length_theory_chart.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "widgets/style/axis.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/lane_style.h"
#include "widgets/style/number_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/phases.h"
#include "widgets/words/speed_figures.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr double stripInLines = 2.8;      ///< the strip of acceptance rates with its words
constexpr double leastLinesForStrip = 11; ///< of the chart: below that it has none

QPen tokensPen()
{
    return QPen(Theme::color(Role::muted), 1.5, Qt::DashLine);
}

QPen speedUpPen()
{
    return QPen(Theme::color(Role::target), 2);
}

void paintDiamond(QPainter& painter, const QPointF& at, double size)
{
    painter.drawPolygon(
        QPolygonF{{at - QPointF(0, size), at + QPointF(size, 0), at + QPointF(0, size), at - QPointF(size, 0)}});
}

/// Words above a point, moved aside where the drawing ends.
void paintAbove(QPainter& painter, const QPointF& point, const QRectF& room, const QString& words)
{
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(words);
    const double x = std::clamp(point.x(), room.left(), std::max(room.left(), room.right() - width));
    const QRectF rect(x, std::max(room.top(), point.y() - metrics.height() - 7), width, metrics.height());
    painter.fillRect(rect, Theme::color(Role::surface));
    painter.drawText(rect, Qt::AlignCenter | Qt::TextDontClip, words);
}

} // namespace

LengthTheoryChart::LengthTheoryChart(QWidget* parent) : DrawnView(parent)
{
    setAccessibleName(tr("Expected over K"));
    setFocusPolicy(Qt::TabFocus);
    describe();
}

void LengthTheoryChart::setTheory(const LengthTheory& theory)
{
    m_theory = theory;
    m_lengths = theory.lengths();
    m_leastUseful = theory.leastUseful();
    double highest = 1.5;
    for (const ExpectedLength& length : m_lengths) {
        highest = std::max(highest, length.tokens);
        if (theory.costs)
            highest = std::max(highest, length.speedUp);
    }
    for (const LengthTheory::LanePoint& lane : theory.lanes)
        highest = std::max(highest, lane.measuredSpeedUp.value_or(0));
    m_top = 1.08 * std::max({highest, theory.expectedSpeedUp.value_or(0), theory.measuredSpeedUp.value_or(0)});
    itemsChanged();
}

// --- where things are

QRectF LengthTheoryChart::plot() const
{
    const double line = Theme::smallMetrics().height();
    const double left = Theme::smallMetrics().horizontalAdvance(QStringLiteral("10.5")) + 16;
    const double below = hasStrip() ? 1.6 + stripInLines : 1.6;
    return {QPointF(left, 2 * line), QPointF(width() - 14, height() - below * line)};
}

bool LengthTheoryChart::hasStrip() const
{
    return m_theory.costs && !m_lengths.empty() && height() >= leastLinesForStrip * Theme::smallMetrics().height();
}

QRectF LengthTheoryChart::acceptanceStrip() const
{
    if (!hasStrip())
        return {};
    const QRectF plot = this->plot();
    const double line = Theme::smallMetrics().height();
    return {plot.left(), height() - 1.8 * line, plot.width(), 0.45 * line};
}

double LengthTheoryChart::xOfAcceptance(double acceptance) const
{
    const QRectF strip = acceptanceStrip();
    return strip.left() + std::clamp(acceptance, 0.0, 1.0) * strip.width();
}

QPointF LengthTheoryChart::pointOf(double draftLength, double value) const
{
    const QRectF plot = this->plot();
    const double columns = std::max<double>(1, double(m_lengths.size()));
    return {plot.left() + (draftLength + 0.5) * plot.width() / columns, plot.bottom() - value / m_top * plot.height()};
}

QRectF LengthTheoryChart::columnRect(int draftLength) const
{
    const QRectF plot = this->plot();
    const double width = plot.width() / std::max<double>(1, double(m_lengths.size()));
    return {plot.left() + draftLength * width, plot.top(), width, plot.height()};
}

// --- painting

void LengthTheoryChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::color(Role::surface));
    if (m_lengths.empty()) {
        paintNothing(painter, rect(), sentenceOf(m_theory));
        return;
    }
    paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    paintLines(painter);
    if (m_theory.costs)
        paintBest(painter);
    paintRun(painter);
    paintLanes(painter);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintAcceptance(painter);
    paintLegend(painter);
    if (current() >= 0 && hasFocus())
        paintFocus(painter, columnRect(current()).adjusted(0, -2, 0, 2), 3);
}

void LengthTheoryChart::paintAxes(QPainter& painter) const
{
    const QRectF plot = this->plot();
    const QFontMetricsF metrics = Theme::smallMetrics();
    const double line = metrics.height();
    paintValueAxis(painter, plot, m_top, axisStep(1.6 * line * m_top / plot.height()),
                   [](double value) { return decimal(value, 'g', 3); });
    const double widest = metrics.horizontalAdvance(QStringLiteral("K 00")) + 8;
    const int every = std::max(1, int(std::ceil(widest / columnRect(0).width())));
    for (int k = 0; k < int(m_lengths.size()); k += every)
        painter.drawText(QRectF(columnRect(k).center().x() - widest, plot.bottom() + 0.2 * line, 2 * widest, line),
                         Qt::AlignCenter, k == 0 ? tr("K 0") : QString::number(k));
    const double one = std::round(pointOf(0, 1).y()) + 0.5;
    painter.setPen(QPen(Theme::color(Role::text), 1, Qt::DotLine));
    painter.drawLine(QPointF(plot.left(), one), QPointF(plot.right(), one));
}

/// What does not fit is left out: the tool tips say the same.
void LengthTheoryChart::paintLegend(QPainter& painter) const
{
    const QFontMetricsF metrics = Theme::smallMetrics();
    const double line = metrics.height(), sample = 1.6 * line;
    painter.setFont(Theme::smallFont());
    double x = plot().left();
    const auto say = [&](const QString& words, const auto& paintSample) {
        const double end = x + sample + 6 + metrics.horizontalAdvance(words);
        if (end > width())
            return;
        painter.setRenderHint(QPainter::Antialiasing);
        paintSample(QPointF(x, 0.8 * line));
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(x + sample + 6, 0.2 * line, width(), 1.2 * line), Qt::AlignLeft | Qt::AlignVCenter,
                         words);
        x = end + line;
    };
    const auto stroke = [&](const QPen& pen) {
        return [&painter, pen, sample](const QPointF& at) {
            painter.setPen(pen);
            painter.drawLine(at, at + QPointF(sample, 0));
        };
    };
    if (m_theory.costs)
        say(tr("speed-up (expected)"), stroke(speedUpPen()));
    say(tr("tokens a round (expected)"), stroke(tokensPen()));
    say(tr("plain decoding"), stroke(QPen(Theme::color(Role::text), 1, Qt::DotLine)));
}

/// A point is full where v of its rows was measured.
void LengthTheoryChart::paintLines(QPainter& painter) const
{
    const auto lineOf = [this](double ExpectedLength::*value) {
        QPolygonF line;
        for (const ExpectedLength& length : m_lengths)
            line << pointOf(length.draftLength, length.*value);
        return line;
    };
    painter.setBrush(Qt::NoBrush);
    painter.setPen(tokensPen());
    painter.drawPolyline(lineOf(&ExpectedLength::tokens));
    if (!m_theory.costs)
        return;
    painter.setPen(speedUpPen());
    painter.drawPolyline(lineOf(&ExpectedLength::speedUp));
    for (const ExpectedLength& length : m_lengths) {
        const bool isMeasured = !m_theory.isVerifyTried && m_theory.costs->isMeasured(length.draftLength + 1);
        painter.setPen(QPen(Theme::color(Role::target), 1.5));
        painter.setBrush(Theme::color(isMeasured ? Role::target : Role::surface));
        painter.drawEllipse(pointOf(length.draftLength, length.speedUp), 2.8, 2.8);
    }
}

void LengthTheoryChart::paintBest(QPainter& painter) const
{
    const ExpectedLength best = bestLength(m_lengths);
    const QPointF point = pointOf(best.draftLength, best.speedUp);
    painter.setPen(QPen(Theme::color(Role::target), 1));
    painter.drawLine(point, QPointF(point.x(), plot().bottom()));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Theme::color(Role::target), 1.5));
    painter.drawEllipse(point, 6, 6);
    painter.setFont(Theme::font(0.85, true));
    const QString words = (best.speedUp > 1 ? tr("best: K %1") : tr("closest: K %1")).arg(best.draftLength);
    const QFontMetricsF metrics(painter.font());
    const QRectF rect(point.x() + 4, plot().bottom() - metrics.height() - 1, metrics.horizontalAdvance(words) + 4,
                      metrics.height());
    painter.fillRect(rect, Theme::color(Role::surface));
    painter.drawText(rect, Qt::AlignCenter, words);
}

/// What was measured is a full diamond: no formula says it. What is expected of the run is an open one; at a rate that
/// is tried nothing is said of it.
void LengthTheoryChart::paintRun(QPainter& painter) const
{
    if (m_theory.runLength && m_theory.expectedSpeedUp && !m_theory.isTried) {
        painter.setPen(QPen(Theme::color(Role::target), 1.5));
        painter.setBrush(Theme::color(Role::surface));
        paintDiamond(painter, pointOf(*m_theory.runLength, *m_theory.expectedSpeedUp), 5);
    }
    if (!m_theory.runLength || !m_theory.measuredSpeedUp || !m_theory.lanes.empty())
        return;
    const QPointF point = pointOf(*m_theory.runLength, *m_theory.measuredSpeedUp);
    painter.setFont(Theme::font(0.85, true));
    painter.setPen(Theme::color(Role::accepted));
    paintAbove(painter, point, plot(), tr("this run, measured %1").arg(timesText(m_theory.measuredSpeedUp)));
    painter.setPen(QPen(Theme::color(Role::surface), 1));
    painter.setBrush(Theme::color(Role::accepted));
    paintDiamond(painter, point, 6);
}

/// Each as it looks everywhere, with its number; numbers beside each other make way.
void LengthTheoryChart::paintLanes(QPainter& painter) const
{
    painter.setFont(Theme::font(0.85, true));
    const double line = Theme::smallMetrics().height();
    std::vector<QRectF> taken;
    for (const LengthTheory::LanePoint& lane : m_theory.lanes) {
        if (!lane.measuredSpeedUp)
            continue;
        const QPointF point = pointOf(lane.draftLength.value_or(0), *lane.measuredSpeedUp);
        const QString words =
            lane.name.section(QLatin1Char(' '), 0, 0) + QLatin1Char(' ') + timesText(lane.measuredSpeedUp);
        const double wide = QFontMetricsF(painter.font()).horizontalAdvance(words);
        const bool fits = point.x() + 10 + wide <= plot().right();
        QRectF rect(fits ? point.x() + 8 : point.x() - 8 - wide, point.y() - line / 2, wide, line);
        while (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(rect); })
               && rect.top() > plot().top())
            rect.translate(0, -line);
        taken.push_back(rect);
        painter.fillRect(rect, Theme::color(Role::surface));
        painter.setPen(Theme::color(Role::text));
        painter.drawText(rect, Qt::AlignCenter | Qt::TextDontClip, words);
        paintLaneSwatch(painter, QRectF(point.x() - 7, point.y() - 7, 14, 14), lane.look);
    }
}

/// α from 0 to 1: hatched where drafting does not pay, and cut where it begins to; the run's own α, or the lanes', as
/// marks.
void LengthTheoryChart::paintAcceptance(QPainter& painter) const
{
    const QRectF strip = acceptanceStrip();
    if (strip.isEmpty())
        return;
    const double line = Theme::smallMetrics().height();
    const double cut = m_leastUseful ? std::round(xOfAcceptance(*m_leastUseful)) : strip.right();
    const QRectF hurts(strip.topLeft(), QPointF(cut, strip.bottom())),
        pays(QPointF(cut, strip.top()), strip.bottomRight());
    painter.fillRect(hurts, Theme::tint(Role::rejected, 0.15));
    painter.fillRect(hurts, QBrush(Theme::tint(Role::rejected, 0.6), Qt::BDiagPattern));
    painter.fillRect(pays, Theme::tint(Role::accepted, 0.3));
    painter.setFont(Theme::smallFont());
    painter.setPen(Theme::color(Role::muted));
    painter.drawText(QRectF(0, strip.center().y() - line / 2, strip.left() - 8, line),
                     Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("α"));
    painter.setPen(QPen(Theme::color(Role::text), 1.5));
    if (m_leastUseful)
        painter.drawLine(QPointF(cut, strip.top() - 4), QPointF(cut, strip.bottom() + 2));
    const QString words = m_leastUseful ? tr("pays from α %1 on").arg(number(m_leastUseful)) : tr("never pays");
    const double wide = Theme::smallMetrics().horizontalAdvance(words);
    const double left = std::clamp(cut - wide / 2, strip.left(), strip.right() - wide);
    painter.setPen(Theme::color(Role::text));
    painter.drawText(QRectF(left, strip.bottom() + 2, wide + 2, line), Qt::AlignLeft | Qt::AlignTop, words);
    painter.setPen(Theme::color(Role::muted));
    for (const auto& [value, end] :
         {std::pair{strip.left(), QStringLiteral("0")}, {strip.right(), QStringLiteral("1")}})
        if (std::abs(value - left) > 2 * line && std::abs(value - left - wide) > 2 * line)
            painter.drawText(QRectF(value - 20, strip.bottom() + 2, 40, line), Qt::AlignHCenter | Qt::AlignTop, end);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const LengthTheory::LanePoint& lane : m_theory.lanes)
        if (lane.acceptance)
            paintLaneSwatch(painter, QRectF(xOfAcceptance(*lane.acceptance) - 6, strip.center().y() - 6, 12, 12),
                            lane.look);
    if (m_theory.lanes.empty() || m_theory.isTried) {
        const QPointF at(xOfAcceptance(*m_theory.acceptance), strip.top());
        painter.setPen(QPen(Theme::color(Role::surface), 1));
        painter.setBrush(Theme::color(Role::text));
        painter.drawPolygon(QPolygonF{at + QPointF(0, 3), at + QPointF(-5, -6), at + QPointF(5, -6)});
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

// --- what people do

int LengthTheoryChart::itemCount() const
{
    return int(m_lengths.size());
}

QString LengthTheoryChart::toolTipAt(QPoint position) const
{
    QStringList lines;
    if (acceptanceStrip().adjusted(0, -8, 0, 1.1 * Theme::smallMetrics().height()).contains(position)) {
        lines << thresholdOf(m_theory);
        for (const LengthTheory::LanePoint& lane : m_theory.lanes)
            lines << sentenceOf(lane);
        return lines.join(QLatin1Char('\n'));
    }
    for (const ExpectedLength& length : m_lengths) {
        if (!columnRect(length.draftLength).contains(position))
            continue;
        lines << sentenceOf(m_theory, length);
        for (const LengthTheory::LanePoint& lane : m_theory.lanes)
            if (lane.measuredSpeedUp && std::lround(lane.draftLength.value_or(0)) == length.draftLength)
                lines << sentenceOf(lane);
        break;
    }
    return lines.join(QLatin1Char('\n'));
}

QString LengthTheoryChart::spokenWords() const
{
    if (current() >= 0)
        return sentenceOf(m_theory, m_lengths[std::size_t(current())]);
    QStringList parts{summaryOf(m_theory)};
    for (const LengthTheory::LanePoint& lane : m_theory.lanes)
        parts << sentenceOf(lane);
    return parts.join(QLatin1Char(' '));
}

QSize LengthTheoryChart::sizeHint() const
{
    const int line = int(Theme::smallMetrics().height());
    return {line * 24, line * 14};
}

QSize LengthTheoryChart::minimumSizeHint() const
{
    const int line = int(Theme::smallMetrics().height());
    return {line * 12, line * 5};
}

} // namespace draftscope
