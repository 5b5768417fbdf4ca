// SPDX-License-Identifier: MIT
// A round that ends with the text: nothing is judged or drawn behind an end-of-text token that was accepted.
#pragma once

#include "engine/record/records.h"

namespace draftscope {

/// Whether the token ends a text, as far as the header says.
[[nodiscard]] bool isEndOfText(const TraceHeader& header, TokenId token);

/// The accepted node whose token ends the text; -1 if there is none. What is drafted behind it is never judged.
[[nodiscard]] int endingNode(const RoundRecord& round, const TraceHeader& header);

/// Versions up to 0.1.0 judged drafts behind that node and drew a token that was never committed. This is the round
/// without them, as later versions record it; any other round is returned as it is.
[[nodiscard]] RoundRecord withoutWhatFollowsTheEnd(RoundRecord round);

} // namespace draftscope
