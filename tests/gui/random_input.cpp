// SPDX-License-Identifier: MIT
// What a random person does with keys and a mouse.
#include <QAbstractButton>
#include <QAccessible>
#include <QHelpEvent>
#include <QTest>
#include <QWheelEvent>
#include <QWindow>

#include "random_person.h"

namespace draftscope::test {

void RandomPerson::pressKey()
{
    struct Chord {
        Qt::Key key;
        Qt::KeyboardModifiers modifiers = Qt::NoModifier;
    };
    static const std::vector<Chord> transport{{Qt::Key_Space},
                                              {Qt::Key_Right},
                                              {Qt::Key_Left},
                                              {Qt::Key_F10},
                                              {Qt::Key_F10, Qt::ShiftModifier},
                                              {Qt::Key_F11, Qt::ShiftModifier},
                                              {Qt::Key_F5},
                                              {Qt::Key_F5, Qt::ShiftModifier},
                                              {Qt::Key_Home},
                                              {Qt::Key_End},
                                              {Qt::Key_F9},
                                              {Qt::Key_R, Qt::ControlModifier}};
    static const std::vector<Chord> others{{Qt::Key_Tab},
                                           {Qt::Key_Backtab, Qt::ShiftModifier},
                                           {Qt::Key_F6},
                                           {Qt::Key_F6, Qt::ShiftModifier},
                                           {Qt::Key_Escape},
                                           {Qt::Key_Return},
                                           {Qt::Key_Up},
                                           {Qt::Key_Down},
                                           {Qt::Key_PageUp},
                                           {Qt::Key_PageDown},
                                           {Qt::Key_Plus},
                                           {Qt::Key_Minus},
                                           {Qt::Key_W, Qt::ControlModifier},
                                           {Qt::Key_Plus, Qt::ControlModifier},
                                           {Qt::Key_Minus, Qt::ControlModifier},
                                           {Qt::Key_0, Qt::ControlModifier},
                                           {Qt::Key_F11},
                                           {Qt::Key_F1},
                                           {Qt::Key_1, Qt::ControlModifier},
                                           {Qt::Key_2, Qt::ControlModifier},
                                           {Qt::Key_1, Qt::AltModifier},
                                           {Qt::Key_3, Qt::AltModifier},
                                           {Qt::Key_4, Qt::AltModifier},
                                           {Qt::Key_5, Qt::AltModifier},
                                           {Qt::Key_7, Qt::AltModifier},
                                           {Qt::Key_9, Qt::AltModifier},
                                           {Qt::Key_0, Qt::AltModifier},
                                           {Qt::Key_Minus, Qt::AltModifier},
                                           {Qt::Key_Menu},
                                           {Qt::Key_Delete},
                                           {Qt::Key_A, Qt::ControlModifier},
                                           {Qt::Key_C, Qt::ControlModifier},
                                           {Qt::Key_V, Qt::ControlModifier},
                                           {Qt::Key_Z, Qt::ControlModifier},
                                           {Qt::Key_F, Qt::AltModifier},
                                           {Qt::Key_Right, Qt::ControlModifier},
                                           {Qt::Key_End, Qt::ControlModifier}};
    const Chord chord = chance(60) ? oneOf(transport) : oneOf(others);
    const int times = chance(15) ? between(2, 12) : 1;
    began(QStringLiteral("press %1 × %2").arg(QKeySequence(chord.modifiers | chord.key).toString()).arg(times));
    for (int i = 0; i < times; ++i)
        QTest::keyClick(whoHasTheKeys(), chord.key, chord.modifiers);
}

void RandomPerson::type()
{
    const QString text = anyText().left(40);
    began("type " + text);
    for (const QChar letter : text)
        if (letter.unicode() < 128 && letter.isPrint())
            QTest::keyClick(whoHasTheKeys(), letter.toLatin1());
}

void RandomPerson::click()
{
    QWidget* const widget = anyWidget();
    const QPoint at = anyPoint(*widget);
    QWindow* const window = widget->window()->windowHandle();
    if (!window)
        return;
    const Qt::MouseButton button = chance(85) ? Qt::LeftButton : Qt::RightButton;
    const Qt::KeyboardModifiers modifiers = chance(10) ? Qt::ShiftModifier
        : chance(10)                                   ? Qt::ControlModifier
                                                       : Qt::NoModifier;
    const QPoint there = widget->mapTo(widget->window(), at);
    const bool isDouble = chance(10);
    began((isDouble ? "double-click " : button == Qt::LeftButton ? "click " : "right-click ") + place(*widget, at));
    if (isDouble)
        QTest::mouseDClick(window, button, modifiers, there);
    else
        QTest::mouseClick(window, button, modifiers, there);
}

void RandomPerson::pushButton()
{
    if (auto* button = anyOf<QAbstractButton>()) {
        began("push " + nameOf(*button) + " " + button->text());
        button->click();
    }
}

void RandomPerson::drag()
{
    QWidget* const widget = anyWidget();
    QWidget* const top = widget->window();
    QWindow* const window = top->windowHandle();
    if (!window)
        return;
    const QPoint from = anyPoint(*widget);
    const QPoint to = chance(60) ? anyPoint(*widget) : widget->mapFrom(top, anyPoint(*top));
    began("drag " + place(*widget, from) + QStringLiteral(" to %1,%2").arg(to.x()).arg(to.y()));
    const QPointer<QWindow> still = window;
    const QPoint start = widget->mapTo(top, from), end = widget->mapTo(top, to);
    QTest::mousePress(window, Qt::LeftButton, {}, start);
    for (int i = 1; i <= 4 && still; ++i)
        QTest::mouseMove(window, start + (end - start) * i / 4);
    if (still)
        QTest::mouseRelease(window, Qt::LeftButton, {}, end);
}

void RandomPerson::wheel()
{
    QWidget* const widget = anyWidget();
    const QPointF at = anyPoint(*widget);
    const QPoint turn = chance(80) ? QPoint(0, between(-3, 3) * 120) : QPoint(between(-3, 3) * 120, 0);
    const Qt::KeyboardModifiers modifiers = chance(30) ? Qt::ControlModifier : Qt::NoModifier;
    began("wheel " + place(*widget, at.toPoint()));
    QWheelEvent event(at, widget->mapToGlobal(at), {}, turn, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(widget, &event);
}

void RandomPerson::rest()
{
    const int milliseconds = chance(20) ? between(100, 400) : between(5, 60);
    began(QStringLiteral("rest %1 ms").arg(milliseconds));
    QTest::qWait(milliseconds);
}

/// The pointer stays: a tool tip comes, and what assistive technology asks for.
void RandomPerson::hover()
{
    const QPointer<QWidget> widget = anyWidget();
    const QPoint at = anyPoint(*widget);
    began("hover " + place(*widget, at));
    if (widget->window()->windowHandle())
        QTest::mouseMove(widget->window()->windowHandle(), widget->mapTo(widget->window(), at));
    if (!widget)
        return; // what was due has removed it
    QHelpEvent event(QEvent::ToolTip, at, widget->mapToGlobal(at));
    QCoreApplication::sendEvent(widget, &event);
    if (QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(widget)) {
        for (const auto kind : {QAccessible::Name, QAccessible::Description, QAccessible::Value, QAccessible::Help})
            accessible->text(kind);
        for (int i = 0; i < std::min(accessible->childCount(), 40); ++i)
            if (QAccessibleInterface* child = accessible->child(i))
                child->text(QAccessible::Name);
    }
}

// --- the window

} // namespace draftscope::test
