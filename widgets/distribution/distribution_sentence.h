// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/record/recording.h"

namespace draftscope {

/// What happened after a context of a round, as far as the record goes: what was proposed, its verdict and why, what
/// was drawn. Empty where nothing is known of the context.
[[nodiscard]] QString distributionSentence(const RoundRecord& round, int context, const Recording& recording);

} // namespace draftscope
