// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/scrolled_view.h"

#include <QHelpEvent>

#include "widgets/style/theme.h"
#include "widgets/style/tool_tip.h"

namespace draftscope {

void ScrolledView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (changesSizes(*event)) {
        relayout();
        describe();
    }
    viewport()->update();
}

void ScrolledView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void ScrolledView::scrollContentsBy(int, int)
{
    forgetHovered();
    viewport()->update();
}

bool ScrolledView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showToolTip(help->globalPos(), toolTipAt(help->pos()), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave)
        forgetHovered();
    return QAbstractScrollArea::viewportEvent(event);
}

void ScrolledView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void ScrolledView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace draftscope
