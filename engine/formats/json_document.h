// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engine/core/error.h"

namespace draftscope {

/// Parses a JSON object; `what` names it in the error ("The file model/config.json"). An object that says a key twice
/// is an Error: readers would disagree about which one counts.
[[nodiscard]] Result<nlohmann::json> parseJsonObject(std::string_view text, std::string_view what);

/// The same from a file of at most 64 MiB.
[[nodiscard]] Result<nlohmann::json> readJsonObject(const std::filesystem::path& path);

} // namespace draftscope
