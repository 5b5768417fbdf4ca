// SPDX-License-Identifier: MIT
#pragma once

#include "gui/panels/dock_panel.h"
#include "window_fixture.h"

namespace draftscope::test {

/// In front of the panels that it shares its place with.
inline DockPanel& shownSpeedUpPanel(WindowFixture& run)
{
    DockPanel& panel = *run.window.workspace().panel("speed-up");
    panel.raise();
    until([&] { return !panel.visibleRegion().isEmpty(); });
    QCoreApplication::processEvents();
    return panel;
}

/// The background has measured the run beside plain decoding.
inline bool isMeasured(const WindowFixture& run)
{
    return run.navigation.speedOfRun().figures().speed.measuredSpeedUp && !run.navigation.speedOfRun().isPending();
}

} // namespace draftscope::test
