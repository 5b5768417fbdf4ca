// SPDX-License-Identifier: MIT
// Private to this folder: rounds from what one kind of server tells.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "engine/attach/served_text.h"
#include "engine/core/error.h"

namespace draftscope {

/// Puts the rounds of one text together. `text` is that of the caller, which grows.
class ServedRounds {
public:
    virtual ~ServedRounds() = default;
    /// The next piece of an answer. Where it fails, `text` is as far as it had come.
    virtual Result<void> take(const nlohmann::json& piece, ServedText& text) = 0;
    /// No piece comes any more.
    virtual Result<void> finish(ServedText& text) = 0;
};

[[nodiscard]] std::unique_ptr<ServedRounds> makeLlamaRounds();
[[nodiscard]] std::unique_ptr<ServedRounds> makeVllmRounds();
[[nodiscard]] std::unique_ptr<ServedRounds> makeSglangRounds();

/// A record of AIPerf as a whole text.
[[nodiscard]] Result<ServedText> aiperfText(const nlohmann::json& record);

constexpr int mostTokensOfText = 10'000'000, mostDraftedOfText = 100'000'000;
/// Whether a text can have so many tokens, or steps, and drafted tokens. A server's counter takes memory for tokens
/// that it does not tell, and sums over texts stay an int.
[[nodiscard]] Result<void> checkSums(std::int64_t tokens, std::int64_t drafted);

/// What a payload of counters says of the steps, as vLLM and AIPerf name them.
struct StepCounts {
    std::vector<int> accepted, drafted; ///< by step; empty where they are not told
    bool hasSteps = false;
    ServedCounters counters;
};
[[nodiscard]] Result<StepCounts> stepCounts(const nlohmann::json& metrics);

/// A member of an object; null where there is none, or `object` is none.
[[nodiscard]] const nlohmann::json& servedMember(const nlohmann::json& object, const char* name);
/// A count; nothing where there is none (or it is null). Errors: it is no whole number from 0 to 2^31 - 1.
[[nodiscard]] Result<std::optional<int>> servedCount(const nlohmann::json& object, const char* name);
[[nodiscard]] std::optional<double> servedNumber(const nlohmann::json& object, const char* name);
[[nodiscard]] std::string servedWords(const nlohmann::json& object, const char* name); ///< empty where there are none
/// Token ids; empty where there are none. Errors: something that is no id.
[[nodiscard]] Result<std::vector<TokenId>> servedIds(const nlohmann::json& object, const char* name);

/// Tokens that came in one piece. texts: of each; where there are none the text belongs to all of them together.
[[nodiscard]] std::vector<ServedToken> tokensOfPiece(const std::vector<TokenId>& ids, const std::string& words,
                                                     const std::vector<std::string>& texts);

/// Rounds from what each step accepted and proposed: tokens.size() may be less than the steps wrote (a text ends among
/// accepted drafts), and more (steps without a draft are not among them). sizes: of the pieces that came, in tokens.
void roundsFromSteps(const StepCounts& counts, const std::vector<ServedToken>& tokens, const std::vector<int>& sizes,
                     ServedText& text);

} // namespace draftscope
