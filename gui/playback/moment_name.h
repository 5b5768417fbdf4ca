// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "gui/playback/playhead.h"

namespace draftscope {

/// "Round 12 · Judge 3", with the branch where there are several. Of a batch what the current sequence does at a shared
/// position.
[[nodiscard]] QString nameOfMoment(const Playhead& playhead, Position shared);

} // namespace draftscope
