// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/distribution/overlap_view.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "engine/record/told_part.h"
#include "widgets/style/axis.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/number_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr double columnInLetters = 6;

double lineOfView()
{
    return QFontMetricsF(Theme::font()).height();
}

QPen outlinePen(Role role)
{
    return QPen(Theme::color(role), 2, role == Role::draft ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap);
}

/// What is certain is hatched closely, what may be widely.
void fillOverlap(QPainter& painter, const QRectF& rect, bool isCertain)
{
    if (isCertain)
        painter.fillRect(rect, Theme::tint(Role::accepted, 0.25));
    painter.fillRect(
        rect,
        QBrush(Theme::tint(Role::accepted, isCertain ? 0.7 : 0.5), isCertain ? Qt::BDiagPattern : Qt::Dense7Pattern));
}

QString othersInWords(int tokens)
{
    return OverlapView::tr("%1 others").arg(grouped(tokens));
}

} // namespace

OverlapView::OverlapView(QWidget* parent) : DrawnView(parent)
{
    setObjectName(QStringLiteral("overlap"));
    setAccessibleName(tr("Overlap of p and q"));
    setFocusPolicy(Qt::StrongFocus);
    describe();
}

void OverlapView::setContext(const RoundRecord& round, int context, const Recording* recording)
{
    m_round = round;
    m_context = context;
    m_recording = recording;
    const DistributionRecord* const here = record();
    m_overlap = here ? overlapOf(*here) : std::nullopt;
    itemsChanged();
}

void OverlapView::clear()
{
    m_round.reset();
    m_recording = nullptr;
    m_overlap.reset();
    itemsChanged();
}

void OverlapView::setMeasured(int accepted, int judged)
{
    m_accepted = accepted;
    m_judged = judged;
    describe();
    update();
}

const DistributionRecord* OverlapView::record() const
{
    return m_round && m_context >= 0 && std::size_t(m_context) < m_round->contexts.size()
        ? &m_round->contexts[std::size_t(m_context)]
        : nullptr;
}

/// What was proposed and what was drawn here.
std::vector<TokenId> OverlapView::matters() const
{
    std::vector<TokenId> tokens;
    for (const int child : childrenOf(*m_round, m_context))
        tokens.push_back(m_round->nodes[std::size_t(child)].token);
    if (m_round->draw && m_round->draw->context == m_context)
        tokens.push_back(m_round->draw->token);
    return tokens;
}

// --- words

QString OverlapView::whyNothing() const
{
    const DistributionRecord* const here = record();
    if (!here)
        return m_round && m_round->contexts.empty() && !m_round->moments.empty()
            ? tr("This round was recorded without distributions.")
            : tr("p and q of the selected position appear here.");
    if (!here->hasP)
        return tr("There is no p here before the target has verified the drafts.");
    return here->hasQ ? tr("This round was recorded without distributions.")
                      : tr("Nothing was drafted here, so there is no q.");
}

QString OverlapView::headline() const
{
    if (!m_overlap)
        return {};
    const QString sum = QStringLiteral("Σ min(p, q) = 1 − TV(p, q) ");
    return m_overlap->isExact()
        ? sum + QStringLiteral("= ") + number(m_overlap->least, 3)
        : sum + tr("between %1 and %2").arg(number(m_overlap->least, 3), number(m_overlap->most, 3));
}

QString OverlapView::origin() const
{
    if (!m_overlap)
        return {};
    switch (m_overlap->from) {
    case Overlap::From::residualMass:
        return tr("Exact, over all tokens: 1 − residual mass %1.").arg(number(1 - m_overlap->least, 3));
    case Overlap::From::listed:
        return tr("Exact: the listed tokens are all that p and q have in common.");
    case Overlap::From::bounds:
        break;
    }
    const DistributionRecord& here = *record();
    return tr("Not known exactly: the listed tokens have %1 of it, and the others, with p %2 and q %3, between 0 and "
              "%4.")
        .arg(number(m_overlap->listed, 3), number(here.tailP, 3), number(here.tailQ, 3),
             number(m_overlap->most - m_overlap->least, 3));
}

