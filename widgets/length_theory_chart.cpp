// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/length_theory_chart.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/axis.h"
#include "widgets/fitted_text.h"
#include "widgets/focus_ring.h"
#include "widgets/item_keys.h"
#include "widgets/phases.h"
#include "widgets/speed_figures.h"
#include "widgets/theme.h"

namespace draftscope {

namespace {

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

/// Words above a point, on whichever side of it there is room.
void paintAbove(QPainter& painter, const QPointF& point, const QRectF& room, const QString& words)
{
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(words);
    const bool fits = point.x() + width <= room.right();
    const QRectF rect(fits ? point.x() : point.x() - width, std::max(room.top(), point.y() - metrics.height() - 7),
                      width, metrics.height());
    painter.fillRect(rect, Theme::color(Role::surface));
    painter.drawText(rect, Qt::AlignCenter | Qt::TextDontClip, words);
}

} // namespace

LengthTheoryChart::LengthTheoryChart(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Expected over K"));
    setFocusPolicy(Qt::TabFocus);
    describe();
}

void LengthTheoryChart::setTheory(const LengthTheory& theory)
{
    m_theory = theory;
    m_lengths = theory.lengths();
    m_current = std::min(m_current, int(m_lengths.size()) - 1);
    double highest = 1.5;
    for (const ExpectedLength& length : m_lengths) {
        highest = std::max(highest, length.tokens);
        if (theory.costs)
            highest = std::max(highest, length.speedUp);
    }
    m_top = 1.08 * std::max({highest, theory.expectedSpeedUp.value_or(0), theory.measuredSpeedUp.value_or(0)});
    describe();
    update();
}

// --- where things are

QRectF LengthTheoryChart::plot() const
{
    const double line = Theme::smallMetrics().height();
    const double left = Theme::smallMetrics().horizontalAdvance(QStringLiteral("10.5")) + 16;
    return {QPointF(left, 2 * line), QPointF(width() - 14, height() - 1.6 * line)};
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
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintLegend(painter);
    if (m_current >= 0 && hasFocus())
        paintFocus(painter, columnRect(m_current).adjusted(0, -2, 0, 2), 3);
}

void LengthTheoryChart::paintAxes(QPainter& painter) const
{
    const QRectF plot = this->plot();
    const QFontMetricsF metrics = Theme::smallMetrics();
    const double line = metrics.height();
    painter.setFont(Theme::smallFont());
    const double step = axisStep(1.6 * line * m_top / plot.height());
    for (int i = 0; i * step <= m_top; ++i) {
        const double y = std::round(pointOf(0, i * step).y()) + 0.5;
        painter.setPen(Theme::color(Role::line));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(0, y - line / 2, plot.left() - 8, line), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(i * step, 'g', 3));
    }
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
        const bool isMeasured = m_theory.costs->isMeasured(length.draftLength + 1);
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

/// What was measured is a full diamond: no formula says it. What is expected of the run is an open one; at a rate that is tried
/// nothing is said of it.
void LengthTheoryChart::paintRun(QPainter& painter) const
{
    if (m_theory.runLength && m_theory.expectedSpeedUp && !m_theory.isTried) {
        painter.setPen(QPen(Theme::color(Role::target), 1.5));
        painter.setBrush(Theme::color(Role::surface));
        paintDiamond(painter, pointOf(*m_theory.runLength, *m_theory.expectedSpeedUp), 5);
    }
    if (!m_theory.runLength || !m_theory.measuredSpeedUp)
        return;
    const QPointF point = pointOf(*m_theory.runLength, *m_theory.measuredSpeedUp);
    painter.setFont(Theme::font(0.85, true));
    painter.setPen(Theme::color(Role::accepted));
    paintAbove(painter, point, plot(), tr("this run, measured %1").arg(timesText(m_theory.measuredSpeedUp)));
    painter.setPen(QPen(Theme::color(Role::surface), 1));
    painter.setBrush(Theme::color(Role::accepted));
    paintDiamond(painter, point, 6);
}

// --- what people do

bool LengthTheoryChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const ExpectedLength& length : m_lengths)
        if (columnRect(length.draftLength).contains(help->pos())) {
            QToolTip::showText(help->globalPos(), sentenceOf(m_theory, length), this);
            return true;
        }
    QToolTip::hideText();
    return true;
}

void LengthTheoryChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    update();
}

void LengthTheoryChart::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    if (!key || *key == ItemKey::menu || *key == ItemKey::activate || m_lengths.empty())
        QWidget::keyPressEvent(event);
    else
        setCurrent(movedBy(*key, std::max(0, m_current), int(m_lengths.size()), 8));
}

void LengthTheoryChart::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    if (m_current < 0)
        setCurrent(0);
}

void LengthTheoryChart::setCurrent(int index)
{
    m_current = std::clamp(index, -1, int(m_lengths.size()) - 1);
    describe();
    update();
}

void LengthTheoryChart::describe()
{
    setAccessibleDescription(m_current < 0 || m_lengths.empty()
                                 ? sentenceOf(m_theory)
                                 : sentenceOf(m_theory, m_lengths[std::size_t(m_current)]));
}

QSize LengthTheoryChart::sizeHint() const
{
    const int line = int(Theme::smallMetrics().height());
    return {line * 24, line * 10};
}

QSize LengthTheoryChart::minimumSizeHint() const
{
    const int line = int(Theme::smallMetrics().height());
    return {line * 12, line * 5};
}

} // namespace draftscope
