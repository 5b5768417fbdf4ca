// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/tokens_per_step_chart.h"

#include <algorithm>
#include <cmath>

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QGraphicsLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QMouseEvent>
#include <QResizeEvent>
#include <QStackedBarSeries>
#include <QToolTip>
#include <QValueAxis>

#include "widgets/style/focus_ring.h"
#include "widgets/style/item_keys.h"
#include "widgets/style/number_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

QString sentenceOf(const StepBar& bar)
{
    QStringList parts;
    const std::pair<int, TokenSource> sources[] = {{bar.accepted, TokenSource::accepted},
                                                   {bar.residual, TokenSource::residual},
                                                   {bar.bonus, TokenSource::bonus},
                                                   {bar.plain, TokenSource::plain}};
    int all = 0;
    for (const auto& [count, source] : sources) {
        all += count;
        if (count > 0)
            parts << QStringLiteral("%1 %2").arg(count).arg(wordFor(source));
    }
    return TokensPerStepChart::tr("Round %1: %2 (%3); mean %4.")
        .arg(QString::number(bar.round + 1),
             all == 1 ? TokensPerStepChart::tr("1 token") : TokensPerStepChart::tr("%1 tokens").arg(all),
             parts.join(QStringLiteral(", ")), number(bar.mean));
}

TokensPerStepChart::TokensPerStepChart(QWidget* parent)
    : QChartView(new QChart, parent), m_accepted(new QBarSet({})), m_residual(new QBarSet({})),
      m_bonus(new QBarSet({})), m_plain(new QBarSet({})), m_mean(new QLineSeries), m_expected(new QLineSeries),
      m_rounds(new QBarCategoryAxis), m_tokens(new QValueAxis), m_places(new QValueAxis)
{
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Tokens per step"));
    auto* bars = new QStackedBarSeries;
    for (QBarSet* set : {m_accepted, m_residual, m_bonus, m_plain}) {
        set->setPen(Qt::NoPen);
        bars->append(set);
    }
    bars->setBarWidth(0.78);
    chart()->addSeries(bars);
    chart()->addSeries(m_mean);
    chart()->addSeries(m_expected);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->setMargins(QMargins(6, 2, 10, 2));
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->setAlignment(Qt::AlignTop);
    chart()->legend()->setMarkerShape(QLegend::MarkerShapeRectangle);

    m_tokens->setLabelFormat(QStringLiteral("%d"));
    // Bars stand on a category axis, which Qt Charts wants; what is read is a number axis under them.
    m_rounds->setVisible(false);
    m_places->setLabelFormat(QStringLiteral("%d"));
    m_places->setGridLineVisible(false);
    m_places->setTickType(QValueAxis::TicksDynamic);
    m_places->setTickAnchor(0);
    m_places->setTickInterval(5);
    chart()->addAxis(m_rounds, Qt::AlignBottom);
    chart()->addAxis(m_places, Qt::AlignBottom);
    chart()->addAxis(m_tokens, Qt::AlignLeft);
    connect(chart(), &QChart::plotAreaChanged, this, &TokensPerStepChart::spaceTicks);
    bars->attachAxis(m_rounds);
    bars->attachAxis(m_tokens);
    for (QLineSeries* line : {m_mean, m_expected}) {
        line->attachAxis(m_places);
        line->attachAxis(m_tokens);
    }
    sayNames();
    applyTheme();
    setSteps({}, std::nullopt);
}

/// Of what is drawn; that of the expected line has its number with it.
void TokensPerStepChart::sayNames()
{
    m_accepted->setLabel(tr("accepted draft"));
    m_residual->setLabel(tr("residual"));
    m_bonus->setLabel(tr("bonus"));
    m_plain->setLabel(tr("plain"));
    m_mean->setName(tr("mean so far (measured)"));
    m_expected->setName(tr("expected at α̂"));
    m_tokens->setTitleText(tr("tokens"));
    m_places->setTitleText(tr("round"));
}

void TokensPerStepChart::changeEvent(QEvent* event)
{
    QChartView::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    sayNames();
    setCurrent(m_current);
}

void TokensPerStepChart::applyTheme()
{
    chart()->setBackgroundBrush(Theme::color(Role::surface));
    chart()->setBackgroundRoundness(0);
    setBackgroundBrush(Theme::color(Role::surface));
    m_accepted->setColor(Theme::tint(Role::accepted, 0.62));
    m_residual->setColor(Theme::color(Role::residual));
    m_bonus->setColor(Theme::color(Role::bonus));
    m_plain->setColor(Theme::color(Role::notJudged));
    m_mean->setPen(QPen(Theme::color(Role::text), 2));
    m_expected->setPen(QPen(Theme::color(Role::target), 1.5, Qt::DashLine));
    chart()->legend()->setLabelColor(Theme::color(Role::muted));
    chart()->legend()->setFont(Theme::font(0.88));
    for (QAbstractAxis* axis : chart()->axes()) {
        axis->setLabelsColor(Theme::color(Role::muted));
        axis->setTitleBrush(Theme::color(Role::muted));
        axis->setLabelsFont(Theme::font(0.85));
        axis->setTitleFont(Theme::font(0.85));
        axis->setGridLineColor(Theme::color(Role::line));
        axis->setLinePenColor(Theme::color(Role::line));
    }
}

