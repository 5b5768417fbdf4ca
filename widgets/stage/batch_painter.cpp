// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/batch_painter.h"

#include <algorithm>

#include <QCoreApplication>
#include <QPainter>

#include "engine/record/end_of_text.h"
#include "widgets/style/fitted_text.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct BatchPainterWords {
    Q_DECLARE_TR_FUNCTIONS(BatchPainterWords)
};

constexpr double cornerRadius = 4;

bool isDecided(const RoundRecord& round, const TraceHeader& header)
{
    return round.draw.has_value() || round.isFinished() || endingNode(round, header) >= 0;
}

} // namespace

BatchPainter::BatchPainter(QPainter& painter, const BatchLayout& layout, const BatchColumnsShown& columns,
                           QPointF scrolled, QSizeF view)
    : m_painter(painter), m_layout(layout), m_columns(columns), m_scrolled(scrolled), m_view(view)
{
}

QString BatchPainter::nameOf(int column, const BatchColumnsShown& columns, bool isTree)
{
    if (column == columns.drawn())
        return BatchPainterWords::tr("Ends the round") + orShorter + BatchPainterWords::tr("Last");
    if (columns.firstSlot) {
        const QString slot = BatchPainterWords::tr("K/V %1").arg(*columns.firstSlot + column);
        return column == columns.root ? BatchPainterWords::tr("%1 · root").arg(slot) + orShorter + slot : slot;
    }
    if (column == columns.root)
        return BatchPainterWords::tr("Root");
    return (isTree ? BatchPainterWords::tr("Level %1") : BatchPainterWords::tr("Draft %1")).arg(column - columns.root);
}

void BatchPainter::paint(const std::vector<BatchRow>& rows, int current)
{
    for (int number = 0; number < int(rows.size()); ++number) {
        const QRectF rect = m_layout.row(number).translated(-m_scrolled);
        if (rect.bottom() < 0 || rect.top() > m_view.height())
            continue;
        const QRectF whole(0, rect.top(), std::max(m_view.width(), rect.right()), rect.height());
        if (number == current)
            m_painter.fillRect(whole, Theme::tintUnderWords(Role::target, Theme::isDark() ? 0.2 : 0.1));
        m_painter.setPen(Theme::color(Role::line));
        m_painter.drawLine(whole.bottomLeft(), whole.bottomRight());
        paintCells(rows[std::size_t(number)], number);
    }
    for (int number = 0; number < int(rows.size()); ++number)
        paintLabel(rows[std::size_t(number)], number, number == current);
    paintHeads(std::ranges::any_of(rows, [](const BatchRow& row) { return row.round && !isChain(row.round->whole); }));
}

void BatchPainter::paintCells(const BatchRow& row, int number)
{
    if (!row.round || !row.recording)
        return;
    for (const BatchCell& cell : cellsOf(*row.round, m_columns, row.recording->header()))
        paintCell(row, cell, m_layout.cell(number, cell.column).translated(-m_scrolled));
}

