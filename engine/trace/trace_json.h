// SPDX-License-Identifier: MIT
// Records to lines of JSON and back. Nothing here knows files; docs/trace-format.md is the same in words.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/record/records.h"
#include "engine/trace/json_line.h"

namespace draftscope {

/// Token bytes that a record brings along because it is the first to use them.
using TokenTexts = std::vector<std::pair<TokenId, std::string>>;

[[nodiscard]] JsonLine encode(const TraceHeader& header);
[[nodiscard]] JsonLine encode(const BranchRecord& branch);
[[nodiscard]] JsonLine encode(int branch, const RoundRecord& round, const TokenTexts& tokens);

/// What is wrong with a record, as the end of a sentence ("node 3 has parent 7"). Thrown inside the trace reader only.
class BrokenRecord : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// These throw BrokenRecord where a key is missing or has the wrong type, or a value cannot be.
[[nodiscard]] TraceHeader decodeHeader(const nlohmann::json& record);
[[nodiscard]] BranchRecord decodeBranch(const nlohmann::json& record);
[[nodiscard]] RoundRecord decodeRound(const nlohmann::json& record);
[[nodiscard]] TokenTexts decodeTokens(const nlohmann::json& record);

} // namespace draftscope
