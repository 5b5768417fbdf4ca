// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>

namespace draftscope {

/// A view that scrolls over a drawing (scrolled_drawing.h helps with that): it lays the drawing out again when its room
/// or its fonts change, and gives tool tips.
class ScrolledView : public QAbstractScrollArea {
public:
    using QAbstractScrollArea::QAbstractScrollArea;

protected:
    virtual void relayout() = 0;    ///< for the room and the fonts of now
    virtual void describe() = 0;    ///< to assistive technology
    virtual void forgetHovered() {} ///< the mouse has left, or the drawing has moved under it
    [[nodiscard]] virtual QString toolTipAt(QPoint) const { return {}; } ///< of the viewport; empty for none

    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
};

} // namespace draftscope
