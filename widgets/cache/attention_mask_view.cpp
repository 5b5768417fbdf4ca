// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cache/attention_mask_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/item_keys.h"
#include "widgets/style/scrolled_drawing.h"
#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr double smallestPitch = 7, largestPitch = 28, aroundMask = 12; ///< of cells; logical pixels

QFontMetricsF labelMetrics()
{
    return QFontMetricsF(Theme::tokenFont(0.85));
}

double topMargin()
{
    return 1.5 * Theme::smallMetrics().height();
}

} // namespace

std::vector<MaskRow> maskRowsOf(const RoundRecord& round)
{
    if (!round.isVerified())
        return {};
    std::vector<MaskRow> rows{{round.root, -1, -1, true}};
    std::vector<int> rowOfNode(round.nodes.size(), -1);
    for (std::size_t n = 0; n < round.nodes.size(); ++n) {
        const NodeRecord& node = round.nodes[n];
        if (node.pruned)
            continue;
        rowOfNode[n] = int(rows.size());
        const int parent = node.parent < 0 ? 0 : rowOfNode[std::size_t(node.parent)];
        rows.push_back({node.token, int(n), parent, node.verdict == Verdict::accepted});
    }
    const int firstBeside = int(rows.size());
    for (const SideRow& row : round.sideRows)
        rows.push_back({row.token, -1, row.parent < 0 ? 0 : firstBeside + row.parent, false, true});
    return rows;
}

bool attends(const std::vector<MaskRow>& rows, int row, int column)
{
    while (row > column)
        row = rows[std::size_t(row)].parent;
    return row == column;
}

