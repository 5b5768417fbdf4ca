// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/drawn_bars_view.h"

#include <algorithm>
#include <cmath>

#include <QMouseEvent>
#include <QPainter>

#include "widgets/style/axis.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/number_text.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr double widestDrawnBar = 130;

QString percentText(double share)
{
    return decimal(100 * share, 'f', 1) + QStringLiteral(" %");
}

} // namespace

QString DrawnBars::sentenceOf(int bar) const
{
    return bar < 0 || bar >= count() ? QString() : sentenceOf(at(bar));
}

QString DrawnBars::sentenceOf(const Bar& bar) const
{
    return texts == 0
        ? DrawnBarsView::tr("%1: nothing drawn yet, exact %2.").arg(bar.label, percentText(bar.exact))
        : DrawnBarsView::tr("%1: drawn %2 (%3 of %4, interval %5 to %6), exact %7.")
              .arg(bar.label, percentText(double(bar.drawn) / texts), grouped(bar.drawn), grouped(texts),
                   percentText(bar.interval.lower), percentText(bar.interval.upper), percentText(bar.exact));
}

DrawnBarsView::DrawnBarsView(QWidget* parent) : DrawnView(parent)
{
    setObjectName(QStringLiteral("drawnBars"));
    setAccessibleName(tr("What was drawn, beside the exact distribution"));
    setFocusPolicy(Qt::TabFocus);
    describe();
}

void DrawnBarsView::setDrawing(DrawnBars drawing)
{
    m_drawing = std::move(drawing);
    itemsChanged();
}

void DrawnBarsView::setTop(double top)
{
    if (std::exchange(m_top, top) != top)
        update();
}

/// Intervals of few texts reach far up: they may be cut off, bars and lines not.
double DrawnBarsView::wantedTop() const
{
    double most = 0;
    for (int bar = 0; bar < m_drawing.count(); ++bar) {
        const DrawnBars::Bar& one = m_drawing.at(bar);
        most = std::max({most, one.exact, m_drawing.texts > 0 ? double(one.drawn) / m_drawing.texts : 0.0});
    }
    return std::min(1.0, axisTop(1.08 * most));
}

double DrawnBarsView::top() const
{
    return m_top > 0 ? m_top : wantedTop();
}

// --- where things are

bool DrawnBarsView::isUpright() const
{
    const QFontMetricsF metrics(Theme::tokenFont(0.92));
    const double room = (width() - 60.0) / std::max(1, m_drawing.count());
    for (int bar = 0; bar < m_drawing.count(); ++bar)
        if (metrics.horizontalAdvance(m_drawing.at(bar).label) > room - 4)
            return true;
    return false;
}

double DrawnBarsView::labelsHeight() const
{
    const QFontMetricsF metrics(Theme::tokenFont(0.92));
    if (!isUpright())
        return 1.6 * metrics.height();
    double longest = 0;
    for (int bar = 0; bar < m_drawing.count(); ++bar)
        longest = std::max(longest, metrics.horizontalAdvance(m_drawing.at(bar).label));
    return std::min(longest + 10, 0.3 * height());
}

QRectF DrawnBarsView::plot() const
{
    const double left = Theme::smallMetrics().horizontalAdvance(percentText(0.55)) + 16;
    const double above = (m_drawing.rest.label.isEmpty() ? 0.8 : 1.9) * Theme::smallMetrics().height();
    return {left, above, std::max(10.0, width() - left - 14), std::max(10.0, height() - above - labelsHeight())};
}

double DrawnBarsView::yOf(double probability) const
{
    const QRectF area = plot();
    return area.bottom() - area.height() * std::min(probability / top(), 1.0);
}

QRectF DrawnBarsView::slotRect(int bar) const
{
    const QRectF area = plot();
    const double wide = std::min(widestDrawnBar, area.width() / std::max(1, m_drawing.count()));
    const double left = area.left() + (area.width() - wide * m_drawing.count()) / 2;
    return {left + bar * wide, area.top(), wide, area.height()};
}

QRectF DrawnBarsView::barRect(int bar) const
{
    const QRectF slot = slotRect(bar);
    const double share = m_drawing.texts > 0 ? double(m_drawing.at(bar).drawn) / m_drawing.texts : 0;
    const double inset = std::round(std::max(1.0, 0.07 * slot.width()));
    const double y = std::round(yOf(share));
    return {std::round(slot.left() + inset), y, std::round(slot.width() - 2 * inset), std::round(slot.bottom()) - y};
}

