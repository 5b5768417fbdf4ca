// SPDX-License-Identifier: MIT
#pragma once

#include "engine/record/recording.h"
#include "engine/session/session.h"

namespace draftscope {

/// A recording for a session: its header and what the prompt's tokens are, and no round yet.
[[nodiscard]] Recording recordingFor(const Session& session);

/// Records a round that the session has finished on branch 0, with what its tokens are.
void recordRound(const Session& session, const RoundRecord& round, Recording& recording);

/// Decodes to the end of the text and records every round. Throws Cancelled and what Session::finishRound() throws;
/// the rounds before that are recorded then.
void recordToEnd(Session& session, Recording& recording, const Progress& progress);

} // namespace draftscope
