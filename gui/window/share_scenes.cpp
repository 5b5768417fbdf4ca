// SPDX-License-Identifier: GPL-3.0-or-later
// Prepared scenes: how one is made of what the window shows, and how the window becomes what one says.
#include <algorithm>

#include "gui/language/engine_words.h"
#include "gui/navigation/navigation.h"
#include "gui/panels/dock_panel.h"
#include "gui/playback/moment_name.h"
#include "gui/step/panel_area.h"
#include "gui/window/main_window.h"
#include "gui/window/projector_mode.h"
#include "gui/window/share_actions.h"
#include "gui/window/window_look.h"
#include "gui/workspace/workspace.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

Scene ShareActions::sceneNow() const
{
    Scene scene{.setup = m_navigation.run().setup(), .trace = m_navigation.starter().trace()};
    scene.stops = m_navigation.player().transport().stopConditions();
    scene.at = m_navigation.playhead().shared();
    scene.workspace = m_window.shownWorkspace().name();
    scene.theme = m_window.look().theme();
    scene.language = language();
    scene.isProjected = m_window.projector().isOn();
    if (scene.isProjected)
        return scene; // which has a layout and letters of its own
    scene.textSize = m_window.look().textSize();
    for (const DockPanel* panel : m_window.workspace().panels())
        if (!panel->isHidden())
            scene.panels << panel->objectName();
    if (!m_window.workspace().hasDefaultLayout())
        scene.layout = m_window.workspace().saveLayout();
    return scene;
}

void ShareActions::askForScene()
{
    m_navigation.player().pause();
    askForFile(tr("Save the scene"), tr("Scenes (*.json)"), QStringLiteral(".scene.json"),
               [this](const std::filesystem::path& path) { saveSceneTo(path); });
}

/// What a person changed in a run is in its trace only.
void ShareActions::saveSceneTo(const std::filesystem::path& path)
{
    const Scene scene = sceneNow();
    const bool hasBranches = scene.trace.empty() && m_navigation.recording().branches().size() > 1;
    if (const auto saved = draftscope::saveScene(path, scene); !saved)
        emit failed(engineWords(saved.error()));
    else if (hasBranches)
        emit done(
            tr("The scene is in %1, without the what-ifs: to have them in a scene, save the trace, open it, and save "
               "the scene of that.")
                .arg(qtText(path.string())));
    else
        emit done(tr("The scene is in %1.").arg(qtText(path.string())));
}

void ShareActions::openScene(const std::filesystem::path& path)
{
    const auto scene = loadScene(path);
    if (!scene) {
        emit failed(engineWords(scene.error()));
        return;
    }
    applyLooks(*scene);
    begin(*scene);
}

void ShareActions::applyLooks(const Scene& scene)
{
    m_window.projector().end();
    if (!scene.workspace.isEmpty()) {
        const auto all = m_window.findChildren<Workspace*>();
        const auto named = std::ranges::find(all, scene.workspace, [](const Workspace* each) { return each->name(); });
        if (named != all.end())
            m_window.showWorkspace(**named);
        else
            emit failed(tr("There is no workspace “%1”: leave it out of the scene.").arg(scene.workspace));
    }
    if (scene.theme)
        m_window.setTheme(*scene.theme);
    if (scene.language)
        setLanguage(*scene.language);
    if (scene.textSize)
        m_window.setTextSize(*scene.textSize);
    if (!scene.panels.isEmpty())
        if (const auto shown = m_window.showOnly(scene.panels); !shown)
            emit failed(engineWords(shown.error()));
    if (!scene.layout.isEmpty() && !m_window.workspace().restoreLayout(scene.layout))
        emit failed(tr("The scene's \"layout\" is damaged, so the panels stand as usual: leave it out."));
    if (scene.isProjected)
        m_window.projector().begin();
}

void ShareActions::begin(const Scene& scene)
{
    if (scene.trace.empty()) {
        m_navigation.starter().restartWith(scene.setup);
    } else {
        m_navigation.starter().setSetup(scene.setup);
        m_navigation.starter().openTrace(scene.trace);
    }
    m_begun = scene; // what was being loaded before it has been given up
}

/// Whether the run or trace that is there is the scene's.
bool ShareActions::isShown(const Scene& scene) const
{
    return m_navigation.starter().trace() == scene.trace
        && (!scene.trace.empty() || m_navigation.run().setup() == scene.setup);
}

/// The scene's run or trace is there.
void ShareActions::goToMoment()
{
    if (!m_arriving)
        return;
    const Scene scene = *std::exchange(m_arriving, {});
    if (scene.stops)
        m_navigation.player().transport().setStopConditions(*scene.stops);
    if (scene.at == Position{} || !scene.trace.empty()) {
        arrive(scene);
        return;
    }
    const auto there = [this, scene, number = m_navigation.run().number()] {
        if (m_navigation.run().number() == number)
            arrive(scene);
    };
    connect(&m_navigation.player(), &Player::stood, this, there, Qt::SingleShotConnection);
    m_navigation.player().decodeTo(scene.at);
}

void ShareActions::arrive(const Scene& scene)
{
    const Recordings& all = m_navigation.run().recordings();
    const int branch = scene.at.branch;
    if (branch < int(m_navigation.recording().branches().size()) && scene.at.round < all.roundCount(branch)
        && scene.at.moment <= all.momentCount(branch, scene.at.round)) {
        m_navigation.player().goToShared(scene.at);
        m_navigation.status().say(tr("The scene is set: %1.").arg(nameOfMoment(m_navigation.playhead(), scene.at)));
    } else if (scene.at != Position{}) {
        m_navigation.player().last();
        emit failed(tr("The scene's moment %1:%2 is not in this run, which has %3 rounds.")
                        .arg(scene.at.round + 1)
                        .arg(scene.at.moment)
                        .arg(all.roundCount(0)));
    }
}

} // namespace draftscope
