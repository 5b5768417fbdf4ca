// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "engine/session/session.h"

namespace draftscope {

/// Everything that a run begins with; what the Setup panel edits and Restart uses again.
struct RunSetup {
    std::string target, draft; ///< paths, or names of embedded models; the draft may be empty for plain decoding
    SessionSettings settings;
    std::string prompt;
    bool isChat = false;               ///< the prompt is a message, and the target's chat template makes the text of it
    std::optional<std::string> system; ///< with it: what the target is told beforehand; nothing: the template's own
    friend bool operator==(const RunSetup&, const RunSetup&) = default;
};

/// Of a setup, what decides how much memory a run takes; the rest as if nobody had chosen it.
[[nodiscard]] RunSetup memorySetup(const RunSetup& setup);

/// What all runs of the program compute on.
struct BackendChoice {
    std::string name = "auto";       ///< as --backend takes it
    int threads = 0;                 ///< 0 chooses
    std::string arithmetic = "auto"; ///< as --arithmetic takes it
};

/// What a trace was recorded with, as far as its header says; the rest as in `otherwise`.
[[nodiscard]] RunSetup setupOf(const TraceHeader& header, const RunSetup& otherwise);

/// The embedded pair on a story; without embedded models the names are empty and the sentence says why.
struct DefaultSetup {
    RunSetup setup;
    std::string problem;
};
[[nodiscard]] DefaultSetup defaultSetup();

} // namespace draftscope