QString OverlapView::sentence() const
{
    if (!m_overlap)
        return {};
    QStringList parts{
        tr("With this probability a draft that is drawn from q here is accepted under speculative sampling.")};
    if (m_round->traits.acceptance != VerifierTraits::Acceptance::ratio)
        parts << tr("This round is judged by another rule.");
    if (m_recording && isTailUnknown(m_recording->header(), m_round->sampler) && m_overlap->least < 1) {
        constexpr double tiny = 1e-6;
        parts << tr("Once a draft is rejected here, the server draws until a token is kept, 1/TV times on average: "
                    "between %1 and %2 times.")
                     .arg(number(1 / (1 - m_overlap->least), 3), number(1 / std::max(tiny, 1 - m_overlap->most), 3));
    }
    parts << (m_judged > 0
                  ? tr("Measured in this run so far: %1 of %2 judged drafts accepted, an acceptance rate of %3.")
                        .arg(QString::number(m_accepted), QString::number(m_judged),
                             number(double(m_accepted) / m_judged, 3))
                  : tr("No draft of this run has been judged yet."));
    return parts.join(QLatin1Char(' '));
}

QString OverlapView::sentenceOf(const OverlapColumn& column) const
{
    const QString name = column.entry < 0 ? othersInWords(column.tokens)
                                          : quoted(*m_recording, record()->top[std::size_t(column.entry)].token);
    const QString both = column.most > column.overlap
        ? tr("between %1 and %2").arg(number(column.overlap, 3), number(column.most, 3))
        : number(column.overlap, 3);
    return tr("%1: p %2, q %3, min(p, q) %4.").arg(name, number(column.p, 3), number(column.q, 3), both);
}

// --- where things are

double OverlapView::sentenceHeight(double width) const
{
    return QFontMetricsF(Theme::font(0.92))
        .boundingRect(QRectF(0, 0, width, 1000), Qt::TextWordWrap, sentence())
        .height();
}

OverlapLayout OverlapView::layoutOf(const QSize& size) const
{
    const DistributionRecord* const here = record();
    if (!m_overlap || !here)
        return {};
    const double line = lineOfView(), small = Theme::smallMetrics().height();
    const double left = Theme::smallMetrics().horizontalAdvance(QStringLiteral("0.05")) + 20;
    const double top = 1.5 * line + 2.7 * small;
    const double bottom = size.height() - sentenceHeight(size.width() - 24) - 10 - 1.4 * small;
    return overlapLayout(*here,
                         QRectF(left, top, std::max(10.0, size.width() - left - 12), std::max(10.0, bottom - top)),
                         columnInLetters * Theme::smallMetrics().averageCharWidth(), matters());
}

// --- painting

void OverlapView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (!m_overlap) {
        paintNothing(painter, rect(), whyNothing());
        return;
    }
    const double line = lineOfView(), small = Theme::smallMetrics().height();
    const OverlapLayout layout = layoutOf(size());
    paintFitted(painter, QRectF(12, 2, width() - 24, 1.4 * line), headline(),
                {.role = Role::text, .flags = Qt::AlignLeft | Qt::AlignVCenter, .bold = true, .scale = 1.1});
    paintFitted(painter, QRectF(12, 1.45 * line, width() - 24, small), origin(),
                {.flags = Qt::AlignLeft | Qt::AlignVCenter, .scale = 0.85});
    paintLegend(painter, QRectF(12, 1.5 * line + 1.2 * small, width() - 24, small), !m_overlap->isExact());
    paintAxis(painter, layout);
    paintColumns(painter, layout);
    paintOutlines(painter, layout);
    painter.setFont(Theme::font(0.92));
    painter.setPen(Theme::color(Role::text));
    const double high = sentenceHeight(width() - 24);
    painter.drawText(QRectF(12, height() - high - 6, width() - 24, high + 2), Qt::TextWordWrap, sentence());
    if (hasFocus() && current() >= 0 && current() < int(layout.columns.size()))
        paintFocus(painter, layout.columns[std::size_t(current())].rect.adjusted(-1, -2, 1, 2), 3);
}

void OverlapView::paintAxis(QPainter& painter, const OverlapLayout& layout) const
{
    const double line = Theme::smallMetrics().height();
    const double step = axisStep(std::max(layout.scaleEnd / 4, 1.5 * line * layout.scaleEnd / layout.plot.height()));
    paintValueAxis(painter, layout.plot, layout.scaleEnd, step, [](double value) { return decimal(value, 'g', 3); });
}

