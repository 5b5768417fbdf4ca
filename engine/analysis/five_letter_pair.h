// SPDX-License-Identifier: MIT
#pragma once

#include "engine/session/session.h"

namespace draftscope {

/// A target and a draft of random weights whose vocabulary is the letters a to e, in memory. All texts of a few tokens
/// can be listed, and every one of them is likely enough to be sampled often, so that a fault of a session shows
/// whatever it does to which token. The draft is the target with noise on its weights: three of four drafts are
/// accepted.
///
/// A prompt of n letters has n tokens; there is no token that begins a text. endsText: e ends a text. layerCount: from
/// 2 on, so that keys and values depend on what was attended to.
[[nodiscard]] Pair fiveLetterPair(bool endsText = false, int layerCount = 2);

/// A second draft of that target, of two layers, with more noise of its own.
[[nodiscard]] std::shared_ptr<const Model> otherFiveLetterDraft(bool endsText);

} // namespace draftscope
