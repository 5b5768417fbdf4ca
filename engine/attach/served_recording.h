// SPDX-License-Identifier: MIT
#pragma once

#include "engine/attach/served_text.h"
#include "engine/record/recording.h"

namespace draftscope {

/// The text as a recording, which a trace can be saved of and the window shows. Its rounds have traits.isWatched: no
/// distributions, no p, q and u, and untoldToken where the server did not tell a token. Where a token's text is not
/// its own (the end of a character of several tokens, an id that was not told) it has an id of the recording's own,
/// from firstOwnToken on. where: "127.0.0.1:8080", or the name of a file.
[[nodiscard]] Recording recordingOf(const ServedText& text, const std::string& where);

/// Method and verifier of such a recording: nothing that this program could begin a run with.
inline constexpr std::string_view watchedMethod = "watched";

inline constexpr TokenId firstOwnToken = 1'500'000'000;

} // namespace draftscope
