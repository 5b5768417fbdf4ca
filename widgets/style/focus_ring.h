// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QRectF>
#include <QWidget>

class QPainter;

namespace draftscope {

/// The one mark of what has the keyboard's focus, for widgets and for the current item of a view alike: a line along
/// the inside of `rect`.
void paintFocus(QPainter& painter, const QRectF& rect, double radius = 5);

/// While there is one, nothing is marked: pictures of a view do not show where the keys are.
class FocusMarksHidden {
public:
    FocusMarksHidden();
    ~FocusMarksHidden();
    FocusMarksHidden(const FocusMarksHidden&) = delete;
    FocusMarksHidden& operator=(const FocusMarksHidden&) = delete;
};

/// Puts that mark on the widget that has the focus, in a window, its floating panels and its dialogs, and scrolls to
/// the widget where it is out of sight. Widgets that the Tab key does not stop at have no mark.
class FocusRing : public QObject {
    Q_OBJECT
public:
    explicit FocusRing(QWidget* window);
    ~FocusRing() override;

private:
    void mark(QWidget* widget);
    QWidget* m_window;
    QPointer<QWidget> m_ring; ///< a child of the widget marked
};

} // namespace draftscope