int DrawnBarsView::barAt(QPointF position) const
{
    for (int bar = 0; bar < m_drawing.count(); ++bar)
        if (slotRect(bar).adjusted(0, -20, 0, labelsHeight()).contains(position))
            return bar;
    return -1;
}

// --- painting

void DrawnBarsView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_drawing.count() == 0) {
        paintNothing(painter, rect(), m_drawing.nothing);
        return;
    }
    paintAxis(painter);
    for (int bar = 0; bar < m_drawing.count(); ++bar) {
        paintBar(painter, bar);
        paintLabel(painter, bar);
    }
    if (!m_drawing.rest.label.isEmpty())
        paintFitted(painter, {plot().left() + 8, 2, plot().width() - 8, Theme::smallMetrics().height()},
                    m_drawing.sentenceOf(m_drawing.rest), {.flags = Qt::AlignRight | Qt::AlignVCenter, .scale = 0.85});
    if (current() >= 0 && hasFocus())
        paintFocus(painter, slotRect(current()).adjusted(0, -4, 0, 3), 4);
}

void DrawnBarsView::paintAxis(QPainter& painter) const
{
    const QRectF area = plot();
    const double line = Theme::smallMetrics().height();
    const double step = axisStep(std::max(top() / 4, top() * 1.5 * line / area.height()));
    paintValueAxis(painter, area, top(), step,
                   [](double value) { return decimal(100 * value, 'g', 4) + QStringLiteral(" %"); });
}

void DrawnBarsView::paintBar(QPainter& painter, int bar) const
{
    const DrawnBars::Bar& one = m_drawing.at(bar);
    const QRectF slot = slotRect(bar), at = barRect(bar);
    if (m_drawing.texts > 0) {
        painter.fillRect(at, Theme::tint(Role::target, 0.5));
        const double x = std::round(slot.center().x()) + 0.5, cap = std::min(6.0, slot.width() / 5);
        painter.setPen(QPen(Theme::color(Role::text), 1.2));
        painter.drawLine(QPointF(x, yOf(one.interval.lower)), QPointF(x, yOf(one.interval.upper)));
        for (const double end : {one.interval.lower, one.interval.upper})
            if (end <= top())
                painter.drawLine(QPointF(x - cap, yOf(end)), QPointF(x + cap, yOf(end)));
    }
    const double y = std::round(yOf(one.exact));
    const double half = std::min(slot.width(), at.width() + 8) / 2;
    painter.fillRect(QRectF(slot.center().x() - half, y - 1, 2 * half, 2.5), Theme::color(Role::text));
}

void DrawnBarsView::paintLabel(QPainter& painter, int bar) const
{
    const QRectF slot = slotRect(bar);
    const QString& label = m_drawing.at(bar).label;
    painter.setPen(Theme::color(Role::text));
    painter.setFont(Theme::tokenFont(0.92));
    const QRectF below(slot.left(), slot.bottom() + 3, slot.width(), labelsHeight() - 4);
    if (!isUpright()) {
        painter.drawText(below, Qt::AlignCenter, label);
        return;
    }
    painter.save();
    painter.translate(below.center().x(), below.top());
    painter.rotate(90);
    painter.drawText(QRectF(2, -slot.width() / 2, below.height() - 2, slot.width()), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(label, Qt::ElideRight, int(below.height()) - 2));
    painter.restore();
}

// --- what people do

int DrawnBarsView::itemCount() const
{
    return m_drawing.count();
}

int DrawnBarsView::itemsOfPage() const
{
    return 5;
}

QString DrawnBarsView::toolTipAt(QPoint position) const
{
    return m_drawing.sentenceOf(barAt(position));
}

QString DrawnBarsView::spokenWords() const
{
    return m_drawing.count() == 0 ? m_drawing.nothing : m_drawing.sentenceOf(std::max(0, current()));
}

void DrawnBarsView::mousePressEvent(QMouseEvent* event)
{
    if (const int bar = barAt(event->position()); bar >= 0)
        setCurrent(bar);
    QWidget::mousePressEvent(event);
}

QSize DrawnBarsView::sizeHint() const
{
    const double line = Theme::smallMetrics().height();
    return {int(28 * line), int(16 * line)};
}

QSize DrawnBarsView::minimumSizeHint() const
{
    const double line = Theme::smallMetrics().height();
    return {int(12 * line), int(7 * line)};
}

} // namespace draftscope