void OverlapView::paintColumns(QPainter& painter, const OverlapLayout& layout) const
{
    const double line = Theme::smallMetrics().height();
    for (const OverlapColumn& column : layout.columns) {
        if (column.p > column.most) // what a rejected draft is replaced from
            painter.fillRect(QRectF(QPointF(column.rect.left(), layout.yOf(column.p)),
                                    QPointF(column.rect.right(), layout.yOf(column.most))),
                             Theme::tint(Role::residual, 0.2));
        fillOverlap(painter, layout.bar(column, column.overlap), true);
        if (column.most > column.overlap)
            fillOverlap(painter,
                        QRectF(QPointF(column.rect.left(), layout.yOf(column.most)),
                               QPointF(column.rect.right(), layout.yOf(column.overlap))),
                        false);
        const QString name = column.entry < 0
            ? othersInWords(column.tokens) + orShorter + tr("others")
            : tokenText(*m_recording, record()->top[std::size_t(column.entry)].token).trimmed();
        const bool isBlank = name.isEmpty() && column.entry >= 0;
        paintFitted(
            painter, QRectF(column.rect.left() + 1, layout.plot.bottom() + 0.2 * line, column.rect.width() - 2, line),
            isBlank ? tokenText(*m_recording, record()->top[std::size_t(column.entry)].token, Spaces::visible) : name,
            {.flags = Qt::AlignCenter, .scale = 0.85, .smallest = 0.75});
    }
}

/// p and q as steps from column to column, q above p: it is dashed, so that both are seen where they are equal.
void OverlapView::paintOutlines(QPainter& painter, const OverlapLayout& layout) const
{
    for (const auto& [role, value] : {std::pair{Role::target, &OverlapColumn::p}, {Role::draft, &OverlapColumn::q}}) {
        QPolygonF steps;
        for (const OverlapColumn& column : layout.columns) {
            const double y = layout.yOf(column.*value);
            steps << QPointF(column.rect.left(), y) << QPointF(column.rect.right(), y);
        }
        painter.setPen(outlinePen(role));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(steps);
    }
}

/// What does not fit is left out.
void OverlapView::paintLegend(QPainter& painter, const QRectF& room, bool hasBounds) const
{
    const QFontMetricsF metrics = Theme::smallMetrics();
    const double sample = 1.4 * room.height();
    double x = room.left();
    const auto say = [&](const QString& words, const auto& paintSample) {
        const double end = x + sample + 5 + metrics.horizontalAdvance(words);
        if (end > room.right())
            return;
        paintSample(QRectF(x, room.top() + 0.2 * room.height(), sample, 0.6 * room.height()));
        painter.setFont(Theme::smallFont());
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(x + sample + 5, room.top(), room.width(), room.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, words);
        x = end + 0.9 * room.height();
    };
    const auto stroke = [&](Role role) {
        return [&painter, role](const QRectF& rect) {
            painter.setPen(outlinePen(role));
            painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
        };
    };
    say(tr("target p"), stroke(Role::target));
    say(tr("draft q"), stroke(Role::draft));
    say(tr("min(p, q)"), [&](const QRectF& rect) { fillOverlap(painter, rect, true); });
    if (hasBounds)
        say(tr("may be part of it"), [&](const QRectF& rect) { fillOverlap(painter, rect, false); });
    say(tr("residual"), [&](const QRectF& rect) { painter.fillRect(rect, Theme::tint(Role::residual, 0.2)); });
}

// --- what people do

int OverlapView::itemCount() const
{
    return int(layoutOf(size()).columns.size());
}

QString OverlapView::toolTipAt(QPoint position) const
{
    const OverlapLayout layout = layoutOf(size());
    const int column = layout.columnAt(position);
    return column < 0 ? origin() : sentenceOf(layout.columns[std::size_t(column)]);
}

QString OverlapView::spokenWords() const
{
    QStringList parts;
    const OverlapLayout layout = layoutOf(size());
    if (current() >= 0 && current() < int(layout.columns.size()) && hasFocus())
        parts << sentenceOf(layout.columns[std::size_t(current())]);
    if (m_overlap)
        parts << headline() + QLatin1Char('.') << origin() << sentence();
    else
        parts << whyNothing();
    return parts.join(QLatin1Char(' '));
}

QSize OverlapView::sizeHint() const
{
    const int line = int(lineOfView());
    return {line * 20, line * 16};
}

QSize OverlapView::minimumSizeHint() const
{
    const int line = int(lineOfView());
    return {line * 12, line * 11};
}

} // namespace draftscope
