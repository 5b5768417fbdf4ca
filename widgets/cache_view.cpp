// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cache_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include "widgets/focus_ring.h"
#include "widgets/item_keys.h"
#include "widgets/scrolled_drawing.h"
#include "widgets/theme.h"
#include "widgets/token_text.h"

namespace draftscope {

namespace {

constexpr double gap = 2, margin = 12; ///< between cells, around all, in logical pixels
constexpr int together = 8;            ///< cells between which there is more room, so that slots can be counted

QString nameOf(CacheOwner owner)
{
    return owner == CacheOwner::target ? CacheView::tr("Target") : CacheView::tr("Draft");
}

QFontMetricsF smallMetrics()
{
    return QFontMetricsF(Theme::font(0.85));
}

/// The role of a token that was committed so; what the prompt brought is grey, as in the text.
Role roleOfCommitted(TokenSource source)
{
    return source == TokenSource::prompt || source == TokenSource::plain ? Role::notJudged : roleOf(source);
}

} // namespace

int CacheStrip::count(SlotState state) const
{
    return int(std::ranges::count_if(cells, [state](const CacheCell& cell) { return cell.slot.state == state; }));
}

int CacheStrip::rolledBack() const
{
    return int(std::ranges::count_if(
        cells, [](const CacheCell& cell) { return cell.isOfThisRound && cell.slot.state == SlotState::free; }));
}

std::vector<CacheStrip> cacheStripsOf(const CacheTables& tables, const RoundRecord& round,
                                      const std::vector<CommittedToken>& text, const TraceHeader& header)
{
    std::vector<CacheStrip> strips;
    const auto add = [&](CacheOwner owner, const CacheTable& table, int context) {
        CacheStrip strip{owner, context, {}};
        if (!table.empty())
            strip.cells.resize(std::size_t(table.rbegin()->first) + 1);
        for (const auto& [slot, held] : table) {
            CacheCell& cell = strip.cells[std::size_t(slot)];
            cell.slot = held;
            if (held.position >= 0 && held.position < int(text.size()))
                cell.source = text[std::size_t(held.position)].source;
        }
        const int now = int(round.moments.size()) - 1;
        for (const CacheChange& change : round.cacheChanges)
            for (int slot = change.slot; change.cache == owner && slot < change.slot + change.count; ++slot)
                if (slot >= 0 && slot < int(strip.cells.size())) {
                    strip.cells[std::size_t(slot)].isOfThisRound = true;
                    strip.cells[std::size_t(slot)].isNow |= change.moment == now;
                }
        strips.push_back(std::move(strip));
    };
    add(CacheOwner::target, tables.target, header.target.context);
    if (!tables.draft.empty())
        add(CacheOwner::draft, tables.draft, header.draft ? header.draft->context : header.target.context);
    return strips;
}

QString slotsInUse(const std::vector<CacheStrip>& strips)
{
    QStringList parts;
    for (const CacheStrip& strip : strips)
        parts << (strip.owner == CacheOwner::target ? CacheView::tr("target %1 of %2")
                                                    : CacheView::tr("draft %1 of %2"))
                     .arg(strip.count(SlotState::committed) + strip.count(SlotState::speculative))
                     .arg(strip.context);
    return parts.join(QStringLiteral(" · "));
}

CacheView::CacheView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setAccessibleName(tr("K/V cache"));
    setFocusPolicy(Qt::TabFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    relayout();
}

void CacheView::setCaches(std::vector<CacheStrip> strips, const Recording* recording)
{
    m_nothing.clear();
    m_recording = recording;
    if (strips == m_strips) {
        viewport()->update();
        return;
    }
    m_strips = std::move(strips);
    if (m_current && (m_current->strip >= int(m_strips.size())))
        m_current.reset();
    relayout();
    followChanges();
    if (!m_current && hasFocus() && !m_strips.empty())
        setCurrent({0, std::max(0, int(m_strips.front().cells.size()) - 1)});
    else
        describe();
}

/// To who does not see it: the slot that the keys have gone to, or how many are in use.
void CacheView::describe()
{
    if (m_current)
        m_current->slot = std::min(m_current->slot, shownSlots(m_strips[std::size_t(m_current->strip)]) - 1);
    setAccessibleDescription(m_current ? sentenceOf(m_current->strip, m_current->slot) : slotsInUse(m_strips));
}

void CacheView::setNothing(const QString& why)
{
    m_strips.clear();
    m_current.reset();
    m_recording = nullptr;
    m_nothing = why;
    setAccessibleDescription(why);
    relayout();
}

// --- where things are

int CacheView::shownSlots(const CacheStrip& strip) const
{
    // A row is always full: its free slots are there, whatever lies in the others. Of those behind it there is one more row.
    const int used = int(strip.cells.size()), whole = (used / m_columns + 2) * m_columns;
    return std::max(used, std::min(whole, strip.context));
}

int CacheView::rowsOf(const CacheStrip& strip) const
{
    return std::max(1, (shownSlots(strip) + m_columns - 1) / m_columns);
}

double CacheView::rowHeight() const
{
    return m_cellHeight + gap + 1;
}

double CacheView::topOf(int strip) const
{
    const double line = smallMetrics().height();
    double top = 6;
    for (int i = 0; i < strip; ++i)
        top += 1.5 * line + rowsOf(m_strips[std::size_t(i)]) * rowHeight() + 0.7 * line;
    return top;
}

void CacheView::relayout()
{
    const QFontMetricsF metrics = smallMetrics();
    m_cellWidth = std::round(std::max(6.0, 0.5 * metrics.height()));
    m_cellHeight = std::round(0.95 * metrics.height());
    int most = 0;
    for (const CacheStrip& strip : m_strips)
        most = std::max({most, int(strip.cells.size()), std::min(strip.context, 1000)});
    m_left = margin + metrics.horizontalAdvance(QString::number(most)) + 8;
    const double room = viewport()->width() - m_left - margin;
    const double group = together * (m_cellWidth + gap) + gap;
    m_columns = std::max(together, int(room / group) * together);
    // The legend stands under the strips.
    setUpScrollBars(*this, {1.0, topOf(int(m_strips.size())) + 1.6 * metrics.height()});
    verticalScrollBar()->setSingleStep(int(rowHeight()));
    viewport()->update();
}

QRectF CacheView::cellRect(int strip, int slot) const
{
    const int row = slot / m_columns, column = slot % m_columns;
    const double line = smallMetrics().height();
    return {m_left + column * (m_cellWidth + gap) + (column / together) * gap,
            topOf(strip) + 1.5 * line + row * rowHeight() - verticalScrollBar()->value(), m_cellWidth, m_cellHeight};
}

std::optional<CacheView::Place> CacheView::placeAt(QPointF point) const
{
    for (int strip = 0; strip < int(m_strips.size()); ++strip) {
        const QRectF first = cellRect(strip, 0);
        const int row = int(std::floor((point.y() - first.top()) / rowHeight()));
        if (row < 0 || row >= rowsOf(m_strips[std::size_t(strip)]))
            continue;
        const int shown = shownSlots(m_strips[std::size_t(strip)]);
        for (int slot = row * m_columns; slot < std::min(shown, (row + 1) * m_columns); ++slot)
            if (cellRect(strip, slot).adjusted(-1, -1, 1, 1).contains(point))
                return Place{strip, slot};
    }
    return std::nullopt;
}

/// Scrolls to what the moment shown has changed, if there is anything and it is out of sight: of the target rather than of the
/// draft.
void CacheView::followChanges()
{
    for (int strip = 0; strip < int(m_strips.size()); ++strip) {
        const std::vector<CacheCell>& cells = m_strips[std::size_t(strip)].cells;
        const auto last = std::ranges::find_if(cells.rbegin(), cells.rend(), &CacheCell::isNow);
        if (last == cells.rend())
            continue;
        const QRectF rect = cellRect(strip, int(cells.rend() - last) - 1);
        QScrollBar* bar = verticalScrollBar();
        if (rect.top() < 0 || rect.bottom() > viewport()->height())
            bar->setValue(bar->value() + int(rect.bottom() - 0.7 * viewport()->height()));
        return;
    }
}

// --- words

QString CacheView::sentenceOf(int strip, int slot) const
{
    const CacheStrip& cache = m_strips[std::size_t(strip)];
    const QString where = tr("%1, slot %2").arg(nameOf(cache.owner)).arg(slot);
    if (slot >= int(cache.cells.size())
        || (cache.cells[std::size_t(slot)].slot.position < 0
            && cache.cells[std::size_t(slot)].slot.state != SlotState::gap))
        return tr("%1: free.").arg(where);
    const CacheCell& cell = cache.cells[std::size_t(slot)];
    const QString token = quoted(*m_recording, cell.slot.token);
    const QString what = tr("%1: %2 at position %3").arg(where, token).arg(cell.slot.position);
    switch (cell.slot.state) {
    case SlotState::committed:
        return cell.isOfThisRound ? tr("%1, committed in this round (%2).").arg(what, wordFor(cell.source))
                                  : tr("%1, committed (%2).").arg(what, wordFor(cell.source));
    case SlotState::speculative:
        return tr("%1, speculative: it stays if its token is accepted.").arg(what);
    case SlotState::gap:
        return tr("%1: a gap, which no row looks at, so that the sequences of a batch go on in the same slot.")
            .arg(where);
    case SlotState::free:
        break;
    }
    return cell.isOfThisRound ? tr("%1, rolled back in this round: the next row takes the slot.").arg(what)
                              : tr("%1: free. %2 lay in it before.").arg(where, token);
}

// --- painting

void CacheView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), Theme::color(Role::surface));
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_strips.empty()) {
        painter.setPen(Theme::color(Role::muted));
        painter.setFont(Theme::font(0.92));
        painter.drawText(viewport()->rect().adjusted(12, 8, -12, -8), Qt::AlignCenter | Qt::TextWordWrap, m_nothing);
        return;
    }
    for (int strip = 0; strip < int(m_strips.size()); ++strip)
        paintStrip(painter, strip);
    paintLegend(painter);
}

