// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/batch_view.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include "widgets/style/focus_ring.h"
#include "widgets/style/item_keys.h"
#include "widgets/style/scrolled_drawing.h"
#include "widgets/words/token_text.h"

namespace draftscope {

BatchView::BatchView(QWidget* parent) : ScrolledView(parent)
{
    setFrameShape(QFrame::NoFrame);
    viewport()->setAutoFillBackground(true);
    viewport()->setBackgroundRole(QPalette::Base);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Batch"));
}

void BatchView::setRows(std::vector<BatchRow> rows, int current)
{
    const bool isOther = current != m_current || rows.size() != m_rows.size();
    const auto momentsOf = [](const std::vector<BatchRow>& of, int row) {
        const bool isThere = row >= 0 && row < int(of.size()) && of[std::size_t(row)].round;
        return isThere ? std::optional(
                   std::pair(of[std::size_t(row)].round->round.round, of[std::size_t(row)].round->round.moments))
                       : std::nullopt;
    };
    const bool hasMoved = isOther || momentsOf(m_rows, m_current) != momentsOf(rows, current);
    m_rows = std::move(rows);
    m_current = current;
    std::vector<const BatchRowRound*> rounds;
    for (const BatchRow& row : m_rows)
        if (row.round)
            rounds.push_back(&*row.round);
    m_columns = columnsOf(rounds);
    relayout();
    if (isOther) // else a person may have scrolled to look at another row
        bringIntoSight(m_current);
    if (hasMoved)
        follow();
    describe();
    viewport()->update();
}

void BatchView::describe()
{
    setAccessibleDescription(description());
}

QString BatchView::description() const
{
    QStringList rows;
    if (m_current >= 0 && m_current < int(m_rows.size()))
        rows << tr("Current: %1.").arg(wordsOf(m_rows[std::size_t(m_current)]));
    for (const BatchRow& row : m_rows)
        rows << wordsOf(row) + QLatin1Char('.');
    return rows.join(QLatin1Char('\n'));
}

QString BatchView::wordsOf(const BatchRow& row) const
{
    QStringList parts{row.name};
    if (row.isApart)
        parts << row.note;
    if (row.round && row.recording)
        for (const BatchCell& cell : cellsOf(*row.round, m_columns, row.recording->header()))
            if (cell.kind != BatchCell::Kind::text && cell.kind != BatchCell::Kind::pending)
                parts << wordsOf(row, cell);
    return parts.join(QStringLiteral("; "));
}

QString BatchView::wordsOf(const BatchRow& row, const BatchCell& cell) const
{
    using Kind = BatchCell::Kind;
    const QString column = m_columns.firstSlot && cell.column != m_columns.drawn()
        ? tr("K/V column %1").arg(*m_columns.firstSlot + cell.column)
        : QString();
    if (cell.kind == Kind::gap)
        return tr("%1 is a gap: it is masked out, and has no position").arg(column);
    if (cell.kind == Kind::pending)
        return tr("nothing yet");
    const QString token = quoted(*row.recording, cell.token);
    QStringList words;
    const RoundRecord& round = row.round->round;
    if (cell.kind == Kind::root)
        words << tr("root %1").arg(token);
    else if (cell.kind == Kind::drawn)
        words << tr("ends with %1 (%2)").arg(token, wordFor(round.draw->source));
    else if (cell.node >= 0)
        words << tr("draft %1: %2").arg(token, wordFor(round.nodes[std::size_t(cell.node)].verdict));
    else
        words << token;
    words << tr("position %1").arg(cell.position);
    if (!column.isEmpty())
        words << column;
    if (cell.isMasked)
        words << tr("which is a gap by now");
    if (cell.others > 0)
        words << tr("and %1 more of this level").arg(cell.others);
    return words.join(QStringLiteral(", "));
}

void BatchView::relayout()
{
    const QFontMetricsF metrics(Theme::font());
    m_layout = BatchLayout::of(int(m_rows.size()), m_rows.empty() ? 0 : m_columns.count(), QSizeF(viewport()->size()),
                               metrics.height());
    setUpScrollBars(*this, m_layout.contentSize);
}

void BatchView::bringIntoSight(int row)
{
    if (row < 0)
        return;
    QRectF rect = m_layout.row(row).translated(-scrolledTo(*this));
    rect.setLeft(0);
    rect.setRight(1);                              // rows only
    rect.setTop(rect.top() - m_layout.headHeight); // the names of columns cover it
    reveal(*this, rect);
}

void BatchView::follow()
{
    const bool isThere = m_current >= 0 && m_current < int(m_rows.size()) && m_rows[std::size_t(m_current)].round;
    const RoundRecord* const round = isThere ? &m_rows[std::size_t(m_current)].round->round : nullptr;
    if (!round || round->moments.empty())
        return;
    const Moment& now = round->moments.back();
    const bool isOfNode = (now.kind == MomentKind::draft || now.kind == MomentKind::judge) && now.node >= 0;
    const int about = isOfNode           ? m_columns.root + round->nodes[std::size_t(now.node)].depth
        : now.kind == MomentKind::verify ? m_columns.root
                                         : m_columns.drawn();
    // The names of rows cover what is left of the first column in sight; some of what comes before is worth seeing,
    // too.
    const QRectF column = m_layout.head(about).translated(-scrolledTo(*this).x(), 0);
    const double before = 2 * m_layout.columnWidth;
    QScrollBar* const bar = horizontalScrollBar();
    if (column.left() - before < m_layout.labelWidth)
        bar->setValue(bar->value() + int(column.left() - before - m_layout.labelWidth));
    else if (column.right() > viewport()->width())
        bar->setValue(bar->value() + int(column.right()) - viewport()->width() + 1);
}

int BatchView::rowAt(QPoint viewportPoint) const
{
    return viewportPoint.y() < m_layout.headHeight ? -1 : m_layout.rowAt(viewportPoint.y() + scrolledTo(*this).y());
}

std::optional<BatchCell> BatchView::cellAt(QPoint viewportPoint) const
{
    const int row = rowAt(viewportPoint);
    if (row < 0 || viewportPoint.x() < m_layout.labelWidth || !m_rows[std::size_t(row)].round)
        return std::nullopt;
    const int column = m_layout.columnAt(viewportPoint.x() + scrolledTo(*this).x());
    const BatchRow& at = m_rows[std::size_t(row)];
    for (const BatchCell& cell : cellsOf(*at.round, m_columns, at.recording->header()))
        if (cell.column == column)
            return cell;
    return std::nullopt;
}

void BatchView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_rows.empty())
        return;
    BatchPainter(painter, m_layout, m_columns, scrolledTo(*this), QSizeF(viewport()->size())).paint(m_rows, m_current);
    if (hasFocus() && m_current >= 0)
        paintFocus(painter, m_layout.label(m_current).translated(0, -scrolledTo(*this).y()).adjusted(2, 2, -2, -2), 5);
}

