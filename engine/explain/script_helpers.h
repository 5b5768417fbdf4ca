// SPDX-License-Identifier: MIT
// The parts of a script that are the same for every round.
#pragma once

#include <string_view>

namespace draftscope {

/// Distributions over listed tokens, recorded random numbers and what prints them; before the listing.
extern const std::string_view scriptHelpers;
/// Runs the listing and compares; behind it.
extern const std::string_view scriptEnd;

} // namespace draftscope