void CacheView::paintStrip(QPainter& painter, int strip) const
{
    const CacheStrip& cache = m_strips[std::size_t(strip)];
    const QFontMetricsF metrics = smallMetrics();
    const double line = metrics.height(), top = topOf(strip) - verticalScrollBar()->value();
    painter.setFont(Theme::font(0.85, true));
    painter.setPen(Theme::color(Role::text));
    const QString name = nameOf(cache.owner);
    painter.drawText(QRectF(margin, top, viewport()->width(), 1.3 * line), Qt::AlignLeft | Qt::AlignVCenter, name);
    QStringList counts{tr("%1 committed").arg(cache.count(SlotState::committed))};
    if (const int speculative = cache.count(SlotState::speculative))
        counts << tr("%1 speculative").arg(speculative);
    if (const int gaps = cache.count(SlotState::gap))
        counts << (gaps == 1 ? tr("1 gap") : tr("%1 gaps").arg(gaps));
    if (const int rolledBack = cache.rolledBack())
        counts << tr("%1 rolled back").arg(rolledBack);
    painter.setPen(Theme::color(Role::muted));
    painter.setFont(Theme::font(0.85));
    const double after = margin + QFontMetricsF(Theme::font(0.85, true)).horizontalAdvance(name) + 8;
    painter.drawText(
        QRectF(after, top, viewport()->width() - after - 4, 1.3 * line), Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(counts.join(QStringLiteral(" · ")), Qt::ElideRight, viewport()->width() - after - 4));

    const int shown = shownSlots(cache);
    for (int row = 0; row < rowsOf(cache); ++row) {
        const QRectF first = cellRect(strip, row * m_columns);
        if (first.bottom() < 0 || first.top() > viewport()->height())
            continue;
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(0, first.top() - gap, m_left - 6, first.height() + 2 * gap),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(row * m_columns));
        for (int slot = row * m_columns; slot < std::min(shown, (row + 1) * m_columns); ++slot) {
            const CacheCell cell = slot < int(cache.cells.size()) ? cache.cells[std::size_t(slot)] : CacheCell();
            paintCell(painter, cellRect(strip, slot), cell);
            if (m_current == Place{strip, slot} && hasFocus())
                paintFocus(painter, cellRect(strip, slot).adjusted(-2, -2, 2, 2), 3);
        }
    }
}

