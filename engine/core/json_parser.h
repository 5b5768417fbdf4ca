// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engine/core/progress.h"

namespace draftscope {

/// What a document may have at most.
struct JsonLimits {
    std::size_t depth = 64;                    ///< levels of nesting
    std::size_t values = std::size_t(1) << 22; ///< of every kind; an empty object takes some 80 bytes of memory
};

/// A document, or what is wrong with it.
struct ParsedJson {
    enum class Flaw { none, syntax, tooDeep, tooMany, repeatedKey, cancelled };
    nlohmann::json document;
    Flaw flaw = Flaw::none;
    std::string key = {}; ///< that is repeated
};

/// Parses one JSON document in time that grows with its length (nlohmann's own parser with a callback compares every
/// value with all of its siblings). An object that says a key twice is refused: readers would disagree about which one
/// counts. Stops soon after `progress` is cancelled.
[[nodiscard]] ParsedJson parseJson(std::string_view text, const JsonLimits& limits = {}, const Progress& progress = {});

} // namespace draftscope
