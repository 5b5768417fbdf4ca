// SPDX-License-Identifier: MIT
// A person who does anything to a window, one thing a step: keys, clicks, drags, drops, absurd numbers, bad files.
#pragma once

#include <random>

#include <QApplication>
#include <QMenu>

#include "gui/compare/compare_page.h"
#include "gui/step/panel_area.h"
#include "gui/window/main_window.h"
#include "random_files.h"

class QFileDialog;

namespace draftscope::test {

/// What a step does follows from the seed, its number and what is on screen: the numbers drawn in one step leave the
/// others as they are. Input goes to the top-level windows, as a window system gives it to them, so that open menus and
/// dialogs get it first.
class RandomPerson {
public:
    RandomPerson(Navigation& navigation, MainWindow& window, const RandomFiles& files, unsigned seed);

    /// Does something, and says what: "click TreeView 40,20". It is told to `began` before it is done.
    void step(int number, const std::function<void(const QString&)>& began);

    /// Ends what keeps an event loop of Qt's own going: a drag, a list, a box that asks. For a timer, when a step takes
    /// long.
    static void letGo();

private:
    using Began = std::function<void(const QString&)>;
    using Deed = void (RandomPerson::*)();
    struct Kind {
        int weight;
        Deed deed;
    };
    static const std::vector<Kind>& kinds();

    // With keys and a mouse (random_input.cpp).
    void pressKey();
    void type();
    void click();
    void pushButton();
    void drag();
    void wheel();
    void rest();
    void hover();

    // To the program (random_wishes.cpp).
    void resize();
    void chooseTheme();
    void triggerAction();
    void movePanels();
    void drop();
    void typeIntoField();
    void chooseFromList();
    void changeSetup();
    void whatIf();
    void goSomewhere();
    void changeLanes();
    void useFiles();
    void spoilModel();

    void answerDialog(QFileDialog& dialog);
    void began(const QString& what) const { m_began(what); }

    [[nodiscard]] int below(int end) { return end > 0 ? int(m_random() % unsigned(end)) : 0; }
    [[nodiscard]] int between(int least, int most) { return least + below(most - least + 1); }
    [[nodiscard]] bool chance(int percent) { return below(100) < percent; }
    template <class List>
    [[nodiscard]] auto oneOf(const List& list)
    {
        return list[decltype(list.size())(below(int(list.size())))];
    }
    [[nodiscard]] QString anyText();
    [[nodiscard]] QPoint anyPoint(const QWidget& widget) { return {below(widget.width()), below(widget.height())}; }
    /// In the menu or dialog that is open, else in the windows.
    [[nodiscard]] QWidgetList visibleWidgets() const;
    [[nodiscard]] QWidget* anyWidget();
    [[nodiscard]] QWidget* whoHasTheKeys() const;
    [[nodiscard]] static QString nameOf(const QWidget& widget);
    [[nodiscard]] QString place(const QWidget& widget, QPoint at) const;
    template <class Widget>
    [[nodiscard]] Widget* anyOf()
    {
        QList<Widget*> all;
        for (QWidget* widget : visibleWidgets())
            if (auto* one = qobject_cast<Widget*>(widget); one && one->isEnabled())
                all << one;
        return all.isEmpty() ? nullptr : oneOf(all);
    }

    Navigation& m_navigation;
    MainWindow& m_window;
    const RandomFiles& m_files;
    unsigned m_seed;
    std::mt19937 m_random;
    Began m_began;
};

} // namespace draftscope::test
