// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cache/cache_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include "widgets/cache/cache_painter.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/item_keys.h"
#include "widgets/style/scrolled_drawing.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr double betweenCells = 2, aroundCache = 12; ///< between cells, around all, in logical pixels
constexpr int together = 8; ///< cells between which there is more room, so that slots can be counted

} // namespace

CacheView::CacheView(QWidget* parent) : ScrolledView(parent), m_motion(*viewport())
{
    setAccessibleName(tr("K/V cache"));
    setFocusPolicy(Qt::TabFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // what lies behind it is not painted
    relayout();
}

void CacheView::setCaches(std::vector<CacheStrip> strips, const Recording* recording,
                          const std::optional<RoundRecord>& round)
{
    const bool isOther = !m_nothing.isEmpty() || recording != m_recording || strips.size() != m_strips.size();
    m_nothing.clear();
    m_recording = recording;
    const bool wasMoving = m_motion.progress() < 1; // and is seen on its way
    m_motion.follow(round);
    if (strips == m_strips && !isOther && !wasMoving)
        return;
    const Places placesBefore = places();
    m_before = std::exchange(m_strips, std::move(strips));
    const std::vector<CacheLegendEntry> legendBefore = m_legend;
    if (m_current && (m_current->strip >= int(m_strips.size())))
        m_current.reset();
    layOut();
    followChanges();
    if (!m_current && hasFocus() && !m_strips.empty())
        setCurrent(endOfText());
    else
        describe();
    // A round changes a few cells of thousands: only these are painted again.
    if (isOther || wasMoving || hasFocus() || places() != placesBefore || m_legend != legendBefore)
        viewport()->update();
    else
        updateChanged(m_before);
}

CacheView::Places CacheView::places() const
{
    Places places{.rows = {}, .columns = m_columns, .scrolled = verticalScrollBar()->value(), .left = m_left};
    for (const CacheStrip& strip : m_strips)
        places.rows.push_back(rowsOf(strip));
    return places;
}

void CacheView::updateChanged(const std::vector<CacheStrip>& before)
{
    static const CacheCell neverWritten;
    QRegion changed;
    for (int strip = 0; strip < int(m_strips.size()); ++strip) {
        const std::vector<CacheCell>&now = m_strips[std::size_t(strip)].cells, &then = before[std::size_t(strip)].cells;
        const double title = topOf(strip) - verticalScrollBar()->value();
        changed += QRectF(0, title, viewport()->width(), 1.5 * Theme::smallMetrics().height()).toAlignedRect();
        for (std::size_t slot = 0; slot < std::max(now.size(), then.size()); ++slot) {
            const CacheCell& is = slot < now.size() ? now[slot] : neverWritten;
            const CacheCell& was = slot < then.size() ? then[slot] : neverWritten;
            if (is != was)
                changed += cellRect(strip, int(slot)).toAlignedRect().adjusted(-1, -1, 1, 1);
        }
    }
    viewport()->update(changed);
}

/// The last slot of the target that has been written.
CacheView::Place CacheView::endOfText() const
{
    return {0, std::max(0, int(m_strips.front().cells.size()) - 1)};
}

/// The slot that the keys have gone to, or how many are in use.
void CacheView::describe()
{
    if (m_current)
        m_current->slot = std::min(m_current->slot, shownSlots(m_strips[std::size_t(m_current->strip)]) - 1);
    setAccessibleDescription(m_strips.empty() ? m_nothing
                                 : m_current  ? sentenceOf(m_current->strip, m_current->slot)
                                              : slotsInUse(m_strips));
}

void CacheView::setNothing(const QString& why)
{
    m_strips.clear();
    m_before.clear();
    m_motion.follow(std::nullopt);
    m_current.reset();
    m_recording = nullptr;
    m_nothing = why;
    describe();
    relayout();
}

// --- where things are

int CacheView::shownSlots(const CacheStrip& strip) const
{
    // A row is always full: its free slots are there, whatever lies in the others. Of those behind it there is one more
    // row.
    const int used = int(strip.cells.size()), whole = (used / m_columns + 2) * m_columns;
    return std::max(used, std::min(whole, strip.context));
}

int CacheView::rowsOf(const CacheStrip& strip) const
{
    return std::max(1, (shownSlots(strip) + m_columns - 1) / m_columns);
}

double CacheView::rowHeight() const
{
    return m_cellHeight + betweenCells + 1;
}

double CacheView::topOf(int strip) const
{
    const double line = Theme::smallMetrics().height();
    double top = 6;
    for (int i = 0; i < strip; ++i)
        top += 1.5 * line + rowsOf(m_strips[std::size_t(i)]) * rowHeight() + 0.7 * line;
    return top;
}

void CacheView::relayout()
{
    layOut();
    viewport()->update();
}

void CacheView::layOut()
{
    const QFontMetricsF metrics = Theme::smallMetrics();
    m_cellWidth = std::round(std::max(6.0, 0.5 * metrics.height()));
    m_cellHeight = std::round(0.95 * metrics.height());
    int most = 0;
    for (const CacheStrip& strip : m_strips)
        most = std::max({most, int(strip.cells.size()), std::min(strip.context, 1000)});
    m_left = aroundCache + metrics.horizontalAdvance(QString::number(most)) + 8;
    const double room = viewport()->width() - m_left - aroundCache;
    const double group = together * (m_cellWidth + betweenCells) + betweenCells;
    m_columns = std::max(together, int(room / group) * together);
    // The legend stands under the strips.
    m_legend = cacheLegendOf(m_strips, hasFreeCells());
    const std::vector<QPointF> legend = legendPlaces();
    const double below = (legend.empty() ? 0 : legend.back().y()) + 1.6 * metrics.height();
    setUpScrollBars(*this, {1.0, topOf(int(m_strips.size())) + below});
    verticalScrollBar()->setSingleStep(int(rowHeight()));
}

QRectF CacheView::cellRect(int strip, int slot) const
{
    const int row = slot / m_columns;
    const double top =
        topOf(strip) + 1.5 * Theme::smallMetrics().height() + row * rowHeight() - verticalScrollBar()->value();
    return cellRect(QRectF(m_left, top, m_cellWidth, m_cellHeight), slot % m_columns);
}

QRectF CacheView::cellRect(const QRectF& first, int column) const
{
    const int groupsBefore = column / together;
    return {m_left + column * (m_cellWidth + betweenCells) + groupsBefore * betweenCells, first.top(), m_cellWidth,
            m_cellHeight};
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

/// Scrolls to what the moment shown has changed, if there is anything and it is out of sight: of the target rather than
/// of the draft.
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
    return draftscope::sentenceOf(m_strips[std::size_t(strip)], slot, *m_recording);
}

// --- painting

void CacheView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), Theme::color(Role::surface));
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_strips.empty()) {
        paintNothing(painter, viewport()->rect(), m_nothing);
        return;
    }
    for (int strip = 0; strip < int(m_strips.size()); ++strip)
        paintStrip(painter, strip, event->region());
    paintLegend(painter);
}

