// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "engine/record/verifier_traits.h"
#include "engine/trace/json_line.h"

namespace draftscope {

/// "verifier_traits" of a header or a round.
void write(JsonLine& line, const VerifierTraits& traits);

/// What a header or a round says of its verifier; nothing in traces before 0.2, and where an earlier record said it. An
/// acceptance of a later version is read as `own`. Throws BrokenRecord.
[[nodiscard]] std::optional<VerifierTraits> decodeTraits(const nlohmann::json& record);

} // namespace draftscope
