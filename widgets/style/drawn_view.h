// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace draftscope {

/// A view that paints a row of items: bars, columns, points. One of them can be the current item, which the keys of
/// item_keys.h move and assistive technology reads; the mouse gets a tool tip.
class DrawnView : public QWidget {
public:
    using QWidget::QWidget;
    [[nodiscard]] int current() const { return m_current; } ///< that the keys have gone to; -1 for none

protected:
    [[nodiscard]] virtual int itemCount() const = 0;
    [[nodiscard]] virtual int itemsOfPage() const { return 8; } ///< that Page Up and Page Down go over
    /// The current item of a view that gets the focus and has none yet; -1 leaves it without one.
    [[nodiscard]] virtual int firstCurrent() const { return 0; }
    [[nodiscard]] virtual QString toolTipAt(QPoint position) const = 0; ///< empty for none
    /// What assistive technology reads: of the current item or, without one, of the view.
    [[nodiscard]] virtual QString spokenWords() const = 0;

    void setCurrent(int item); ///< the nearest that there is
    /// To be called when what is shown is another: the current item may have gone.
    void itemsChanged();
    void describe(); ///< says spokenWords() to assistive technology

    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    int m_current = -1;
};

} // namespace draftscope