/// Committed slots are full, speculative ones have a broken frame, those rolled back a stroke through them, gaps a dot; free ones
/// are hollow.
void CacheView::paintCell(QPainter& painter, const QRectF& rect, const CacheCell& cell) const
{
    const QRectF inside = rect.adjusted(0.5, 0.5, -0.5, -0.5);
    const auto draw = [&](const QColor& fill, const QPen& frame) {
        painter.setBrush(fill);
        painter.setPen(frame);
        painter.drawRoundedRect(inside, 1.5, 1.5);
    };
    switch (cell.slot.state) {
    case SlotState::committed: {
        const Role role = roleOfCommitted(cell.source);
        const double share = cell.isOfThisRound ? 0.9 : role == Role::notJudged ? 0.55 : 0.4;
        draw(Theme::tint(role, share), cell.isNow ? QPen(Theme::color(Role::text), 1) : QPen(Qt::NoPen));
        break;
    }
    case SlotState::speculative:
        draw(Theme::tint(Role::draft, 0.3), QPen(Theme::color(Role::draft), 1, Qt::DotLine));
        break;
    case SlotState::gap:
        draw(Theme::tint(Role::muted, 0.12), QPen(Qt::NoPen));
        painter.setBrush(Theme::color(Role::muted));
        painter.drawEllipse(inside.center(), 1.5, 1.5);
        break;
    case SlotState::free:
        if (cell.isOfThisRound) {
            draw(Theme::tint(Role::rejected, 0.18), QPen(Theme::tint(Role::rejected, 0.7), 1));
            painter.drawLine(inside.bottomLeft(), inside.topRight());
        } else {
            draw(Theme::tint(Role::line, 0.35), QPen(Theme::color(Role::line), 1));
        }
        break;
    }
}

