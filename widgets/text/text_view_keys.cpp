// SPDX-License-Identifier: GPL-3.0-or-later
// How the keys go from token to token.
#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QScrollBar>

#include "widgets/style/item_keys.h"
#include "widgets/style/theme.h"
#include "widgets/text/text_view.h"
#include "widgets/words/token_text.h"

namespace draftscope {

void TextView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    if (m_marks.current < 0 || m_marks.selected >= 0)
        setCurrent(m_marks.selected >= 0 ? m_marks.selected : tokenBeside(m_happened, -1));
    viewport()->update();
}

void TextView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void TextView::setCurrent(int index)
{
    m_marks.current = index < tokenCount() ? index : -1;
    bringIntoSight(m_marks.current);
    m_follows = isEndInSight();
    viewport()->update();
    if (m_marks.current < 0 || !m_recording)
        return;
    const CommittedToken& token = m_text[std::size_t(m_marks.current)];
    const QString words = tr("%1, %2, position %3 of %4")
                              .arg(quoted(*m_recording, token.token), wordFor(token.source))
                              .arg(m_marks.current)
                              .arg(tokenCount());
    setAccessibleDescription(m_marks.current < m_happened ? words : words + tr(", to come"));
}

int TextView::tokenBeside(int index, int step) const
{
    for (int i = index + step; i >= 0 && i < tokenCount(); i += step)
        if (m_boxes[std::size_t(i)].rect.width() > 0)
            return i;
    return index < tokenCount() ? index : -1;
}

/// In the line so far away, or the last one in that direction: the token that is nearest to straight above or below.
int TextView::tokenLinesAway(int index, int lines) const
{
    if (index < 0)
        return index;
    const QPointF from = m_boxes[std::size_t(index)].rect.center();
    int found = index;
    double line = from.y();
    for (int i = tokenBeside(index, lines < 0 ? -1 : 1); i != index;) {
        const QPointF center = m_boxes[std::size_t(i)].rect.center();
        if (std::abs(center.y() - from.y()) > (std::abs(lines) + 0.5) * m_lineHeight)
            break;
        const bool isFurther = std::abs(center.y() - from.y()) > std::abs(line - from.y()) + 1;
        const double before = std::abs(m_boxes[std::size_t(found)].rect.center().x() - from.x());
        if (isFurther || (line != from.y() && std::abs(center.x() - from.x()) < before)) {
            found = i;
            line = center.y();
        }
        const int next = tokenBeside(i, lines < 0 ? -1 : 1);
        if (next == i)
            break;
        i = next;
    }
    return found;
}

void TextView::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    if (m_marks.current < 0) // the text has come since the view has the focus
        setCurrent(tokenBeside(m_happened, -1));
    if (!key || *key == ItemKey::menu || m_marks.current < 0) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const int page = std::max(1, int(viewport()->height() / m_lineHeight) - 1);
    switch (*key) {
    case ItemKey::previous:
        return setCurrent(tokenBeside(m_marks.current, -1));
    case ItemKey::next:
        return setCurrent(tokenBeside(m_marks.current, 1));
    case ItemKey::up:
        return setCurrent(tokenLinesAway(m_marks.current, -1));
    case ItemKey::down:
        return setCurrent(tokenLinesAway(m_marks.current, 1));
    case ItemKey::pageUp:
        return setCurrent(tokenLinesAway(m_marks.current, -page));
    case ItemKey::pageDown:
        return setCurrent(tokenLinesAway(m_marks.current, page));
    case ItemKey::first:
        return setCurrent(tokenBeside(-1, 1));
    case ItemKey::last:
        return setCurrent(tokenBeside(tokenCount(), -1));
    case ItemKey::activate:
        setSelected(m_marks.current);
        emit tokenClicked(m_marks.current);
        return;
    case ItemKey::menu:
        return;
    }
}

} // namespace draftscope
