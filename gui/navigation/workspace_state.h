// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include <QByteArray>

#include "engine/record/bookmark.h"
#include "engine/session/stop_conditions.h"
#include "gui/setup/run_setup.h"

namespace draftscope {

/// What was open when the program ended.
struct WorkspaceState {
    RunSetup setup;
    std::filesystem::path trace = {}; ///< that was shown; empty for a run
    StopConditions stops = {.onRejection = true};
    Position moment = {}; ///< that was shown; of a batch a shared one, as bookmarks
    std::vector<BookmarkRecord> bookmarks = {};
    friend bool operator==(const WorkspaceState&, const WorkspaceState&) = default;
};

/// JSON.
[[nodiscard]] QByteArray jsonOf(const WorkspaceState& session);
/// What the text leaves out is as usual. Errors, each a sentence: it is damaged or of a later version; its settings
/// cannot be used, or its models or its trace are not there any more.
[[nodiscard]] Result<WorkspaceState> keptSessionOf(const QByteArray& json);

} // namespace draftscope
