// SPDX-License-Identifier: MIT
#pragma once

#include "engine/record/recording.h"
#include "engine/session/session.h"

namespace draftscope {

/// A recording for a session: its header and what the prompt's tokens are, and no round yet.
[[nodiscard]] Recording recordingFor(const Session& session);

/// Decodes to the end of the text and records every round on branch 0, with what its tokens are. Throws Cancelled and
/// what Session::finishRound() throws; the rounds before that are recorded then.
void recordToEnd(Session& session, Recording& recording, const Progress& progress);

} // namespace draftscope