/// In a low panel the bars are worth more than what explains them.
void TokensPerStepChart::resizeEvent(QResizeEvent* event)
{
    const int line = QFontMetrics(Theme::font(0.85)).height();
    chart()->legend()->setVisible(event->size().height() > 10 * line);
    m_places->setTitleVisible(event->size().height() > 12 * line);
    QChartView::resizeEvent(event);
}

/// More come a few at a time, so that bars do not grow thinner with every round.
int TokensPerStepChart::placeCount() const
{
    constexpr int together = 4;
    const int rounds = int(m_steps.size());
    return std::clamp((rounds + together - 1) / together * together, fewest, window);
}

QRectF TokensPerStepChart::columnRect(int round) const
{
    const QRectF plot = chart()->mapRectToScene(chart()->plotArea());
    const double width = plot.width() / placeCount(), place = round + 0.5 - m_places->min();
    return {mapFromScene(plot.topLeft()).x() + place * width, plot.top(), width, plot.height()};
}

int TokensPerStepChart::roundAt(QPointF point) const
{
    for (const StepBar& bar : m_steps)
        if (columnRect(bar.round).contains(point))
            return bar.round;
    return -1;
}

void TokensPerStepChart::mousePressEvent(QMouseEvent* event)
{
    const int round = roundAt(event->position());
    if (event->button() == Qt::LeftButton && round >= 0)
        emit roundClicked(round);
    else
        QChartView::mousePressEvent(event);
}

bool TokensPerStepChart::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QChartView::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int round = roundAt(help->pos());
    if (round < 0) {
        QToolTip::hideText();
        return true;
    }
    const auto index = std::size_t(round - m_steps.front().round);
    const StepBar& bar = m_steps[index];
    QStringList lines{sentenceOf(bar)};
    lines << (bar.drafted == 0       ? tr("Nothing was drafted.")
                  : bar.drafted == 1 ? tr("%1 of 1 draft accepted.").arg(bar.accepted)
                                     : tr("%1 of %2 drafts accepted.").arg(bar.accepted).arg(bar.drafted));
    if (int(index) >= m_ended)
        lines << tr(" It is to come.").trimmed();
    QToolTip::showText(help->globalPos(), lines.join(QLatin1Char('\n')), viewport());
    return true;
}

void TokensPerStepChart::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    constexpr int page = 10;
    if (!key || *key == ItemKey::menu || m_current < 0)
        QChartView::keyPressEvent(event);
    else if (*key == ItemKey::activate)
        emit roundClicked(m_steps[std::size_t(m_current)].round);
    else
        setCurrent(movedBy(*key, m_current, int(m_steps.size()), page));
}

void TokensPerStepChart::focusInEvent(QFocusEvent* event)
{
    QChartView::focusInEvent(event);
    setCurrent(lastEnded());
}

/// Before the first has ended that is the first to come, from which keys reach the others.
int TokensPerStepChart::lastEnded() const
{
    return std::min(std::max(0, m_ended - 1), int(m_steps.size()) - 1);
}

void TokensPerStepChart::focusOutEvent(QFocusEvent* event)
{
    QChartView::focusOutEvent(event);
    viewport()->update();
}

void TokensPerStepChart::setCurrent(int index)
{
    m_current = std::min(index, int(m_steps.size()) - 1);
    setAccessibleDescription(m_current < 0 ? tr("No round is finished yet.")
                                           : sentenceOf(m_steps[std::size_t(m_current)])
                                     + (m_current < m_ended ? QString() : tr(" It is to come.")));
    viewport()->update();
}

void TokensPerStepChart::paintEvent(QPaintEvent* event)
{
    QChartView::paintEvent(event);
    const bool hasFuture = m_ended < int(m_steps.size());
    const bool isFocused = hasFocus() && m_current >= 0;
    if (!hasFuture && !isFocused)
        return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFuture)
        paintFuture(painter);
    if (isFocused)
        paintFocus(painter, columnRect(m_steps[std::size_t(m_current)].round).adjusted(-1, 0, 1, 1), 3);
}

