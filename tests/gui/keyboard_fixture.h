// SPDX-License-Identifier: MIT
// The whole window, driven with the keyboard alone.
#pragma once

#include <QAccessible>

#include "window_fixture.h"

namespace draftscope::test {

struct KeyboardWindow : WindowFixture {
    explicit KeyboardWindow(QSize size = {1280, 800}) : WindowFixture(test::quickSetup(), size) {}

    [[nodiscard]] static QWidget* focus() { return QApplication::focusWidget(); }
    [[nodiscard]] bool isHome() const { return focus() == &window.workspace(); }
    /// Every stop that Tab comes to, from home until it comes round.
    std::vector<QWidget*> tabStops(Qt::Key key = Qt::Key_Tab)
    {
        window.workspace().setFocus();
        std::vector<QWidget*> stops;
        constexpr std::size_t most = 200;
        const Qt::KeyboardModifiers modifiers = key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier;
        for (press(key, modifiers); stops.size() < most; press(key, modifiers)) {
            if (!stops.empty() && focus() == stops.front())
                return stops;
            stops.push_back(focus());
        }
        return {};
    }
    /// Presses Tab until the widget has the focus.
    bool tabTo(const QWidget* widget)
    {
        window.workspace().setFocus();
        constexpr int most = 200;
        for (int i = 0; i < most && focus() != widget; ++i)
            press(Qt::Key_Tab);
        return focus() == widget;
    }
    template <class View>
    [[nodiscard]] View* view() const
    {
        return window.findChild<View*>();
    }
    [[nodiscard]] QAction* action(const QString& text) const
    {
        for (auto* candidate : window.findChildren<QAction*>())
            if (candidate->text() == text)
                return candidate;
        return nullptr;
    }
};

inline QString nameOf(QWidget* widget)
{
    if (!widget->accessibleName().isEmpty()) // of a box Qt gives what is chosen
        return widget->accessibleName();
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
    return interface ? interface->text(QAccessible::Name) : QString();
}

/// For messages: "QComboBox Target".
inline QString describe(QWidget* widget)
{
    return QStringLiteral("%1 “%2” %3")
        .arg(QLatin1String(widget->metaObject()->className()), nameOf(widget), widget->objectName());
}

} // namespace draftscope::test