AttentionMaskView::AttentionMaskView(QWidget* parent) : ScrolledView(parent)
{
    setAccessibleName(tr("Attention mask"));
    setFocusPolicy(Qt::TabFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // what lies behind it is not painted
    relayout();
}

void AttentionMaskView::setRows(std::vector<MaskRow> rows, int contextLength, const Recording* recording)
{
    m_nothing.clear();
    m_recording = recording;
    m_contextLength = contextLength;
    if (rows != m_rows) {
        m_rows = std::move(rows);
        m_hovered.reset();
        relayout();
        if (m_current || hasFocus())
            setCurrent(m_current.value_or(Place{0, -1}));
        else
            describe();
    }
    viewport()->update();
}

void AttentionMaskView::setNothing(const QString& why)
{
    m_rows.clear();
    m_hovered.reset();
    m_current.reset();
    m_recording = nullptr;
    m_nothing = why;
    describe();
    relayout();
}

/// The cell that the keys have gone to, or how many rows there are.
void AttentionMaskView::describe()
{
    setAccessibleDescription(m_rows.empty()  ? m_nothing
                                 : m_current ? sentenceOf(m_current->row, m_current->column)
                                             : tr("%1 rows").arg(m_rows.size()));
}

// --- where things are

void AttentionMaskView::relayout()
{
    const QFontMetricsF metrics = labelMetrics();
    m_labelWidth = 0;
    for (const MaskRow& row : m_rows)
        m_labelWidth =
            std::max(m_labelWidth, metrics.horizontalAdvance(tokenText(*m_recording, row.token, Spaces::visible)));
    m_labelWidth = std::clamp(m_labelWidth, 3.0 * metrics.height(), 7.0 * metrics.height());
    m_contextWidth = Theme::smallMetrics().horizontalAdvance(tr("context")) + 8;
    const auto count = double(std::max<std::size_t>(m_rows.size(), 1));
    const double room = viewport()->height() - topMargin() - aroundMask;
    m_pitch = std::floor(std::clamp(room / count, smallestPitch, largestPitch));
    setUpScrollBars(*this,
                    {aroundMask + m_labelWidth + 8 + m_contextWidth + 4 + count * m_pitch + aroundMask,
                     topMargin() + count * m_pitch + aroundMask / 2});
    viewport()->update();
}

QRectF AttentionMaskView::cellRect(int row, int column) const
{
    const QPointF scrolled = scrolledTo(*this);
    const double left = aroundMask + m_labelWidth + 8, y = topMargin() + row * m_pitch - scrolled.y();
    const double between = m_pitch > 10 ? 2 : 1;
    if (column < 0)
        return {left - scrolled.x(), y, m_contextWidth - between, m_pitch - between};
    return {left + m_contextWidth + 4 + column * m_pitch - scrolled.x(), y, m_pitch - between, m_pitch - between};
}

std::optional<AttentionMaskView::Place> AttentionMaskView::placeAt(QPointF point) const
{
    if (m_rows.empty())
        return std::nullopt;
    const QRectF first = cellRect(0, 0);
    const int row = int(std::floor((point.y() - first.top()) / m_pitch));
    const int column = point.x() < first.left() ? -1 : int(std::floor((point.x() - first.left()) / m_pitch));
    const int count = int(m_rows.size());
    return row >= 0 && row < count && column < count ? std::optional(Place{row, column}) : std::nullopt;
}

/// The mouse counts before the keys.
std::optional<AttentionMaskView::Place> AttentionMaskView::lit() const
{
    return m_hovered ? m_hovered : hasFocus() ? m_current : std::nullopt;
}

QString AttentionMaskView::wordFor(int row) const
{
    const MaskRow& shown = m_rows[std::size_t(row)];
    const QString token = quoted(*m_recording, shown.token);
    return shown.isSideRow ? tr("%1 (a guess beside the drafts)").arg(token) : token;
}

QString AttentionMaskView::sentenceOf(int row, int column) const
{
    const auto word = [this](int index) { return wordFor(index); };
    if (column < 0 && m_contextLength == 0)
        return tr("There is nothing before %1.").arg(word(0));
    if (column < 0)
        return m_contextLength == 1
            ? tr("%1 sees the one token before the pass.").arg(word(row))
            : tr("%1 sees the context: %2 tokens before the pass.").arg(word(row), QString::number(m_contextLength));
    if (row == column)
        return tr("%1 sees itself.").arg(word(row));
    return attends(m_rows, row, column)
        ? tr("%1 sees %2, which lies before it on its path.").arg(word(row), word(column))
        : tr("%1 does not see %2, which is not on its path.").arg(word(row), word(column));
}

// --- painting

void AttentionMaskView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), Theme::color(Role::surface));
    if (m_rows.empty()) {
        paintNothing(painter, viewport()->rect(), m_nothing);
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const int count = int(m_rows.size());
    const std::optional<Place> lit = this->lit();
    if (lit) {
        const QRectF row = cellRect(lit->row, -1).united(cellRect(lit->row, count - 1));
        const QRectF column = cellRect(0, lit->column).united(cellRect(count - 1, lit->column));
        for (const QRectF& band : {row, column})
            painter.fillRect(band.adjusted(-1, -1, 1, 1), Theme::tint(Role::target, 0.22));
    }
    const double radius = m_pitch > 10 ? 2 : 0;
    for (int row = 0; row < count; ++row)
        for (int column = -1; column < count; ++column) {
            const QRectF rect = cellRect(row, column);
            if (!rect.intersects(viewport()->rect()))
                continue;
            const bool sees = column < 0 ? m_contextLength > 0 : attends(m_rows, row, column);
            const QColor color = !sees                ? Theme::tint(Role::line, 0.45)
                : m_rows[std::size_t(row)].isAccepted ? Theme::tint(Role::accepted, 0.85)
                                                      : Theme::tint(Role::muted, 0.75);
            painter.setPen(Qt::NoPen);
            painter.setBrush(color);
            // What is not seen is small, so that the mask can be read without its colours.
            const double inset = sees ? 0 : rect.height() * 0.3;
            painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
        }
    paintLabels(painter);
    if (m_current && hasFocus())
        paintFocus(painter, cellRect(m_current->row, m_current->column).adjusted(-2, -2, 2, 2), 3);
}

