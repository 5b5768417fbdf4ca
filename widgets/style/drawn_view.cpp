// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/drawn_view.h"

#include <algorithm>

#include <QHelpEvent>
#include <QKeyEvent>

#include "widgets/style/item_keys.h"
#include "widgets/style/theme.h"
#include "widgets/style/tool_tip.h"

namespace draftscope {

void DrawnView::setCurrent(int item)
{
    m_current = std::clamp(item, -1, itemCount() - 1);
    describe();
    update();
}

void DrawnView::itemsChanged()
{
    setCurrent(m_current);
}

void DrawnView::describe()
{
    setAccessibleDescription(spokenWords());
}

bool DrawnView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    showToolTip(help->globalPos(), toolTipAt(help->pos()), this);
    return true;
}

void DrawnView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (changesSizes(*event)) {
        updateGeometry();
        describe();
    }
    update();
}

void DrawnView::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    if (!key || *key == ItemKey::menu || *key == ItemKey::activate || itemCount() == 0)
        QWidget::keyPressEvent(event);
    else
        setCurrent(movedBy(*key, std::max(0, m_current), itemCount(), itemsOfPage()));
}

void DrawnView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    setCurrent(m_current < 0 ? firstCurrent() : m_current);
}

} // namespace draftscope
