// SPDX-License-Identifier: MIT
// What a server tells of a text that it writes with speculation of its own. What it does not tell is missing here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/message.h"
#include "engine/core/token.h"
#include "engine/sampling/sampler_settings.h"

namespace draftscope {

enum class ServerKind : std::uint8_t { unknown, llamaServer, vllm, sglang };

/// "llama-server"; "server" where it is not known.
[[nodiscard]] std::string_view nameOf(ServerKind kind);

/// A token that a server has written. Where a character is made of several tokens, the last one has its text.
struct ServedToken {
    TokenId id = noToken;  ///< noToken where the server did not tell it
    std::string text;      ///< UTF-8, as it came
    bool isJoined = false; ///< it came with others: the text of all of them is with the first one
    friend bool operator==(const ServedToken&, const ServedToken&) = default;
};

/// What a server wrote in one step: a pass of the target that verified a draft, or a plain one.
struct ServedRound {
    std::vector<ServedToken> tokens; ///< all that it wrote; those that were not told are empty
    std::optional<int> drafted;      ///< tokens that were proposed; 0 in a plain step; nothing where it is not told
    std::optional<int> accepted;     ///< of these. More than there are tokens where the text ended among them
    /// More than 1 where the server told several steps at once; 0 where it is not told how many these are.
    int steps = 1;
    std::optional<double> milliseconds;
    friend bool operator==(const ServedRound&, const ServedRound&) = default;
};

/// The server's own sums for a text, as it told them.
struct ServedCounters {
    std::optional<int> tokens, drafted, accepted;
    std::optional<int> steps; ///< passes of the target that verified a draft
    std::optional<int> promptTokens;
    std::optional<double> milliseconds; ///< from the first token to the last one
    std::optional<double> promptMilliseconds;
    std::vector<int> histogram; ///< steps by how many drafts they accepted; empty where it is not told
    friend bool operator==(const ServedCounters&, const ServedCounters&) = default;
};

/// A text, whole or as far as it has come.
struct ServedText {
    ServerKind kind = ServerKind::unknown;
    std::string model, method; ///< as the server names them; empty where it does not
    std::string prompt;        ///< empty where it is not known
    std::vector<TokenId> promptTokens;
    std::vector<std::string> promptTexts;   ///< their bytes; empty where they are not known
    std::optional<SamplerSettings> sampler; ///< that was asked for
    std::vector<ServedRound> rounds;
    std::string text; ///< whole, also where it cannot be told which token says what
    ServedCounters counters;
    std::string ended;          ///< why, in the server's word: "limit", "eos"; empty where it does not say
    bool isWhole = false;       ///< the server said that the text is over
    std::vector<Message> notes; ///< what could not be told apart, as sentences
};

/// Sums over the rounds of a text, or of several.
struct ServedSums {
    int tokens = 0;         ///< all of them
    int steps = 0;          ///< passes of the target, the one that read the prompt left out
    int verifyingSteps = 0; ///< those of them with a draft, of rounds of one step
    int stepsTogether = 0;  ///< those of rounds of several: how many of them had a draft is not known
    int drafted = 0, accepted = 0;
    bool isDraftedKnown = true, isAcceptedKnown = true, isStepsKnown = true; ///< of every round
    double milliseconds = 0;                                                 ///< of the rounds whose time is known
    int timedTokens = 0;                                                     ///< of these rounds
    std::vector<int> proposedAt, acceptedAt; ///< by place in the draft, from rounds of one step

    void add(const ServedText& text);
    [[nodiscard]] double acceptance() const { return drafted > 0 ? double(accepted) / drafted : 0; }
    /// Tokens per pass of the target; the first token, which reading the prompt gives, is left out.
    [[nodiscard]] double tokensPerStep() const;
    [[nodiscard]] double tokenMilliseconds() const { return timedTokens > 0 ? milliseconds / timedTokens : 0; }

private:
    int m_firstTokens = 0;
};

/// Where the rounds do not add up to the server's own counters: a sentence with both numbers. Nothing where they do, or
/// where it has none.
[[nodiscard]] std::optional<Message> differenceFromCounters(const ServedText& text);

} // namespace draftscope