/// Over the bars, so that they need no colours of their own: those to come are faint, with a line before them.
void TokensPerStepChart::paintFuture(QPainter& painter) const
{
    const QRectF first = columnRect(m_steps[std::size_t(m_ended)].round), last = columnRect(m_steps.back().round);
    QColor veil = Theme::color(Role::surface);
    veil.setAlphaF(0.62F);
    painter.fillRect(QRectF(first.topLeft(), last.bottomRight()), veil);
    painter.setPen(QPen(Theme::color(Role::text), 2, Qt::DashLine, Qt::FlatCap));
    const double now = std::round(first.left()); // whole pixels
    painter.drawLine(QPointF(now, first.top()), QPointF(now, first.bottom()));
    const QString words = tr("to come");
    const QFontMetricsF metrics = Theme::smallMetrics();
    if (last.right() - first.left() > metrics.horizontalAdvance(words) + 8) {
        painter.setFont(Theme::smallFont());
        painter.setPen(Theme::color(Role::muted));
        const double beside = m_shown == m_steps[std::size_t(m_ended)].round ? first.width() : 0; // the frame
        if (last.right() - first.left() > beside + metrics.horizontalAdvance(words) + 8)
            painter.drawText(first.topLeft() + QPointF(beside + 5, metrics.ascent() + 1), words);
    }
    const bool hasBar = m_shown >= m_steps.front().round && m_shown <= m_steps.back().round;
    if (!hasBar)
        return;
    painter.setPen(QPen(Theme::color(Role::text), 1.6));
    painter.setBrush(Qt::NoBrush);
    const QRectF column = columnRect(m_shown).adjusted(1, 1, -1, 0);
    const double left = std::floor(column.left()) + 0.5, right = std::floor(column.right()) + 0.5; // whole pixels
    painter.drawRoundedRect(QRectF(left, column.top(), right - left, column.height()), 3, 3);
}

void TokensPerStepChart::setNow(int endedBars, int shown)
{
    const bool wasHere = m_current == lastEnded();
    m_ended = std::clamp(endedBars, 0, int(m_steps.size()));
    m_shown = shown;
    setCurrent(wasHere ? lastEnded() : m_current);
}

/// The keys stay at the last round that has ended if they were there.
void TokensPerStepChart::setSteps(const std::vector<StepBar>& steps, std::optional<double> expected,
                                  const QString& mark)
{
    const bool wasHere = m_current == lastEnded();
    m_steps = steps;
    m_ended = int(steps.size());
    m_shown = -1;
    setCurrent(wasHere ? lastEnded() : m_current);
    QList<qreal> accepted, residual, bonus, plain;
    QList<QPointF> mean;
    QStringList categories;
    int highest = 3;
    const int first = (steps.empty() ? 0 : steps.front().round) + 1;
    const int places = placeCount();
    for (int i = 0; i < places; ++i) {
        const StepBar bar = i < int(steps.size()) ? steps[std::size_t(i)] : StepBar{};
        accepted << bar.accepted;
        residual << bar.residual;
        bonus << bar.bonus;
        plain << bar.plain;
        highest = std::max(highest, bar.accepted + bar.residual + bar.bonus + bar.plain);
        if (i < int(steps.size()))
            mean << QPointF(first + i, bar.mean);
        categories << QString::number(first + i);
    }
    const auto replace = [](QBarSet* set, const QList<qreal>& values) {
        if (set->count() > values.size())
            set->remove(int(values.size()), set->count() - int(values.size()));
        while (set->count() < values.size())
            set->append(0);
        for (int i = 0; i < values.size(); ++i)
            if (set->at(i) != values[i])
                set->replace(i, values[i]);
    };
    replace(m_accepted, accepted);
    replace(m_residual, residual);
    replace(m_bonus, bonus);
    replace(m_plain, plain);
    if (m_rounds->categories() != categories)
        m_rounds->setCategories(categories);
    m_places->setRange(first - 0.5, first + places - 0.5);
    m_mean->replace(mean);
    m_expected->replace(expected ? QList<QPointF>{{first - 0.5, *expected}, {first + places - 0.5, *expected}}
                                 : QList<QPointF>{});
    if (expected)
        m_expected->setName(tr("expected at α̂%1: %2").arg(mark).arg(decimal(*expected, 'f', 2)));
    for (QLegendMarker* marker : chart()->legend()->markers(m_expected))
        marker->setVisible(expected.has_value());
    m_tokens->setRange(0, highest + 1);
    m_tokens->setTickCount(std::min(highest + 2, 6));
    m_tokens->setTickType(QValueAxis::TicksDynamic);
    spaceTicks();
}

/// Numbers that have no room above each other would become dots.
void TokensPerStepChart::spaceTicks()
{
    const double range = m_tokens->max();
    const double room = 1.6 * QFontMetricsF(m_tokens->labelsFont()).height(), height = chart()->plotArea().height();
    double step = range > 9 ? 4 : range > 5 ? 2 : 1;
    while (step < range && height * step < room * range)
        ++step;
    if (step != m_tokens->tickInterval())
        m_tokens->setTickInterval(step);
}

} // namespace draftscope
