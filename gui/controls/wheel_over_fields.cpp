// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controls/wheel_over_fields.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDial>
#include <QEvent>
#include <QSlider>

namespace draftscope {

namespace {

/// Qt gives the focus to a field of that policy before the field receives the wheel.
void takeNoFocusFromWheel(QWidget& field)
{
    if (field.focusPolicy() == Qt::WheelFocus)
        field.setFocusPolicy(Qt::StrongFocus);
}

} // namespace

WheelOverFields::WheelOverFields(QObject* parent) : QObject(parent)
{
    qApp->installEventFilter(this);
    for (QWidget* widget : QApplication::allWidgets()) // those that come later are polished before they are shown
        if (isField(*widget))
            takeNoFocusFromWheel(*widget);
}

bool WheelOverFields::isField(const QWidget& widget)
{
    return qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget)
        || qobject_cast<const QSlider*>(&widget)
        || qobject_cast<const QDial*>(&widget); // no scroll bar, nor the time line
}

bool WheelOverFields::eventFilter(QObject* watched, QEvent* event)
{
    if ((event->type() != QEvent::Wheel && event->type() != QEvent::Polish) || !watched->isWidgetType())
        return false;
    auto& widget = static_cast<QWidget&>(*watched);
    if (!isField(widget))
        return false;
    if (event->type() == QEvent::Polish) {
        takeNoFocusFromWheel(widget);
        return false;
    }
    if (widget.hasFocus())
        return false;
    event->ignore(); // Qt goes on with the parent
    return true;
}

} // namespace draftscope
