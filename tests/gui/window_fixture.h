// SPDX-License-Identifier: MIT
// The whole window around a run, driven as a person would.
#pragma once

#include <QApplication>
#include <QComboBox>
#include <QMenu>

#include "gui/controls/message_bar.h"
#include "gui/step/panel_area.h"
#include "gui/window/main_window.h"
#include "gui/workspace/workspace.h"
#include "run_fixture.h"

namespace draftscope::test {

struct Themed {
    Themed() { Theme::apply(*qApp, ThemeKind::light); }
};

struct WindowFixture : Themed, RunFixture {
    explicit WindowFixture(const RunSetup& setup = quickSetup(), QSize size = {1280, 800},
                           const BackendChoice& backend = {})
        : RunFixture(setup, backend), window(navigation)
    {
        window.resize(size);
        window.show();
        window.activateWindow();
        QApplication::setActiveWindow(&window);
        QCoreApplication::processEvents();
    }

    /// A key as it comes from the keyboard: to the widget that has the focus.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : &window, key, modifiers);
    }
    /// Presses a key that asks the models and waits until they have answered.
    bool pressAndAwait(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        return await([&] { press(key, modifiers); });
    }
    template <class Widget>
    [[nodiscard]] Widget* find(const char* name = nullptr) const
    {
        return window.findChild<Widget*>(name ? QString::fromLatin1(name) : QString());
    }
    [[nodiscard]] QString problem() const { return window.messages().problem(); }

    MainWindow window;
};

/// A trace of the first rounds of a run, saved by a window that has gone.
inline bool saveRounds(const RunSetup& setup, int rounds, const QString& path)
{
    WindowFixture run(setup);
    if (!run.start() || !run.rounds(rounds))
        return false;
    run.navigation.files().save(path.toStdString());
    return until([&] { return !run.navigation.files().isSaving(); });
}

/// The field of that accessible name: Step's where it has one, because other workspaces have fields of the same names.
template <class Field>
Field* fieldNamed(const WindowFixture& run, const QString& name)
{
    const QWidget* const placesToLook[] = {&run.window.workspace(), &run.window};
    for (const QWidget* place : placesToLook)
        for (auto* candidate : place->findChildren<Field*>())
            if (candidate->accessibleName() == name)
                return candidate;
    return nullptr;
}

/// The list to choose from of that accessible name.
inline QComboBox* box(const WindowFixture& run, const QString& name)
{
    return fieldNamed<QComboBox>(run, name);
}

/// The entry of a menu whose words begin so; null for none.
inline QAction* entry(const QMenu& menu, const QString& beginning)
{
    for (QAction* action : menu.actions())
        if (action->text().startsWith(beginning))
            return action;
    return nullptr;
}

inline void click(QWidget* widget, QPoint at = {})
{
    QTest::mouseClick(widget, Qt::LeftButton, Qt::NoModifier, at);
}

/// How many pixels of a picture have about this colour.
inline int pixelsLike(const QImage& image, const QColor& color, int tolerance = 12)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            count += std::abs(pixel.red() - color.red()) < tolerance
                && std::abs(pixel.green() - color.green()) < tolerance
                && std::abs(pixel.blue() - color.blue()) < tolerance;
        }
    return count;
}

} // namespace draftscope::test
