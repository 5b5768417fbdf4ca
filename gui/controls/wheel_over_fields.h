// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace draftscope {

/// Keeps the mouse wheel from changing fields that do not have the focus, in every window of the program: there the
/// wheel scrolls what the field lies in. Fields are lists to choose from, number fields and sliders; the time line is a
/// view. One that was clicked or reached with Tab takes the wheel as usual. An instance filters the events of the
/// application for as long as it lives; several do no harm.
class WheelOverFields : public QObject {
    Q_OBJECT
public:
    explicit WheelOverFields(QObject* parent);

    /// The wheel changes the value of such a widget where Qt decides.
    [[nodiscard]] static bool isField(const QWidget& widget);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace draftscope
