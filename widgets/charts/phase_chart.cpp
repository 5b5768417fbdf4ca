// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/phase_chart.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include "engine/analysis/statistics.h"
#include "widgets/style/axis.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/item_keys.h"
#include "widgets/style/number_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr double barShare = 0.74;                         ///< of its column
constexpr double mostAreBelow = 0.9, outlierFactor = 1.3; ///< what is longer than so many times that quantile is cut

} // namespace

PhaseChart::PhaseChart(QWidget* parent) : ScrolledView(parent)
{
    setAccessibleName(tr("Draft, verify and sampling, a bar a round"));
    setFocusPolicy(Qt::TabFocus);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // what lies behind it is not painted
    describe();
}

void PhaseChart::setRounds(const std::vector<PhaseBar>& rounds)
{
    if (rounds == m_rounds)
        return;
    const bool grew = rounds.size() >= m_rounds.size();
    m_rounds = rounds;
    m_hasTimes = std::any_of(rounds.begin(), rounds.end(), [](const PhaseBar& bar) { return bar.total() > 0; });
    m_hovered = -1;
    m_current = std::min(m_current, int(rounds.size()) - 1);
    relayout();
    if (!grew)
        horizontalScrollBar()->setValue(horizontalScrollBar()->maximum());
    describe();
    viewport()->update();
}

void PhaseChart::setNothing(const QString& sentence)
{
    if (sentence == std::exchange(m_nothing, sentence))
        return;
    describe();
    viewport()->update();
}

/// What a screen reader says: the bar that the keys have gone to, else the one shown, and the totals.
void PhaseChart::describe()
{
    if (!m_hasTimes) {
        setAccessibleDescription(m_rounds.empty()           ? tr("There is no round yet.")
                                     : !m_nothing.isEmpty() ? m_nothing
                                                            : tr("No times are recorded."));
        return;
    }
    const int round = m_current >= 0 ? m_current : int(m_rounds.size()) - 1;
    setAccessibleDescription(sentenceOf(m_rounds[std::size_t(round)]) + QLatin1Char(' ')
                             + tr("All rounds: %1.").arg(sharesOf(m_rounds)));
}

void PhaseChart::relayout()
{
    const QFontMetricsF metrics = Theme::smallMetrics();
    m_pitch = std::max(10.0, std::round(metrics.height() * 0.85));
    const double left = std::ceil(metrics.horizontalAdvance(QStringLiteral("0.005"))) + 18, line = metrics.height();
    m_plot = QRectF(left, 1.9 * line, std::max(1.0, viewport()->width() - left - 8),
                    std::max(1.0, viewport()->height() - 1.9 * line - 1.45 * line));
    QScrollBar* bar = horizontalScrollBar();
    const bool follows = bar->value() == bar->maximum();
    bar->setRange(0, std::max(0, int(std::ceil(double(m_rounds.size()) * m_pitch - m_plot.width()))));
    bar->setPageStep(int(m_plot.width()));
    bar->setSingleStep(int(m_pitch));
    if (follows)
        bar->setValue(bar->maximum());
    m_scale = scale();
}

std::pair<int, int> PhaseChart::roundsInSight() const
{
    const double from = horizontalScrollBar()->value();
    const int count = int(m_rounds.size());
    return {std::clamp(int(from / m_pitch), 0, count),
            std::clamp(int(std::ceil((from + m_plot.width()) / m_pitch)), 0, count)};
}

PhaseChart::Scale PhaseChart::scale() const
{
    double longest = 0;
    std::vector<double> totals;
    for (auto [round, end] = roundsInSight(); round < end; ++round)
        if (const double total = m_rounds[std::size_t(round)].total(); total > 0) {
            longest = std::max(longest, total);
            totals.push_back(total);
        }
    if (longest <= 0)
        return {};
    // One slow round among many does not press the others flat: it is cut, and says its value.
    longest = std::min(longest, outlierFactor * quantile(std::move(totals), mostAreBelow).value_or(longest));
    const double labels = std::clamp(std::floor(m_plot.height() / (2.2 * Theme::smallMetrics().height())), 1.0, 4.0);
    const double step = axisStep(longest / labels);
    return {std::ceil(longest / step - 1e-9) * step, step};
}

