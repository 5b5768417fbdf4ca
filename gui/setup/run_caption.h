// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be said of a run beside a picture of it.
#pragma once

#include <QString>

#include "engine/record/recording.h"
#include "engine/session/session.h"

namespace draftscope {

/// "chain · K 6 · speculative sampling · temperature 0.80, top-p 0.90"
[[nodiscard]] QString settingsInWords(const SessionSettings& settings);

/// "Tales 6M, drafts by Tales 1M · Two models · chain · K 6 · speculative sampling · temperature 0.80 · seed 42 · round
/// 12 · CPU · Draftscope 0.1.0". Sampler and K are those of the round shown.
[[nodiscard]] QString captionOf(const Recording& recording, Position at);

/// "Draftscope 0.1.0"
[[nodiscard]] QString programInWords();

} // namespace draftscope
