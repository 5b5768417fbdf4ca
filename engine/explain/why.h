// SPDX-License-Identifier: MIT
// Why a moment came out as it did: the rule that decided it, term by term, with the numbers of the record. Where the
// record's own number does not follow from its terms (a run that is broken on purpose, a rule that this program does
// not know), only that number is given, and a note says so: a formula that is shown is right.
//
// Rules: engine/speculation/*_verifier.cpp, where their papers are named.
#pragma once

#include <optional>

#include "engine/explain/formula.h"
#include "engine/record/recordings.h"

namespace draftscope {

/// The formula of the moment at a position; nothing before the first one. Any thread.
[[nodiscard]] std::optional<Formula> whyAt(const Recording& recording, Position at);
/// The same of the current sequence of a batch at a shared position: what one pass scored is said of all of them.
[[nodiscard]] std::optional<Formula> whyAt(const Recordings& recordings, Position shared);

} // namespace draftscope
