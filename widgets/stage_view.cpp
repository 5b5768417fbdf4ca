// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage_view.h"

#include <algorithm>

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include "widgets/stage_painter.h"
#include "widgets/theme.h"
#include "widgets/token_text.h"

namespace draftscope {

StageView::StageView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(true);
    viewport()->setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("Stage"));
}

void StageView::setRound(const RoundRecord& round, const Recording* recording)
{
    m_round = round;
    m_recording = recording;
    setAccessibleDescription(description());
    relayout();
    viewport()->update();
}

void StageView::clear(const QString& invitation)
{
    m_round.reset();
    m_recording = nullptr;
    m_invitation = invitation;
    setAccessibleDescription(invitation);
    relayout();
    viewport()->update();
}

void StageView::setSelectedContext(int context)
{
    if (m_selected == context)
        return;
    m_selected = context;
    viewport()->update();
}

QString StageView::description() const
{
    if (!m_round || !m_recording)
        return m_invitation;
    QStringList parts;
    for (const NodeRecord& node : m_round->nodes) {
        QString part = quoted(*m_recording, node.token) + QStringLiteral(" q ") + number(node.q);
        if (node.u) {
            const auto [a, u] = compared(node.acceptance, node.u);
            part += tr(", p %1, acceptance %2, u %3: %4").arg(number(node.p), a, u, wordFor(node.verdict));
        }
        parts << part;
    }
    if (m_round->draw)
        parts << tr("%1 drawn (%2)").arg(quoted(*m_recording, m_round->draw->token), wordFor(m_round->draw->source));
    return tr("Round %1. ").arg(m_round->round + 1) + parts.join(QStringLiteral("; "));
}

void StageView::relayout()
{
    const QFontMetricsF metrics(Theme::font());
    m_layout = StageLayout::chain(m_round ? stageColumnCount(*m_round) : 0, QSizeF(viewport()->size()), metrics.height());
    horizontalScrollBar()->setRange(0, std::max(0, int(m_layout.contentWidth) - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(40);
}

int StageView::contextOfColumn(int column) const
{
    if (!m_round || column < 0)
        return -1;
    if (column < int(m_round->nodes.size()))
        return m_round->nodes[std::size_t(column)].parent + 1;
    return m_round->draw ? m_round->draw->context : -1;
}

int StageView::columnAt(QPoint viewportPoint) const
{
    return m_layout.columnAt(QPointF(viewportPoint) + QPointF(horizontalScrollBar()->value(), 0));
}

void StageView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_round || !m_recording) {
        painter.setPen(Theme::color(Role::muted));
        painter.setFont(Theme::font(1.15));
        painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24), int(Qt::AlignCenter) | int(Qt::TextWordWrap), m_invitation);
        return;
    }
    painter.translate(-horizontalScrollBar()->value(), 0);
    StagePainter(painter, *m_round, *m_recording, m_layout).paint(m_selected);
}

void StageView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        relayout();
}

void StageView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void StageView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const int context = contextOfColumn(columnAt(event->pos()));
    if (context < 0)
        return;
    setSelectedContext(context);
    emit contextSelected(context);
}

void StageView::contextMenuEvent(QContextMenuEvent* event)
{
    const int column = columnAt(viewport()->mapFromGlobal(event->globalPos()));
    if (m_round && column >= 0 && column + 1 < int(m_layout.columns.size())) // the last one is what ends the round
        emit nodeMenuRequested(column, event->globalPos());
}

bool StageView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_round && m_recording) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int column = columnAt(help->pos());
        if (column >= 0 && column < int(m_round->nodes.size())) {
            const NodeRecord& node = m_round->nodes[std::size_t(column)];
            QToolTip::showText(help->globalPos(), tr("%1 · id %2 · drawn with u = %3 · target slot %4, draft slot %5")
                                                      .arg(tokenText(*m_recording, node.token, Spaces::visible))
                                                      .arg(node.token)
                                                      .arg(number(node.drawU, 4))
                                                      .arg(node.targetSlot < 0 ? QStringLiteral("–") : QString::number(node.targetSlot),
                                                           node.draftSlot < 0 ? QStringLiteral("–") : QString::number(node.draftSlot)));
            return true;
        }
    }
    return QAbstractScrollArea::viewportEvent(event);
}

QSize StageView::sizeHint() const
{
    const int line = int(QFontMetricsF(Theme::font()).height());
    return {line * 40, line * 15};
}

} // namespace draftscope