void AttentionMaskView::paintLabels(QPainter& painter) const
{
    const QFontMetricsF small = Theme::smallMetrics();
    painter.setFont(Theme::smallFont());
    painter.setPen(Theme::color(Role::muted));
    const QRectF context = cellRect(0, -1);
    painter.drawText(QRectF(context.left(), context.top() - topMargin(), context.width(), topMargin()), Qt::AlignCenter,
                     tr("context"));
    const auto title = [&](int first, int count, const QString& words) {
        const QRectF cells = cellRect(0, first).united(cellRect(0, first + count - 1));
        if (count > 0 && cells.width() > small.horizontalAdvance(words))
            painter.drawText(QRectF(cells.left(), cells.top() - topMargin(), cells.width(), topMargin()),
                             Qt::AlignCenter, words);
    };
    const int beside = int(std::ranges::count(m_rows, true, &MaskRow::isSideRow));
    const int others = int(m_rows.size()) - beside;
    title(0, others, beside > 0 ? tr("drafts") : tr("rows of the pass"));
    title(others, beside, tr("guesses"));

    const double scale = std::min(0.85, 0.85 * m_pitch / (0.95 * labelMetrics().height()));
    painter.setFont(Theme::tokenFont(std::max(0.45, scale)));
    const QFontMetricsF metrics(painter.font());
    const std::optional<Place> lit = this->lit();
    for (int row = 0; row < int(m_rows.size()); ++row) {
        const QRectF cell = cellRect(row, -1);
        const MaskRow& shown = m_rows[std::size_t(row)];
        painter.setPen(lit && lit->row == row ? Theme::color(Role::text)
                           : shown.isAccepted ? Theme::color(Role::accepted)
                                              : Theme::color(Role::muted));
        const QRectF label(cell.left() - 8 - m_labelWidth, cell.top() - 3, m_labelWidth, cell.height() + 6);
        painter.drawText(
            label, Qt::AlignRight | Qt::AlignVCenter,
            metrics.elidedText(tokenText(*m_recording, shown.token, Spaces::visible), Qt::ElideRight, m_labelWidth));
    }
}

// --- what people do

void AttentionMaskView::mouseMoveEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position());
    if (place == m_hovered)
        return;
    m_hovered = place;
    viewport()->update();
}

void AttentionMaskView::mousePressEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position());
    if (event->button() == Qt::LeftButton && place)
        chooseNodeOf(place->row);
    else
        ScrolledView::mousePressEvent(event);
}

QString AttentionMaskView::toolTipAt(QPoint viewportPoint) const
{
    const auto place = placeAt(viewportPoint);
    return place ? sentenceOf(place->row, place->column) : QString();
}

void AttentionMaskView::forgetHovered()
{
    if (m_hovered) {
        m_hovered.reset();
        viewport()->update();
    }
}

void AttentionMaskView::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    if (!key || *key == ItemKey::menu || !m_current) {
        ScrolledView::keyPressEvent(event);
        return;
    }
    Place at = *m_current;
    const int count = int(m_rows.size()), page = std::max(1, int(viewport()->height() / m_pitch) - 1);
    switch (*key) {
    case ItemKey::activate:
        chooseNodeOf(at.row);
        return;
    case ItemKey::previous:
    case ItemKey::next:
        at.column += *key == ItemKey::next ? 1 : -1;
        break;
    default:
        at.row = movedBy(*key, at.row, count, page);
        break;
    }
    setCurrent(at);
}

void AttentionMaskView::chooseNodeOf(int row)
{
    if (const MaskRow& chosen = m_rows[std::size_t(row)]; !chosen.isSideRow)
        emit nodeClicked(chosen.node);
}

void AttentionMaskView::setCurrent(Place place)
{
    const int count = int(m_rows.size());
    if (count == 0) {
        m_current.reset();
        describe();
        return;
    }
    m_current = Place{std::clamp(place.row, 0, count - 1), std::clamp(place.column, -1, count - 1)};
    if (hasFocus())
        reveal(*this, cellRect(m_current->row, m_current->column).adjusted(-3, -3, 3, 3));
    describe();
    viewport()->update();
}

void AttentionMaskView::focusInEvent(QFocusEvent* event)
{
    ScrolledView::focusInEvent(event);
    if (!m_current)
        setCurrent({0, -1});
}

QSize AttentionMaskView::sizeHint() const
{
    const int line = int(labelMetrics().height());
    return {line * 20, line * 12};
}

QSize AttentionMaskView::minimumSizeHint() const
{
    const int line = int(labelMetrics().height());
    return {line * 9, line * 5};
}

} // namespace draftscope
