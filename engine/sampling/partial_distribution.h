// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/token.h"
#include "engine/sampling/distribution.h"

namespace draftscope {

/// How much of p a target tells, or a verification rule needs; each is more than the one before.
enum class KnownOfP : std::uint8_t {
    likeliest, ///< which token is the likeliest
    /// also p of every token that was drafted, and tokens that the target itself draws from p, with theirs
    draftTokens,
    all ///< p of every token
};

struct TokenProbability {
    TokenId token = noToken;
    double p = 0;
    friend bool operator==(const TokenProbability&, const TokenProbability&) = default;
};

/// A distribution of which some tokens are known, as servers tell it: the likeliest ones and those that were asked for.
/// What all other tokens have together is the rest.
class PartialDistribution {
public:
    PartialDistribution() = default; ///< nothing is known
    /// likeliestCount: so many of `known`, from the front, are the likeliest tokens of all in falling order.
    /// isComplete: every token that is not listed has probability 0. Errors: a number that is no probability, an id
    /// outside of the vocabulary or twice, more than 1 in sum (1 in 1000 is let pass as rounding), a complete one that
    /// lacks as much, likeliest tokens that do not fall.
    [[nodiscard]] static Result<PartialDistribution> of(std::vector<TokenProbability> known, int likeliestCount,
                                                        bool isComplete, int vocabularySize);
    /// All of it is known.
    [[nodiscard]] static PartialDistribution of(const Distribution& whole);

    /// One more token is known, which was drawn from it; nothing changes where it was known before.
    void learn(TokenProbability drawn);

    [[nodiscard]] std::optional<double> at(TokenId token) const; ///< nothing where it belongs to the rest
    [[nodiscard]] std::optional<TokenId> likeliest() const;      ///< of equal ones that which was listed first
    [[nodiscard]] std::span<const TokenProbability> known() const { return m_known; } ///< by rising id
    [[nodiscard]] double rest() const { return m_rest; } ///< mass of the tokens that are not known; 0 if complete
    [[nodiscard]] bool isComplete() const { return m_isComplete; }
    /// Every token of the vocabulary. Precondition: isComplete().
    [[nodiscard]] Distribution whole(int vocabularySize) const;

private:
    std::vector<TokenProbability> m_known;
    TokenId m_likeliest = noToken;
    double m_rest = 1;
    bool m_isComplete = false;
};

} // namespace draftscope
