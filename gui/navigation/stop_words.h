// SPDX-License-Identifier: GPL-3.0-or-later
// Stop conditions as the command line and prepared scenes write them.
#pragma once

#include <QStringList>

#include "engine/core/error.h"
#include "engine/session/stop_conditions.h"

namespace draftscope {

/// "rejection", "all-accepted", "end-of-text", "acceptance-below 0.1", "residual-above 0.5", "round 5" (from 1),
/// "token 17" (its id); with = in the place of the blank, too. "none" alone is none. Errors: what is no such condition.
[[nodiscard]] Result<StopConditions> stopsOf(const QStringList& words);
[[nodiscard]] QStringList wordsOf(const StopConditions& stops);

} // namespace draftscope
