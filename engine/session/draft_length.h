// SPDX-License-Identifier: MIT
// How many speculative tokens a round drafts (K, num_speculative_tokens) where that follows from how rounds before it
// went.
#pragma once

#include <vector>

#include "engine/record/records.h"
#include "engine/session/methods.h"

namespace draftscope {

/// What --length-schedule says.
enum class LengthSchedule {
    constant, ///< K, and the confidence that is asked for, stay as they are
    additive, ///< K rises by 2 where all drafts were accepted, else it falls by 1
    matching  ///< Draft & Verify's (arXiv 2309.08168): the confidence rises where too few drafts are accepted
};
[[nodiscard]] LengthSchedule lengthScheduleOf(const SessionSettings& settings);

/// Options of every method that drafts, beside its own.
[[nodiscard]] const std::vector<MethodOption>& lengthOptions();

/// The largest K that rounds of these settings may have.
[[nodiscard]] int mostDraftLength(const SessionSettings& settings);

/// Puts into a round what it drafts by: RoundRecord::draftLength, stopBelow and matchRate. It follows from the
/// settings, from a K that a person chose for this round (RoundRecord::overrides), and from the round before, which is
/// all that a resumed session knows, too. `before`: one without moments where there is none.
void planDraftLength(RoundRecord& round, const RoundRecord& before, const SessionSettings& settings);

} // namespace draftscope
