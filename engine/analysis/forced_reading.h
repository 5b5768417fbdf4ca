// SPDX-License-Identifier: MIT
// What a target says at each place of a text that is there already (teacher forcing), and the same with other
// roundings: so that a token that differs can be told from one that rounding decided.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/message.h"
#include "engine/core/progress.h"
#include "engine/model/backend.h"

namespace draftscope {

/// What the hidden states between layers, and the logits, are rounded to: engines that compute in bf16 or f16 keep them
/// so. Nearest, ties to even.
enum class StreamRounding : std::uint8_t { none, bf16, f16 };

/// One way to compute the same text.
struct ReadingWay {
    std::string key; ///< "f32", "int8", "bf16-states", "one-row"
    Message name;    ///< for people
    std::shared_ptr<Backend> backend;
    int rowsPerPass = textRowsPerPass;
    StreamRounding stream = StreamRounding::none;
    bool isShape = false; ///< nothing is rounded otherwise, only other rows come together
};

/// The ways that can differ for this model on this machine, the one that rounds nothing (f32) first. `device`: a
/// backend beside the CPU, such as CUDA; null: none.
[[nodiscard]] std::vector<ReadingWay> readingWays(const Model& target, int threads,
                                                  const std::shared_ptr<Backend>& device = nullptr);

struct LikelyToken {
    TokenId token = noToken;
    float logit = 0;
    double p = 0; ///< at temperature 1
};

/// A token of a text, and what the target says behind the tokens before it.
struct ForcedPlace {
    TokenId token = noToken, likeliest = noToken, second = noToken;
    float logit = 0;   ///< of the token
    float margin = 0;  ///< the likeliest one's logit less the token's; 0: it is the likeliest
    float lead = 0;    ///< the likeliest one's logit less the second one's
    int rank = 1;      ///< of the token, by logit; the likeliest has 1
    double p = 0;      ///< of the token, at temperature 1
    float pairGap = 0; ///< of ForcedText::pairs, where there are any: the first token's logit less the second's
    [[nodiscard]] bool agrees() const { return token == likeliest; }
};

/// How far the tokens of a text are from what drawing at a temperature gives: the sum of -ln p less the entropy, which
/// is near 0 for drawn texts, and the variance of that sum.
struct Typicality {
    double excess = 0, variance = 0;
    [[nodiscard]] double deviations() const; ///< excess in standard deviations
};
inline constexpr std::array temperaturesTried = {0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2};

struct ForcedReading {
    std::vector<ForcedPlace> places; ///< of the tokens from ForcedText::from on
    std::array<Typicality, temperaturesTried.size()> typicality;
    std::vector<LikelyToken> top; ///< at ForcedText::topAt, by falling logit
};

struct ForcedText {
    std::span<const TokenId> tokens;
    std::size_t from = 1; ///< the first token that is looked at; at least 1
    /// Rows before this one lie in the slots already, from the text that the reader read before.
    std::size_t kept = 0;
    /// From this token on positions are `shift` more than they should be.
    std::size_t shiftFrom = 0;
    int shift = 0;
    bool wantsTypicality = false;
    std::optional<std::size_t> topAt = {}; ///< the token in whose place the likeliest ones are wanted
    /// [tokens.size() - from]: two tokens whose logits are compared at each place; empty: none.
    std::span<const std::pair<TokenId, TokenId>> pairs = {};
};

/// Reads texts with a model in one way. Belongs to one thread.
class ForcedReader {
public:
    static constexpr std::size_t mostLikely = 8;

    /// `slotCount`: tokens of the longest text. Errors: those of Backend::makePass().
    [[nodiscard]] static Result<ForcedReader> create(std::shared_ptr<const Model> model, const ReadingWay& way,
                                                     int slotCount, const Progress& progress = {});
    /// Precondition: the text fits the slots, and its positions the context. Throws Cancelled, BackendFailure and
    /// UnusableLogits.
    [[nodiscard]] ForcedReading read(const ForcedText& text, const Progress& progress = {});
    /// The target's own greedy tokens behind a text: so many, or fewer where one of them ends it. Precondition: as
    /// read(), for the text with them.
    [[nodiscard]] std::vector<TokenId> write(std::span<const TokenId> text, int count, const Progress& progress = {});

private:
    ForcedReader(std::shared_ptr<const Model> model, const ReadingWay& way, std::unique_ptr<ForwardPass> pass);
    /// Rows [first, end) of a text, their logits in m_logits.
    void run(const ForcedText& text, std::size_t first, std::size_t end, const Progress& progress);
    void runByLayers(Rows& rows);
    [[nodiscard]] ForcedPlace placeOf(std::span<const float> logits, TokenId token) const;

    std::shared_ptr<const Model> m_model;
    ReadingWay m_way;
    std::unique_ptr<ForwardPass> m_pass;
    std::vector<int> m_slots; ///< 0, 1, 2, ...
    std::vector<float> m_logits, m_states, m_next;
};

} // namespace draftscope
