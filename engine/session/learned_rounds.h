// SPDX-License-Identifier: MIT
// Private to this folder. Drafters that learn from the rounds before (LearningDrafter). What they learn is in the
// record, so going back is learning it again.
#pragma once

#include <span>

#include "engine/record/recording.h"
#include "engine/session/decode_setup.h"

namespace draftscope {

/// Has the drafter learn from a finished round behind `before`, if it is one that learns.
void learnFrom(const DecodeSetup& setup, std::span<const TokenId> before, const RoundRecord& finished);
/// From all rounds of a recording as far as a position, and nothing else. `shown`: the position's round as it stood.
void learnAgain(const DecodeSetup& setup, const Recording& recording, Position at, const RoundRecord& shown);
/// Writes down what the target finds likeliest after each context of a verified round and after its side rows.
void recordLikeliest(const DecodeSetup& setup, int contextCount, RoundRecord& round);

} // namespace draftscope
