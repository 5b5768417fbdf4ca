// SPDX-License-Identifier: GPL-3.0-or-later
// Where one can go in a recording; nothing here computes or changes anything.
#pragma once

#include <optional>

#include "engine/record/recordings.h"
#include "engine/session/stop_conditions.h"

namespace draftscope {

/// The next recorded moment of the branch; nothing at its end.
[[nodiscard]] std::optional<Position> after(const Recording& recording, Position position);
/// The one before it; nothing at the beginning. Moment 0 exists in the first round only.
[[nodiscard]] std::optional<Position> before(const Recording& recording, Position position);
/// `a` happened before `b`, which is on the same branch, or on one that shares `a` with it.
[[nodiscard]] bool isBefore(Position a, Position b);
/// After the last recorded moment of a round.
[[nodiscard]] Position endOfRound(const Recording& recording, int branch, int round);
/// The nearest recorded moment to a position that may not exist.
[[nodiscard]] Position nearest(const Recording& recording, Position position);

/// The same at shared positions.
[[nodiscard]] std::optional<Position> after(const Recordings& recordings, Position position);
[[nodiscard]] std::optional<Position> before(const Recordings& recordings, Position position);
[[nodiscard]] Position endOfRound(const Recordings& recordings, int branch, int round);
[[nodiscard]] Position nearest(const Recordings& recordings, Position position);

/// The same moment on another branch that shares it; nothing where that one does not.
[[nodiscard]] std::optional<Position> onBranch(const Recording& recording, Position position, int branch);

/// The token at an index into a branch's text, prompt first, as recorded; nothing behind the end.
[[nodiscard]] std::optional<TokenId> tokenAt(const Recording& recording, int branch, int index);
/// Just after the moment that made that token: its verdict, or its draw. Nothing for the prompt.
[[nodiscard]] std::optional<Position> momentOf(const Recording& recording, int branch, int index);

struct RecordedStop {
    Position position;
    Message reason;   ///< the condition's sentence
    int sequence = 0; ///< of a batch: the one that meets it
};
/// The first recorded moment after `position`, in that round only, at which a condition is met.
[[nodiscard]] std::optional<RecordedStop> stopInRound(const Recording& recording, const StopConditions& conditions,
                                                      Position position);
/// The same anywhere in the branch.
[[nodiscard]] std::optional<RecordedStop> nextStop(const Recording& recording, const StopConditions& conditions,
                                                   Position position);
/// The same of all sequences at shared positions; of several that meet one at a moment the first.
[[nodiscard]] std::optional<RecordedStop> stopInRound(const Recordings& recordings, const StopConditions& conditions,
                                                      Position position);
[[nodiscard]] std::optional<RecordedStop> nextStop(const Recordings& recordings, const StopConditions& conditions,
                                                   Position position);

} // namespace draftscope
