// SPDX-License-Identifier: MIT
#pragma once

#include "engine/session/methods.h"

namespace draftscope {

/// The target and the draft of five letters for a method: with so many layers that it can draft with a part of them.
[[nodiscard]] Pair fiveLetterPairFor(const Method& method, bool endsText = false);

/// What a method drafts with besides models, for that target: a head of random weights, a second draft, a datastore of
/// random texts (a file that is removed when the last owner lets go of it), or nothing. Errors: that file cannot be
/// written.
[[nodiscard]] Result<MethodData> fiveLetterData(const Method& method, const Model& target);

} // namespace draftscope