/// The states that occur, by shape and word: what colours mean for committed ones the text's legend says.
void CacheView::paintLegend(QPainter& painter) const
{
    const QFontMetricsF metrics = smallMetrics();
    const auto occurs = [this](const auto& is) {
        return std::ranges::any_of(m_strips,
                                   [&](const CacheStrip& strip) { return std::ranges::any_of(strip.cells, is); });
    };
    const auto with = [](SlotState state, bool isOfThisRound, TokenSource source = TokenSource::prompt) {
        return CacheCell{{state, 0, noToken}, source, isOfThisRound, false};
    };
    const std::array<std::pair<CacheCell, QString>, 8> entries{{
        {with(SlotState::committed, false), tr("prompt")},
        {with(SlotState::committed, false, TokenSource::accepted), tr("accepted draft")},
        {with(SlotState::committed, false, TokenSource::residual), tr("residual")},
        {with(SlotState::committed, false, TokenSource::bonus), tr("bonus")},
        {with(SlotState::committed, false, TokenSource::plain), tr("plain")},
        {with(SlotState::speculative, true), tr("speculative")},
        {with(SlotState::free, true), tr("rolled back")},
        {with(SlotState::gap, false), tr("gap")},
    }};
    double x = margin;
    const double y = topOf(int(m_strips.size())) - verticalScrollBar()->value();
    painter.setFont(Theme::font(0.85));
    for (const auto& [cell, word] : entries) {
        const bool isThere = occurs([&entry = cell](const CacheCell& other) {
            return other.slot.state == entry.slot.state
                && (entry.slot.state == SlotState::committed  ? other.source == entry.source
                        : entry.slot.state == SlotState::free ? other.isOfThisRound
                                                              : true);
        });
        const double width = m_cellWidth + 5 + metrics.horizontalAdvance(word);
        if (!isThere || x + width > viewport()->width())
            continue;
        CacheCell sample = cell;
        sample.isOfThisRound |= sample.slot.state == SlotState::committed && sample.source != TokenSource::prompt;
        paintCell(painter, {x, y + (metrics.height() - m_cellHeight) / 2, m_cellWidth, m_cellHeight}, sample);
        painter.setPen(Theme::color(Role::muted));
        painter.drawText(QRectF(x + m_cellWidth + 5, y, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         word);
        x += width + 10;
    }
}

// --- what people do

void CacheView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
    followChanges();
}