void BatchPainter::paintCell(const BatchRow& row, const BatchCell& cell, const QRectF& rect)
{
    using Kind = BatchCell::Kind;
    const RoundRecord& round = row.round->round;
    const NodeRecord* const node = cell.node >= 0 ? &round.nodes[std::size_t(cell.node)] : nullptr;
    const bool isDiscarded = node && node->verdict == Verdict::notJudged && isDecided(round, row.recording->header());
    Role role = Role::muted;
    QString mark;
    if (node) {
        role = node->verdict != Verdict::notJudged ? roleOf(node->verdict)
            : isDiscarded                          ? Role::notJudged
                                                   : Role::draft;
        mark = markOf(node->verdict);
    } else if (cell.kind == Kind::drawn && round.draw) {
        role = roleOf(round.draw->source);
        mark = markOf(round.draw->source);
    } else if (cell.kind == Kind::root) {
        role = Role::target;
    }
    m_painter.setBrush(Qt::NoBrush);
    if (cell.kind == Kind::gap || cell.isMasked) {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(QBrush(Theme::tint(Role::notJudged, 0.55), Qt::BDiagPattern));
        m_painter.drawRoundedRect(rect, cornerRadius, cornerRadius);
        m_painter.setBrush(Qt::NoBrush);
    }
    if (cell.kind == Kind::gap) {
        paintFitted(m_painter, rect, BatchPainterWords::tr("gap"), {Role::muted, Qt::AlignCenter, false, 0.85});
        return;
    }
    m_painter.setOpacity(isDiscarded ? Theme::discardedOpacity() : 1);
    if (cell.kind != Kind::text) {
        if (node && node->verdict == Verdict::rejected && !cell.isMasked)
            m_painter.setBrush(Theme::tint(Role::rejected, Theme::isDark() ? 0.13 : 0.07));
        m_painter.setPen(cell.kind == Kind::pending ? QPen(Theme::color(Role::notJudged), 1, Qt::DashLine)
                                                    : QPen(Theme::color(role), 1.6));
        m_painter.drawRoundedRect(rect.adjusted(0.8, 0.8, -0.8, -0.8), cornerRadius, cornerRadius);
    }
    const QRectF inside = rect.adjusted(5, 2, -4, -2);
    const double half = inside.height() / 2;
    const QRectF upper(inside.left(), inside.top(), inside.width(), half),
        lower(inside.left(), inside.top() + half, inside.width(), half);
    if (cell.token != noToken) {
        m_painter.setFont(Theme::tokenFont(0.92));
        m_painter.setPen(Theme::color(cell.kind == Kind::text || isDiscarded ? Role::muted : Role::text));
        const QString text = tokenText(*row.recording, cell.token, Spaces::visible);
        m_painter.drawText(upper, Qt::AlignLeft | Qt::AlignVCenter,
                           QFontMetricsF(m_painter.font()).elidedText(text, Qt::ElideRight, upper.width()));
    }
    m_painter.setOpacity(1);
    QString below = cell.position >= 0 ? QString::number(cell.position) : QString();
    if (cell.isMasked)
        below = BatchPainterWords::tr("%1, now a gap").arg(below) + orShorter + BatchPainterWords::tr("gap");
    if (cell.others > 0)
        below += QStringLiteral("  +%1").arg(cell.others);
    const double markWidth = mark.isEmpty() ? 0 : QFontMetricsF(Theme::font(0.9, true)).horizontalAdvance(mark) + 2;
    paintFitted(m_painter, lower.adjusted(0, 0, -markWidth, 0), below,
                {isDiscarded ? Role::notJudged : Role::muted, int(Qt::AlignLeft) | int(Qt::AlignVCenter), false, 0.8});
    if (!mark.isEmpty())
        paintFitted(m_painter, lower, mark, {role, int(Qt::AlignRight) | int(Qt::AlignVCenter), true, 0.9});
}

void BatchPainter::paintLabel(const BatchRow& row, int number, bool isCurrent)
{
    const QRectF rect = m_layout.label(number).translated(0, -m_scrolled.y());
    if (rect.bottom() < 0 || rect.top() > m_view.height())
        return;
    m_painter.fillRect(rect, Theme::color(Role::surface));
    if (isCurrent) {
        m_painter.fillRect(rect, Theme::tintUnderWords(Role::target, Theme::isDark() ? 0.2 : 0.1));
        m_painter.fillRect(QRectF(rect.left(), rect.top(), 4, rect.height()), Theme::color(Role::target));
    }
    m_painter.setPen(Theme::color(Role::line));
    m_painter.drawLine(rect.bottomLeft(), rect.bottomRight());
    if (m_scrolled.x() > 0)
        m_painter.drawLine(rect.topRight(), rect.bottomRight());
    const QRectF inside = rect.adjusted(10, 2, -6, -2);
    const auto line = [&](const QRectF& where, const QString& words, const QFont& font, Role role,
                          Qt::TextElideMode elided) {
        m_painter.setFont(font);
        m_painter.setPen(Theme::color(role));
        m_painter.drawText(where, Qt::AlignLeft | Qt::AlignVCenter,
                           QFontMetricsF(font).elidedText(words, elided, where.width()));
    };
    const double half = inside.height() / 2;
    line({inside.left(), inside.top(), inside.width(), half}, row.name, Theme::font(0.95, isCurrent),
         row.isApart ? Role::muted : Role::text, Qt::ElideRight);
    line({inside.left(), inside.top() + half, inside.width(), half}, row.note, Theme::font(0.85), Role::muted,
         row.isApart ? Qt::ElideRight : Qt::ElideLeft);
}

void BatchPainter::paintHeads(bool isTree)
{
    const QRectF strip(0, 0, m_view.width(), m_layout.headHeight);
    m_painter.fillRect(strip, Theme::color(Role::surface));
    m_painter.setPen(Theme::color(Role::line));
    m_painter.drawLine(strip.bottomLeft(), strip.bottomRight());
    const FittedText how{Role::muted, int(Qt::AlignLeft) | int(Qt::AlignVCenter), false, 0.85};
    for (int column = 0; column < m_layout.columns; ++column) {
        const QRectF rect = m_layout.head(column).translated(-m_scrolled.x(), 0);
        if (rect.right() > m_layout.labelWidth && rect.left() < m_view.width())
            paintFitted(m_painter, rect.adjusted(6, 0, -4, 0), nameOf(column, m_columns, isTree), how);
    }
    const QRectF corner(0, 0, m_layout.labelWidth, m_layout.headHeight - 1);
    m_painter.fillRect(corner, Theme::color(Role::surface));
    paintFitted(m_painter, corner.adjusted(10, 0, -6, 0), BatchPainterWords::tr("Sequence"), how);
}

} // namespace draftscope