QRectF PhaseChart::columnRect(int round) const
{
    return {m_plot.left() + round * m_pitch - horizontalScrollBar()->value(), m_plot.top(), m_pitch, m_plot.height()};
}

QRectF PhaseChart::barRect(int round) const
{
    const QRectF column = columnRect(round);
    const double height = column.height() * std::min(1.0, m_rounds.at(std::size_t(round)).total() / m_scale.top);
    const double width = std::floor(barShare * m_pitch);
    return {std::round(column.center().x() - width / 2), column.bottom() - height, width, height};
}

int PhaseChart::roundAt(QPointF point) const
{
    if (point.x() < m_plot.left() || point.x() > m_plot.right() || point.y() < m_plot.top())
        return -1;
    const int round = int((point.x() - m_plot.left() + horizontalScrollBar()->value()) / m_pitch);
    return round < int(m_rounds.size()) ? round : -1;
}

// --- painting

void PhaseChart::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), Theme::color(Role::surface));
    if (!m_hasTimes) {
        paintEmpty(painter);
        return;
    }
    paintLegend(painter);
    paintAxes(painter, m_scale);
    painter.save();
    painter.setClipRect(m_plot.adjusted(0, -2, 0, 2));
    for (auto [round, end] = roundsInSight(); round < end; ++round)
        paintBar(painter, m_rounds[std::size_t(round)]);
    painter.restore();
}

void PhaseChart::paintEmpty(QPainter& painter) const
{
    paintNothing(painter, viewport()->rect(),
                 m_rounds.empty()
                     ? tr("There is no round yet. Each one gets a bar here: how long its draft, its verify "
                          "pass and its sampling took.")
                     : !m_nothing.isEmpty() ? m_nothing
                                            : tr("This recording does not say how long its rounds took."));
}

void PhaseChart::paintLegend(QPainter& painter) const
{
    const double right = viewport()->width() - 4, room = right - m_plot.left(), line = Theme::smallMetrics().height();
    // On screens with more pixels letters are up to a few percent wider than they are measured here.
    const auto widthOf = [](const QString& word, double scale) {
        return std::ceil(1.04 * QFontMetricsF(Theme::font(scale)).horizontalAdvance(word));
    };
    const auto widthOfAll = [&](double scale) {
        double width = 0;
        for (const Phase& phase : allPhases())
            width += widthOf(wordOf(phase), scale) + 1.6 * scale * line + 5;
        return width;
    };
    const double scale = 0.85 * std::clamp(room / widthOfAll(0.85), 0.6, 1.0);
    const double size = std::round(0.85 * scale * line), gap = 0.9 * scale * line;
    painter.setPen(Theme::color(Role::muted));
    painter.setFont(Theme::smallFont());
    painter.drawText(QRectF(0, 0, m_plot.left() - 6, 1.6 * line), Qt::AlignRight | Qt::AlignVCenter, tr("ms"));
    painter.setFont(Theme::font(scale));
    double x = m_plot.left();
    for (const Phase& phase : allPhases()) {
        const QString word = wordOf(phase);
        const double width = widthOf(word, scale);
        fill(painter, QRectF(x, std::round(0.8 * line - size / 2), size, size), phase);
        painter.drawText(QRectF(x + size + 5, 0, width, 1.6 * line), Qt::AlignLeft | Qt::AlignVCenter, word);
        x += size + 5 + width + gap;
    }
    const QString order = tr("from the bottom up");
    if (x + widthOf(order, scale) < right)
        painter.drawText(QRectF(x, 0, right - x, 1.6 * line), Qt::AlignLeft | Qt::AlignVCenter, order);
}