void CacheView::paintStrip(QPainter& painter, int strip, const QRegion& wanted) const
{
    const CacheStrip& cache = m_strips[std::size_t(strip)];
    const QFontMetricsF metrics = Theme::smallMetrics();
    const double line = metrics.height(), top = topOf(strip) - verticalScrollBar()->value();
    const auto isWanted = [&wanted](const QRectF& rect) { return wanted.intersects(rect.toAlignedRect()); };
    painter.setFont(Theme::font(0.85, true));
    painter.setPen(Theme::color(Role::text));
    const QString name = titleOf(cache.owner);
    painter.drawText(QRectF(aroundCache, top, viewport()->width(), 1.3 * line), Qt::AlignLeft | Qt::AlignVCenter, name);
    painter.setPen(Theme::color(Role::muted));
    painter.setFont(Theme::smallFont());
    const double after = aroundCache + QFontMetricsF(Theme::font(0.85, true)).horizontalAdvance(name) + 8;
    painter.drawText(QRectF(after, top, viewport()->width() - after - 4, 1.3 * line), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(countsOf(cache), Qt::ElideRight, viewport()->width() - after - 4));

    const int shown = shownSlots(cache);
    for (int row = 0; row < rowsOf(cache); ++row) {
        const QRectF first = cellRect(strip, row * m_columns);
        if (first.bottom() < 0)
            continue;
        if (first.top() > viewport()->height())
            break;
        const QRectF number(0, first.top() - betweenCells, m_left - 6, first.height() + 2 * betweenCells);
        if (!isWanted(QRectF(0, number.top(), viewport()->width(), number.height())))
            continue;
        painter.setPen(Theme::color(Role::muted));
        if (isWanted(number))
            painter.drawText(number, Qt::AlignRight | Qt::AlignVCenter, QString::number(row * m_columns));
        for (int slot = row * m_columns; slot < std::min(shown, (row + 1) * m_columns); ++slot) {
            const QRectF rect = cellRect(first, slot % m_columns);
            const bool isCurrent = m_current == Place{strip, slot} && hasFocus();
            if (!isCurrent && !isWanted(rect))
                continue;
            paintCell(painter, rect, strip, slot);
            if (isCurrent)
                paintFocus(painter, rect.adjusted(-2, -2, 2, 2), 3);
        }
    }
}

