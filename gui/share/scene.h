// SPDX-License-Identifier: GPL-3.0-or-later
// A prepared scene: what is decoded or shown, where it stands and how the window looks, as a file that people write or
// save the day before. JSON; docs/scene-format.md says it in words.
#pragma once

#include <filesystem>
#include <optional>

#include <QByteArray>
#include <QStringList>

#include "engine/session/stop_conditions.h"
#include "gui/language/language.h"
#include "gui/setup/run_setup.h"
#include "widgets/style/theme.h"

namespace draftscope {

struct Scene {
    static constexpr int currentFormat = 1;
    static constexpr qint64 mostBytes = 4 << 20; ///< of a file that is read

    RunSetup setup;
    std::filesystem::path trace = {};         ///< that is shown instead of a run
    std::optional<StopConditions> stops = {}; ///< nothing: as they are
    Position at = {};                         ///< the moment shown, of a trace on its branch; of a batch a shared one
    QString workspace = {};                   ///< "step", "compare"; empty: as it is
    QStringList panels = {};                  ///< of Step that are open; empty: as they are
    QByteArray layout = {};                   ///< StepWorkspace::saveLayout(); empty: as it is
    std::optional<ThemeKind> theme = {};      ///< nothing: as it is, as for all that follow
    std::optional<Language> language = {};
    std::optional<double> textSize = {}; ///< points
    bool isProjected = false;
};

/// JSON, a key a line. Paths in the folder are written as from there.
[[nodiscard]] QByteArray jsonOf(const Scene& scene, const std::filesystem::path& folder);
/// What is left out is as usual. `name` of what it was read from, and its folder. Errors, each a sentence that says
/// what is wrong where: no JSON, no scene, of a later version; a key that there is not, or that has another value.
[[nodiscard]] Result<Scene> sceneOf(const QByteArray& json, const std::string& name,
                                    const std::filesystem::path& folder);

/// A file that is there is replaced when the new one is whole. Errors: the disk.
[[nodiscard]] Result<void> saveScene(const std::filesystem::path& path, const Scene& scene);
/// Errors: those of reading and of sceneOf().
[[nodiscard]] Result<Scene> loadScene(const std::filesystem::path& path);

/// "3:8" is moment 8 of round 3, which counts from 1. Errors: it is not written so.
[[nodiscard]] Result<Position> momentOf(const QString& text);

} // namespace draftscope
