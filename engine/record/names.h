// SPDX-License-Identifier: MIT
// The words that traces, tables and the command line use for the enumerations of records.h.
#pragma once

#include <optional>
#include <string_view>

#include "engine/record/records.h"

namespace draftscope {

[[nodiscard]] std::string_view nameOf(Verdict verdict);    ///< "not judged", "accepted", "rejected"
[[nodiscard]] std::string_view nameOf(TokenSource source); ///< "prompt", "plain", "accepted", "residual", "bonus"
[[nodiscard]] std::string_view nameOf(MomentKind kind);    ///< "draft", "verify", "judge", ...
[[nodiscard]] std::string_view nameOf(OverrideRecord::Kind kind); ///< "token", "u", "verdict", "sampler", "K"

[[nodiscard]] std::string_view nameOf(CacheOwner cache);       ///< "target", "draft"
[[nodiscard]] std::string_view nameOf(CacheChange::Kind kind); ///< "rolled_back", "written", "committed", "gap"
[[nodiscard]] std::string_view nameOf(VerifierTraits::Acceptance acceptance); ///< "own", "likeliest", "ratio", ...

/// The value of that name; nothing if there is none.
template <class Enumeration>
[[nodiscard]] std::optional<Enumeration> named(std::string_view name)
{
    for (int value = 0; !nameOf(Enumeration(value)).empty(); ++value)
        if (nameOf(Enumeration(value)) == name)
            return Enumeration(value);
    return std::nullopt;
}

} // namespace draftscope
