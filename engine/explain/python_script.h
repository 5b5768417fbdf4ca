// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/core/error.h"
#include "engine/record/recording.h"

namespace draftscope {

/// A script that repeats a finished round's verdicts and draw from its record, with Python 3 and NumPy alone, and
/// prints them: the round's listing (code_listing.h) between the recorded p, q and u. With --json it prints one line
/// for programs: "verdicts" (node, acceptance, u, accepted, in the order of judgement), "text" (the tokens that the
/// round adds), "draw", "draw_is_exact", "given_back", "differences".
///
/// Where the record lists only the likeliest tokens and the sum of the rest, stand-in tokens of negative ids take the
/// rest's place, split so that every sum that the rule makes is the recorded one; the script says so, and at a draw
/// whether the rest could have changed it. Errors, sentences: the round is not finished, its distributions were not
/// kept, its verifier is not known, or a person forced a verdict where the rule draws nothing.
[[nodiscard]] Result<std::string> pythonScript(const Recording& recording, int branch, int round);

} // namespace draftscope
