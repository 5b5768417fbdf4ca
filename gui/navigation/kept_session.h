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
struct KeptSession {
    RunSetup setup;
    std::filesystem::path trace = {}; ///< that was shown; empty for a run
    StopConditions stops = {.onRejection = true};
    Position moment = {}; ///< that was shown; of a batch a shared one, as bookmarks
    std::vector<BookmarkRecord> bookmarks = {};
    friend bool operator==(const KeptSession&, const KeptSession&) = default;
};

/// JSON.
[[nodiscard]] QByteArray jsonOf(const KeptSession& session);
/// What the text leaves out is as usual. Errors, each a sentence: it is damaged or of a later version; its settings cannot be used, or
/// its models or its trace are not there any more.
[[nodiscard]] Result<KeptSession> keptSessionOf(const QByteArray& json);

} // namespace draftscope