void BatchView::resizeEvent(QResizeEvent* event)
{
    ScrolledView::resizeEvent(event);
    bringIntoSight(m_current);
    follow();
}

void BatchView::mousePressEvent(QMouseEvent* event)
{
    const int row = rowAt(event->pos());
    if (event->button() != Qt::LeftButton || row < 0)
        return;
    const auto cell = cellAt(event->pos());
    const std::optional<RoundRecord> round =
        m_rows[std::size_t(row)].round ? std::optional(m_rows[std::size_t(row)].round->round) : std::nullopt;
    if (row != m_current)
        emit rowSelected(row);
    if (cell && cell->node >= 0)
        emit contextSelected(round->nodes[std::size_t(cell->node)].parent + 1, cell->node);
    else if (cell && cell->kind == BatchCell::Kind::drawn)
        emit contextSelected(round->draw->context, -1);
}

void BatchView::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    const int page = std::max(1, int((viewport()->height() - m_layout.headHeight) / std::max(1.0, m_layout.rowHeight)));
    const bool isMove = key && *key != ItemKey::activate && *key != ItemKey::menu;
    if (!isMove || m_rows.empty()) {
        ScrolledView::keyPressEvent(event);
        return;
    }
    const int row = movedBy(*key, std::max(0, m_current), int(m_rows.size()), page);
    if (row != m_current)
        emit rowSelected(row);
}

QString BatchView::toolTipAt(QPoint viewportPoint) const
{
    const int row = rowAt(viewportPoint);
    if (row < 0)
        return {};
    const auto cell = cellAt(viewportPoint);
    const BatchRow& at = m_rows[std::size_t(row)];
    return cell ? wordsOf(at, *cell) : at.name + QLatin1Char('\n') + at.note;
}

QSize BatchView::minimumSizeHint() const
{
    const int line = int(QFontMetricsF(Theme::font()).height());
    return {line * 10, line * 3}; // scrolls
}

QSize BatchView::sizeHint() const
{
    const int line = int(QFontMetricsF(Theme::font()).height());
    return {line * 40, line * 15};
}

} // namespace draftscope
