// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/distribution/distribution_view.h"

#include <algorithm>

#include <QPainter>

#include "widgets/distribution/distribution_painter.h"
#include "widgets/distribution/distribution_sentence.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/theme.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

DistributionView::DistributionView(QWidget* parent) : DrawnView(parent), m_motion(*this)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Distribution"));
}

void DistributionView::setContext(const RoundRecord& round, int context, const Recording* recording)
{
    m_rows.setContext(round, context, recording);
    m_motion.follow(m_rows.round());
    relayout();
}

void DistributionView::clear()
{
    m_rows.setContext({}, 0, nullptr);
    m_motion.follow(m_rows.round());
    relayout();
}

void DistributionView::setLogScale(bool on)
{
    m_logScale = on;
    update();
}

void DistributionView::setBeforeSampler(bool on)
{
    m_rows.setBeforeSampler(on);
    relayout();
}

QString DistributionView::where() const
{
    return hasRound() ? where(*m_rows.round(), m_rows.context(), *m_rows.recording()) : QString();
}

QString DistributionView::where(const RoundRecord& round, int context, const Recording& recording)
{
    if (context < 0 || std::size_t(context) > round.nodes.size())
        return {};
    const TokenId before = context == 0 ? round.root : round.nodes[std::size_t(context - 1)].token;
    const int depth = context == 0 ? 0 : round.nodes[std::size_t(context - 1)].depth;
    return tr("position %1 · after %2").arg(round.prefixLength + depth).arg(quoted(recording, before));
}

QString DistributionView::subtitle() const
{
    const QString where = this->where();
    return m_rows.isBeforeSampler() && !where.isEmpty() ? tr("before the sampler · %1").arg(where) : where;
}

QString DistributionView::sentence() const
{
    return hasRound() ? distributionSentence(*m_rows.round(), m_rows.context(), *m_rows.recording()) : QString();
}

TokenId DistributionView::tokenOfRow(int row) const
{
    const DistributionRecord* const here = m_rows.record();
    return here && row >= 0 && row < m_rows.count() ? here->top[m_rows.entry(row)].token : noToken;
}

/// What depends on size and content alike; painting only looks it up.
void DistributionView::relayout()
{
    m_sentence = sentence();
    if (m_rows.isBeforeSampler() && m_rows.record())
        m_sentence =
            (tr("The bars are the models' softmax before the sampler, not p and q.") + QLatin1Char(' ') + m_sentence)
                .trimmed();
    m_rows.layOut(size());
    itemsChanged();
}

QString DistributionView::toolTipOf(int row) const
{
    constexpr int exact = 6; // decimals
    const DistributionRecord& here = *m_rows.record();
    const std::size_t index = m_rows.entry(row);
    const DistributionEntry& entry = here.top[index];
    QStringList lines{tokenInDetail(*m_rows.recording(), entry.token)}, now, before;
    if (here.hasQ) {
        now << QStringLiteral("q = ") + number(entry.q, exact);
        before << tr("draft %1").arg(number(entry.qBefore, exact));
    }
    if (here.hasP) {
        now << QStringLiteral("p = ") + number(entry.p, exact);
        before << tr("target %1").arg(number(entry.pBefore, exact));
    }
    lines << now.join(QStringLiteral("   "));
    const RemainderRecord* const left = m_rows.round()->remainderAt(m_rows.context());
    if (m_rows.hasResidual())
        lines << tr("residual = %1").arg(number(left ? left->values[index] : entry.residual, exact));
    lines << tr("before the sampler: %1").arg(before.join(QStringLiteral(", ")));
    return asToolTip(lines);
}

QString DistributionView::toolTipAt(QPoint position) const
{
    for (int row = 0; row < rowCount() && m_rows.recording(); ++row)
        if (rowRect(row).contains(position))
            return toolTipOf(row);
    return {};
}

void DistributionView::resizeEvent(QResizeEvent* event)
{
    DrawnView::resizeEvent(event);
    relayout();
}

void DistributionView::changeEvent(QEvent* event)
{
    DrawnView::changeEvent(event);
    if (changesSizes(*event))
        relayout();
}

/// The row that the keys have gone to, then what happened here.
QString DistributionView::spokenWords() const
{
    QStringList parts;
    const DistributionRecord* here = m_rows.record();
    if (here && m_rows.recording() && hasFocus() && current() >= 0) {
        const DistributionEntry& entry = here->top[m_rows.entry(current())];
        QString row = quoted(*m_rows.recording(), entry.token);
        if (here->hasP)
            row += (m_rows.isBeforeSampler() ? tr(", target %1") : tr(", p %1"))
                       .arg(number(m_rows.isBeforeSampler() ? entry.pBefore : entry.p));
        if (here->hasQ)
            row += (m_rows.isBeforeSampler() ? tr(", draft %1") : tr(", q %1"))
                       .arg(number(m_rows.isBeforeSampler() ? entry.qBefore : entry.q));
        if (m_rows.hasResidualBars())
            row += tr(", left %1").arg(number(m_rows.leftOfP(m_rows.entry(current()))));
        parts << row + QLatin1Char('.');
    }
    if (!m_sentence.isEmpty())
        parts << m_sentence;
    return parts.join(QLatin1Char(' '));
}

void DistributionView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_rows.record() || !m_rows.recording()) {
        const auto& round = m_rows.round();
        painter.setFont(Theme::font(0.92));
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(rect().adjusted(16, 16, -16, -16), int(Qt::AlignCenter) | int(Qt::TextWordWrap),
                         round && round->contexts.empty() && !round->moments.empty()
                             ? tr("This round was recorded without distributions.")
                             : tr("p and q of the selected position appear here."));
        return;
    }
    DistributionPainter(painter, m_rows, m_logScale, m_motion.progress()).paint();
    if (hasFocus() && current() >= 0)
        paintFocus(painter, rowRect(current()));
}

QSize DistributionView::minimumSizeHint() const
{
    const double line = DistributionRows::lineHeight();
    return {int(line * 14), int(DistributionRows::legendHeight() + 3 * line * 2.15 + line * 1.8)};
}

QSize DistributionView::sizeHint() const
{
    const double line = DistributionRows::lineHeight();
    return {int(line * 20), int(DistributionRows::legendHeight() + 9 * line * 2.4 + line * 1.8)};
}

} // namespace draftscope