void CacheView::paintCell(QPainter& painter, const QRectF& rect, int strip, int slot) const
{
    const auto cellOf = [&](const std::vector<CacheStrip>& strips) {
        const std::vector<CacheCell>& cells = strips[std::size_t(strip)].cells;
        return slot < int(cells.size()) ? cells[std::size_t(slot)] : CacheCell();
    };
    const CacheCell cell = cellOf(m_strips);
    const double progress = m_motion.progress();
    paintCacheCell(painter, rect, cell);
    if (progress >= 1 || strip >= int(m_before.size()))
        return;
    if (const CacheCell before = cellOf(m_before); before.slot.state != cell.slot.state) {
        // It shrinks, too: a change of colour alone would not be seen by everybody.
        const double gone = slowingDown(progress);
        painter.setOpacity(1 - gone);
        paintCacheCell(painter, rect.adjusted(0, rect.height() * gone / 2, 0, -rect.height() * gone / 2), before);
        painter.setOpacity(1);
    }
}

// --- what people do

void CacheView::resizeEvent(QResizeEvent* event)
{
    ScrolledView::resizeEvent(event);
    followChanges();
}

void CacheView::mousePressEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position());
    if (event->button() == Qt::LeftButton && place)
        activate(*place);
    else
        ScrolledView::mousePressEvent(event);
}

void CacheView::activate(Place place)
{
    const std::vector<CacheCell>& cells = m_strips[std::size_t(place.strip)].cells;
    if (place.slot < int(cells.size()) && cells[std::size_t(place.slot)].slot.state == SlotState::committed)
        emit positionClicked(cells[std::size_t(place.slot)].slot.position);
}

QString CacheView::toolTipAt(QPoint viewportPoint) const
{
    const auto place = placeAt(viewportPoint);
    return place ? sentenceOf(place->strip, place->slot) : QString();
}

void CacheView::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    if (!key || *key == ItemKey::menu || !m_current) {
        ScrolledView::keyPressEvent(event);
        return;
    }
    const Place at = *m_current;
    const int shown = shownSlots(m_strips[std::size_t(at.strip)]), column = at.slot % m_columns;
    const int page = std::max(1, int(viewport()->height() / rowHeight()) - 1) * m_columns;
    const bool hasNext = at.strip + 1 < int(m_strips.size());
    switch (*key) {
    case ItemKey::previous:
    case ItemKey::next:
        return setCurrent({at.strip, at.slot + (*key == ItemKey::next ? 1 : -1)});
    case ItemKey::up:
        if (at.slot >= m_columns)
            setCurrent({at.strip, at.slot - m_columns});
        else if (at.strip > 0)
            setCurrent({at.strip - 1, (rowsOf(m_strips[std::size_t(at.strip - 1)]) - 1) * m_columns + column});
        return;
    case ItemKey::down:
        if (at.slot + m_columns < shown)
            setCurrent({at.strip, at.slot + m_columns});
        else if (hasNext)
            setCurrent({at.strip + 1, column});
        return;
    case ItemKey::pageUp:
    case ItemKey::pageDown:
        return setCurrent({at.strip, at.slot + (*key == ItemKey::pageDown ? page : -page)});
    case ItemKey::first:
        return setCurrent({at.strip, 0});
    case ItemKey::last:
        return setCurrent({at.strip, int(m_strips[std::size_t(at.strip)].cells.size()) - 1});
    case ItemKey::activate:
        return activate(at);
    case ItemKey::menu:
        return;
    }
}

void CacheView::setCurrent(Place place)
{
    if (m_strips.empty())
        return;
    place.slot = std::clamp(place.slot, 0, shownSlots(m_strips[std::size_t(place.strip)]) - 1);
    m_current = place;
    reveal(*this, cellRect(place.strip, place.slot).adjusted(0, -3, 0, 3));
    setAccessibleDescription(sentenceOf(place.strip, place.slot));
    viewport()->update();
}

/// The keys begin where the text ends.
void CacheView::focusInEvent(QFocusEvent* event)
{
    ScrolledView::focusInEvent(event);
    if (!m_current && !m_strips.empty())
        setCurrent(endOfText());
}

QSize CacheView::sizeHint() const
{
    const int line = int(Theme::smallMetrics().height());
    return {line * 18, line * 10};
}

QSize CacheView::minimumSizeHint() const
{
    const int line = int(Theme::smallMetrics().height());
    return {line * 9, line * 4};
}

} // namespace draftscope