void PhaseChart::paintAxes(QPainter& painter, const Scale& scale) const
{
    painter.setFont(Theme::smallFont());
    const QFontMetricsF metrics = Theme::smallMetrics();
    const double line = metrics.height();
    for (int i = 0; i * scale.step < scale.top * (1 + 1e-9); ++i) {
        const double value = i * scale.step;
        const double y = std::round(m_plot.bottom() - m_plot.height() * value / scale.top) + 0.5;
        painter.setPen(Theme::color(Role::line));
        painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        painter.setPen(Theme::color(Role::muted));
        const double above = i == 0 ? 0.8 : 0.5; // 0 keeps clear of the word below it
        painter.drawText(QRectF(0, y - above * line, m_plot.left() - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                         decimal(value, 'g', 6));
    }
    painter.drawText(QRectF(0, m_plot.bottom() + 0.3 * line, m_plot.left() - 6, line),
                     Qt::AlignRight | Qt::AlignVCenter, tr("round"));
    // Numbers of rounds, as many as there is room for; the one shown always.
    const int shown = int(m_rounds.size()) - 1;
    const double widest = metrics.horizontalAdvance(QString::number(shown + 1)) * 1.1;
    const int every = int(axisStep(std::max(5.0, std::ceil((widest + 8) / m_pitch))));
    const auto label = [&](int round) {
        const double x = columnRect(round).center().x();
        return QRectF(x - widest / 2 - 4, m_plot.bottom() + 0.3 * line, widest + 8, line);
    };
    const QRectF last = label(shown);
    for (auto [round, end] = roundsInSight(); round < end; ++round) {
        const QRectF rect = label(round);
        const bool isOutside = columnRect(round).left() < m_plot.left() - 1 || rect.right() > viewport()->width() + 4;
        if ((round + 1) % every != 0 || round == shown || rect.intersects(last) || isOutside)
            continue;
        painter.drawText(rect, Qt::AlignCenter, QString::number(round + 1));
    }
    if (roundsInSight().second != shown + 1)
        return;
    painter.setPen(Theme::color(Role::text));
    painter.setFont(Theme::font(0.85, true));
    const double right = std::min(last.right(), double(viewport()->width()));
    painter.drawText(last.translated(right - last.right(), 0), Qt::AlignCenter, QString::number(shown + 1));
}

void PhaseChart::paintBar(QPainter& painter, const PhaseBar& bar) const
{
    const bool isShown = bar.round + 1 == int(m_rounds.size());
    if (isShown)
        painter.fillRect(columnRect(bar.round), Theme::tint(Role::notJudged, 0.25));
    QRectF rect = barRect(bar.round);
    const QRectF whole = rect;
    double top = rect.bottom();
    for (const Phase& phase : allPhases()) {
        const double height = bar.total() > 0 ? whole.height() * (bar.*phase.time) / bar.total() : 0;
        // On whole pixels, so that neighbours are alike and no gap shows the ground.
        const double from = std::round(top), to = std::round(top - height);
        top -= height;
        if (from > to)
            fill(painter, QRectF(rect.left(), to, rect.width(), from - to), phase);
    }
    if (isShown) {
        painter.fillRect(QRectF(columnRect(bar.round).left(), m_plot.bottom() - 1, m_pitch, 3),
                         Theme::color(Role::text));
    }
    if (isCut(bar.round))
        paintCut(painter, bar);
    if (bar.round == m_hovered) {
        painter.setPen(QPen(Theme::color(Role::text), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(columnRect(bar.round).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (bar.round == m_current && hasFocus())
        paintFocus(painter, columnRect(bar.round).adjusted(-1, 0, 1, 0), 3);
}

bool PhaseChart::isCut(int round) const
{
    return m_rounds.at(std::size_t(round)).total() > m_scale.top * (1 + 1e-9);
}

/// A gap through the top of the bar, and what it is in all, upright in it.
void PhaseChart::paintCut(QPainter& painter, const PhaseBar& bar) const
{
    const QRectF rect = barRect(bar.round);
    QPolygonF gap;
    for (int i = 0; i <= 4; ++i)
        gap << QPointF(rect.left() - 1 + i * (rect.width() + 2) / 4, rect.top() + (i % 2 == 0 ? 8 : 4));
    painter.setPen(QPen(Theme::color(Role::surface), 2.5));
    painter.drawPolyline(gap);
    painter.save();
    painter.setFont(Theme::font(0.75));
    const QString words = durationText(bar.total());
    const QFontMetricsF metrics(painter.font());
    painter.translate(rect.center().x(), rect.top() + 12);
    painter.rotate(90);
    const QRectF label(0, -metrics.height() / 2, metrics.horizontalAdvance(words) + 6, metrics.height());
    painter.fillRect(label, Theme::color(Role::surface));
    painter.setPen(Theme::color(Role::text));
    painter.drawText(label, Qt::AlignCenter, words);
    painter.restore();
}

// --- what people do

void PhaseChart::scrollContentsBy(int dx, int dy)
{
    m_scale = scale();
    ScrolledView::scrollContentsBy(dx, dy);
}

/// A wheel that turns only one way scrolls along the rounds.
void PhaseChart::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    const int delta = std::abs(turned.x()) > std::abs(turned.y()) ? turned.x() : turned.y();
    if (horizontalScrollBar()->maximum() == 0) {
        event->ignore();
        return;
    }
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - int(delta / 120.0 * 3 * m_pitch));
    event->accept();
}

void PhaseChart::mousePressEvent(QMouseEvent* event)
{
    const int round = roundAt(event->position());
    if (event->button() == Qt::LeftButton && round >= 0 && m_hasTimes)
        emit roundClicked(round);
}

void PhaseChart::mouseMoveEvent(QMouseEvent* event)
{
    const int round = roundAt(event->position());
    if (round == m_hovered)
        return;
    m_hovered = round;
    viewport()->update();
}

QString PhaseChart::toolTipAt(QPoint viewportPoint) const
{
    const int round = m_hasTimes ? roundAt(viewportPoint) : -1;
    return round < 0 ? QString() : sentenceOf(m_rounds[std::size_t(round)]);
}

void PhaseChart::forgetHovered()
{
    if (m_hovered >= 0) {
        m_hovered = -1;
        viewport()->update();
    }
}

void PhaseChart::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    const int count = int(m_rounds.size()), current = m_current < 0 ? count - 1 : m_current;
    if (!key || *key == ItemKey::menu || current < 0)
        ScrolledView::keyPressEvent(event);
    else if (*key != ItemKey::activate)
        setCurrent(movedBy(*key, current, count, std::max(1, int(m_plot.width() / m_pitch) - 1)));
    else if (m_hasTimes)
        emit roundClicked(current);
}

void PhaseChart::focusInEvent(QFocusEvent* event)
{
    ScrolledView::focusInEvent(event);
    setCurrent(int(m_rounds.size()) - 1);
}

void PhaseChart::setCurrent(int round)
{
    if (m_rounds.empty())
        return;
    m_current = std::clamp(round, 0, int(m_rounds.size()) - 1);
    const QRectF column = columnRect(m_current);
    QScrollBar* bar = horizontalScrollBar();
    if (column.left() < m_plot.left())
        bar->setValue(bar->value() - int(std::ceil(m_plot.left() - column.left())));
    else if (column.right() > m_plot.right())
        bar->setValue(bar->value() + int(std::ceil(column.right() - m_plot.right())));
    describe();
    viewport()->update();
}

QSize PhaseChart::sizeHint() const
{
    const int line = int(Theme::smallMetrics().height());
    return {line * 24, line * 12};
}

QSize PhaseChart::minimumSizeHint() const
{
    const int line = int(Theme::smallMetrics().height());
    return {line * 9, line * 5};
}

} // namespace draftscope
