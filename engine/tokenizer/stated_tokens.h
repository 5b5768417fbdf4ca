// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/tokenizer/added_tokens.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// What a Hugging Face directory says of special and added tokens beside its vocabulary.
struct StatedTokens {
    std::optional<bool> addsBos; ///< add_bos_token
    std::optional<bool> legacy;  ///< text behind a special token begins as a text does; transformers' word for it
    std::optional<std::string> bos, eos, unknown; ///< their texts
    std::vector<AddedToken> added;                ///< without those that come twice
    int rows = int(largestVocabulary);            ///< of the model's embedding: added tokens behind them are left out
};

inline constexpr std::string_view tokenizerConfigName = "tokenizer_config.json",
                                  specialTokensName = "special_tokens_map.json", addedTokensName = "added_tokens.json";

/// Reads tokenizer_config.json (added_tokens_decoder, bos_token, ...), special_tokens_map.json and added_tokens.json as
/// far as they are there; what the first one says counts.
[[nodiscard]] Result<StatedTokens> readStatedTokens(const std::filesystem::path& directory,
                                                    int rows = int(largestVocabulary));

/// One object { "content": ..., "special": ..., "lstrip": ... } with its id.
[[nodiscard]] std::optional<AddedToken> addedTokenOf(const nlohmann::json& object, std::int64_t id);

} // namespace draftscope
