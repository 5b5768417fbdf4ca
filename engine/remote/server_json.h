// SPDX-License-Identifier: MIT
// Private to this folder: small answers as documents, with a sentence where they are none.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/core/token.h"
#include "engine/remote/server_connection.h"

namespace draftscope {

constexpr std::size_t mostOfPage = 1'000'000; ///< bytes of an answer that says what a server is

/// Throws TargetUnavailable.
[[nodiscard]] nlohmann::json jsonFrom(const ServerConnection& connection, const std::string& answer);
/// Null where it is none.
[[nodiscard]] nlohmann::json jsonOrNull(const std::string& answer);
/// A member of an object; null where there is none, or `object` is none.
[[nodiscard]] const nlohmann::json& memberOf(const nlohmann::json& object, const char* name);
[[nodiscard]] std::string textIn(const nlohmann::json& object, const char* name); ///< empty where it is none
[[nodiscard]] int intIn(const nlohmann::json& object, const char* name);          ///< 0 where it is none
[[nodiscard]] double numberIn(const nlohmann::json& value);                       ///< NaN where it is none
/// The first model of /v1/models, with an "id". Throws TargetUnavailable and Cancelled.
[[nodiscard]] nlohmann::json firstModel(ServerConnection& connection, const Progress& progress);
/// What /tokenize says of a text, as vLLM and SGLang have it; nothing where there is no such page. Throws
/// TargetUnavailable and Cancelled.
[[nodiscard]] std::optional<std::vector<TokenId>> tokenized(ServerConnection& connection, const std::string& model,
                                                            std::string_view text, bool isPrompt,
                                                            const Progress& progress);
/// Numbers of tokens; noToken for what is no number. Throws TargetUnavailable.
[[nodiscard]] std::vector<TokenId> tokensIn(const ServerConnection& connection, const nlohmann::json& list);

} // namespace draftscope
