// SPDX-License-Identifier: MIT
// Private to this folder: the log-probabilities of OpenAI's completions, which name tokens by their strings.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/remote/remote_server.h"
#include "engine/remote/token_strings.h"

namespace draftscope {

/// What an answer says at one place.
struct OpenaiPlace {
    std::string token;         ///< that stands there
    double logP = 0;           ///< of it; NaN where it is not told
    const nlohmann::json* top; ///< an object of strings and numbers; null where there is none
};

struct OpenaiAnswer {
    nlohmann::json document;
    std::vector<OpenaiPlace> places; ///< into the document
    int promptTokens = 0;            ///< by its own count; 0 where it does not say
};

/// The first choice. Throws TargetUnavailable where it has no log-probabilities.
[[nodiscard]] OpenaiAnswer openaiAnswerIn(const ServerConnection& connection, const std::string& body);

/// For each id the place that names it, and then that of the token behind them all; -1 where it is not named. Nothing
/// where the strings are not those of the ids. A server may leave BOS out everywhere.
[[nodiscard]] std::optional<std::vector<int>> placesOf(const OpenaiAnswer& answer, std::span<const TokenId> ids,
                                                       const TokenStrings& strings);

/// Of a list with strings: those before which no token can be that has none of its own. asked: so many were asked for.
/// own: the token that stands there, which is listed besides.
[[nodiscard]] ToldContext toldAt(const OpenaiPlace& place, int asked, int count, const TokenStrings& strings);

} // namespace draftscope