void CacheView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        relayout();
    viewport()->update();
}

void CacheView::scrollContentsBy(int, int)
{
    viewport()->update();
}

void CacheView::mousePressEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position());
    if (event->button() == Qt::LeftButton && place)
        activate(*place);
    else
        QAbstractScrollArea::mousePressEvent(event);
}

void CacheView::activate(Place place)
{
    const std::vector<CacheCell>& cells = m_strips[std::size_t(place.strip)].cells;
    if (place.slot < int(cells.size()) && cells[std::size_t(place.slot)].slot.state == SlotState::committed)
        emit positionClicked(cells[std::size_t(place.slot)].slot.position);
}

bool CacheView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto place = placeAt(help->pos()))
        QToolTip::showText(help->globalPos(), sentenceOf(place->strip, place->slot), viewport());
    else
        QToolTip::hideText();
    return true;
}

void CacheView::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    if (!key || *key == ItemKey::menu || !m_current) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    if (*key == ItemKey::activate)
        return activate(*m_current);
    Place at = *m_current;
    const int shown = shownSlots(m_strips[std::size_t(at.strip)]);
    const int page = std::max(1, int(viewport()->height() / rowHeight()) - 1) * m_columns;
    const bool isOn = *key == ItemKey::down || *key == ItemKey::next || *key == ItemKey::pageDown;
    if (*key == ItemKey::down && at.slot + m_columns >= shown && at.strip + 1 < int(m_strips.size()))
        at = {at.strip + 1, at.slot % m_columns};
    else if (*key == ItemKey::up && at.slot < m_columns && at.strip > 0)
        at = {at.strip - 1, (rowsOf(m_strips[std::size_t(at.strip - 1)]) - 1) * m_columns + at.slot};
    else if (*key == ItemKey::first || *key == ItemKey::last)
        at.slot = *key == ItemKey::first ? 0 : int(m_strips[std::size_t(at.strip)].cells.size()) - 1;
    else
        at.slot += (isOn ? 1 : -1)
            * (*key == ItemKey::up || *key == ItemKey::down               ? m_columns
                   : *key == ItemKey::pageUp || *key == ItemKey::pageDown ? page
                                                                          : 1);
    setCurrent(at);
}

void CacheView::setCurrent(Place place)
{
    if (m_strips.empty())
        return;
    place.slot = std::clamp(place.slot, 0, shownSlots(m_strips[std::size_t(place.strip)]) - 1);
    m_current = place;
    const QRectF rect = cellRect(place.strip, place.slot).adjusted(0, -3, 0, 3);
    QScrollBar* bar = verticalScrollBar();
    if (rect.top() < 0)
        bar->setValue(bar->value() + int(std::floor(rect.top())));
    else if (rect.bottom() > viewport()->height())
        bar->setValue(bar->value() + int(std::ceil(rect.bottom() - viewport()->height())));
    setAccessibleDescription(sentenceOf(place.strip, place.slot));
    viewport()->update();
}

/// The keys begin where the text ends.
void CacheView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    if (!m_current && !m_strips.empty())
        setCurrent({0, std::max(0, int(m_strips.front().cells.size()) - 1)});
    viewport()->update();
}

void CacheView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

QSize CacheView::sizeHint() const
{
    const int line = int(smallMetrics().height());
    return {line * 18, line * 10};
}

QSize CacheView::minimumSizeHint() const
{
    const int line = int(smallMetrics().height());
    return {line * 9, line * 4};
}

} // namespace draftscope
