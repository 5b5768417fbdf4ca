// SPDX-License-Identifier: MIT
#include "random_person.h"

#include <QFileDialog>
#include <QTest>

namespace draftscope::test {

QString RandomPerson::nameOf(const QWidget& widget)
{
    const QString name = widget.accessibleName().isEmpty() ? widget.objectName() : widget.accessibleName();
    return QLatin1String(widget.metaObject()->className()) + (name.isEmpty() ? QString() : " “" + name + "”");
}

RandomPerson::RandomPerson(Navigation& navigation, MainWindow& window, const RandomFiles& files, unsigned seed)
    : m_navigation(navigation), m_window(window), m_files(files), m_seed(seed)
{
}

const std::vector<RandomPerson::Kind>& RandomPerson::kinds()
{
    static const std::vector<Kind> all{
        {24, &RandomPerson::pressKey},   {3, &RandomPerson::type},          {16, &RandomPerson::click},
        {8, &RandomPerson::pushButton},  {6, &RandomPerson::drag},          {4, &RandomPerson::wheel},
        {8, &RandomPerson::rest},        {4, &RandomPerson::hover},         {3, &RandomPerson::resize},
        {1, &RandomPerson::chooseTheme}, {8, &RandomPerson::triggerAction}, {3, &RandomPerson::movePanels},
        {4, &RandomPerson::drop},        {5, &RandomPerson::typeIntoField}, {6, &RandomPerson::chooseFromList},
        {4, &RandomPerson::changeSetup}, {6, &RandomPerson::whatIf},        {6, &RandomPerson::goSomewhere},
        {6, &RandomPerson::changeLanes}, {3, &RandomPerson::useFiles},      {1, &RandomPerson::spoilModel},
    };
    return all;
}

void RandomPerson::step(int number, const Began& began)
{
    m_random.seed(m_seed * 1'000'003u + unsigned(number));
    m_began = began;
    QWidget* const modal = QApplication::activeModalWidget();
    if (auto* dialog = qobject_cast<QFileDialog*>(modal)) {
        answerDialog(*dialog); // so that no files outside the folder are touched
        return;
    }
    if (modal && chance(30)) {
        began("close " + nameOf(*modal));
        modal->close();
        return;
    }
    int total = 0;
    for (const Kind& kind : kinds())
        total += kind.weight;
    int at = below(total);
    for (const Kind& kind : kinds())
        if ((at -= kind.weight) < 0) {
            (this->*kind.deed)();
            return;
        }
}

void RandomPerson::letGo()
{
    if (QWidget* popup = QApplication::activePopupWidget()) {
        popup->close();
        return;
    }
    if (QWidget* modal = QApplication::activeModalWidget()) {
        modal->close();
        return;
    }
    for (QWidget* window : QApplication::topLevelWidgets()) // a drag ends where the button is let go
        if (window->isVisible() && window->windowHandle()) {
            QTest::mouseRelease(window->windowHandle(), Qt::LeftButton, {}, QPoint(5, 5));
            return;
        }
}

// --- who is there

QWidgetList RandomPerson::visibleWidgets() const
{
    const QWidget* root = QApplication::activePopupWidget();
    if (!root)
        root = QApplication::activeModalWidget();
    if (!root)
        root = &m_window;
    QWidgetList visible;
    for (QWidget* widget : root->findChildren<QWidget*>())
        if (widget->isVisible() && !widget->size().isEmpty() && !qobject_cast<QFileDialog*>(widget->window()))
            visible << widget;
    if (visible.isEmpty() || root != &m_window)
        visible << const_cast<QWidget*>(root);
    return visible;
}

QWidget* RandomPerson::anyWidget()
{
    QWidgetList widgets = visibleWidgets();
    if (chance(50)) { // views and fields rather than labels and frames
        QWidgetList wanted;
        for (QWidget* widget : widgets)
            if (widget->focusPolicy() != Qt::NoFocus)
                wanted << widget;
        if (!wanted.isEmpty())
            widgets = wanted;
    }
    return oneOf(widgets);
}

QWidget* RandomPerson::whoHasTheKeys() const
{
    if (QWidget* popup = QApplication::activePopupWidget())
        return popup;
    QWidget* const focus = QApplication::focusWidget();
    QWidget* const modal = QApplication::activeModalWidget();
    if (modal && (!focus || !modal->isAncestorOf(focus)))
        return modal;
    return focus ? focus : &m_window;
}

QString RandomPerson::place(const QWidget& widget, QPoint at) const
{
    return QStringLiteral("%1 %2,%3").arg(nameOf(widget)).arg(at.x()).arg(at.y());
}

QString RandomPerson::anyText()
{
    const QStringList texts{"",
                            "0",
                            "-1",
                            "0.5",
                            "2",
                            "64",
                            "65",
                            "1e999",
                            "99999999999999999999",
                            "0.0000000001",
                            " the",
                            "#17",
                            "#999999",
                            "#-3",
                            "Once upon a time, there was a little",
                            QStringLiteral("\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627"),
                            QStringLiteral("\U0001F431e\u0301\u200d\u2028x\u0000y"),
                            QStringLiteral("%1 %2 <b>&amp;</b>\t\r\n\x1b[31m"),
                            QString(300, 'w'),
                            QStringLiteral("one two three ").repeated(12'000)};
    return chance(3) ? texts.last() : texts[below(int(texts.size()) - 1)];
}

} // namespace draftscope::test
