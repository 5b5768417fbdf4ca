// SPDX-License-Identifier: MIT
// The window as it starts with what the program remembers. For tests with settings of their own (own_settings.h).
#pragma once

#include <QAction>
#include <QSettings>

#include "gui/navigation/workspace_state.h"
#include "gui/window/workspace_state_keeper.h"
#include "window_fixture.h"

namespace draftscope::test {

/// What a start of the program makes, with what it keeps from the one before.
struct Start : RunFixture {
    Start() : window(navigation, MainWindow::Memory::kept) { window.show(); }
    ~Start() { QSettings().sync(); }
    void quit()
    {
        window.close();
        QCoreApplication::processEvents();
    }
    /// As main() does, without files on the command line.
    bool restored()
    {
        return window.session().restore()
            && until([this] { return navigation.player().activity() != Player::Activity::loading; })
            && until([this] { return navigation.run().isThere(); });
    }
    [[nodiscard]] QString problem() const { return window.messages().problem(); }
    MainWindow window;
};

/// An action of the window's menus, by how its words begin.
inline QAction* action(const QWidget& window, const QString& beginning)
{
    for (auto* each : window.findChildren<QAction*>())
        if (each->text().remove(QLatin1Char('&')).startsWith(beginning))
            return each;
    return nullptr;
}

inline RunSetup nonDefaultSetup()
{
    RunSetup setup = quickSetup(33);
    setup.settings.draftLength = 3;
    setup.settings.sampler = {.temperature = 0.37, .topK = 40, .topP = 0.9, .minP = 0.01, .greedy = false};
    setup.settings.seed = 18446744073709551557ULL;
    setup.prompt = "One day, a “bear” & a fox\nwent";
    return setup;
}

inline void keepSession(const WorkspaceState& session)
{
    QSettings().setValue("session/last", jsonOf(session));
}

} // namespace draftscope::test
