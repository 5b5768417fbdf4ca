// SPDX-License-Identifier: GPL-3.0-or-later
// What people do with the time line: the mouse, its wheel and the keys.
#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>

#include "widgets/style/item_keys.h"
#include "widgets/text/time_line.h"

namespace draftscope {

namespace {

constexpr int notchOfWheel = 120;

} // namespace

/// The frame follows at once, what else shows the moment once a frame.
void TimeLine::dragTo(QPointF point)
{
    const int round = roundAt(point);
    if (round < 0)
        return;
    m_draggedTo = round + 1;
    if (!m_drag.isActive())
        m_drag.start();
}

void TimeLine::mousePressEvent(QMouseEvent* event)
{
    const bool isOnTrack = event->position().x() >= track().left(); // else on the words beside it
    if (event->button() != Qt::LeftButton || roundCount() == 0 || !isOnTrack)
        return;
    m_draggedTo = roundAt(event->position()) + 1;
    if (m_draggedTo == value())
        emit valueChanged(value()); // from within the round to its end
    else
        setValue(m_draggedTo);
}

void TimeLine::mouseMoveEvent(QMouseEvent* event)
{
    if (m_draggedTo >= 0)
        dragTo(event->position());
}

/// Where rounds have come while the button was down, another round lies under the pointer now. The one that lay there
/// when the button went down is gone to.
void TimeLine::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_draggedTo < 0)
        return;
    const int draggedTo = std::exchange(m_draggedTo, -1);
    if (!m_drag.isActive())
        return;
    m_drag.stop();
    setValue(draggedTo);
}

/// From within the last round to its end, which has the same value.
void TimeLine::goOn(int wanted)
{
    if (value() > 0 && value() == maximum() && !m_isOver)
        emit valueChanged(value());
    else
        setValue(std::min(wanted, maximum()));
}

/// Down is on, as in a text.
void TimeLine::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    m_wheel += std::abs(turned.x()) > std::abs(turned.y()) ? turned.x() : turned.y();
    const int notches = m_wheel / notchOfWheel;
    m_wheel -= notches * notchOfWheel;
    if (notches < 0)
        goOn(value() - notches);
    else if (notches > 0)
        setValue(std::max(value() - notches, std::min(value(), 1))); // the wheel does not lead before the first round
    event->accept();
}

void TimeLine::keyPressEvent(QKeyEvent* event)
{
    const auto goTo = [this](int wanted) { wanted < value() ? setValue(std::max(wanted, 0)) : goOn(wanted); };
    if (event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier) {
        switch (event->key()) {
        case Qt::Key_Left:
            return goTo(value() - 1);
        case Qt::Key_Right:
            return goTo(value() + 1);
        case Qt::Key_Home:
            return goTo(0);
        case Qt::Key_End:
            return goTo(maximum());
        default:
            break;
        }
    }
    const auto key = itemKeyOf(*event);
    if (!key || *key == ItemKey::menu || *key == ItemKey::activate)
        event->ignore();
    else
        goTo(movedBy(*key, value(), maximum() + 1, pageStep()));
}

void TimeLine::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuRequested(event->globalPos());
}

} // namespace draftscope
