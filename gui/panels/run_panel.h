// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/navigation/navigation.h"
#include "gui/panels/dock_panel.h"

namespace draftscope {

/// A panel that does more than draw the moment shown: it leads to others, changes something, or shows what is measured.
class RunPanel : public DockPanel {
    Q_OBJECT
public:
    RunPanel(const QString& name, const QString& title, Navigation& navigation, const QString& tab = {})
        : DockPanel(name, title, navigation.playhead(), tab), m_navigation(navigation)
    {
    }

protected:
    [[nodiscard]] Navigation& navigation() const { return m_navigation; }

private:
    Navigation& m_navigation;
};

/// What a panel says goes to the run's status line, and what waits for the next frame is shown before it is exported.
inline void listenTo(DockPanel& panel, Navigation& navigation)
{
    QObject::connect(&panel, &DockPanel::exporting, &navigation.decode().playhead(), &Playhead::showWhatIsDue);
    QObject::connect(&panel, &DockPanel::failed, &navigation, &Navigation::failed);
    QObject::connect(&panel, &DockPanel::said, &navigation,
                     [&navigation](const QString& sentence) { navigation.status().say(sentence, TrueFor::choice); });
}

} // namespace draftscope
