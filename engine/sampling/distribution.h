// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "engine/core/token.h"
#include "engine/sampling/sampler_settings.h"

namespace draftscope {

/// Probabilities over a vocabulary, dense, summing to 1 (in double; entries are double so that residuals do not drown).
using Distribution = std::vector<double>;

/// logits [vocab] -> distribution after every sampler step. Ids at or past `tokenizerSize` (padding rows) get 0, and so
/// do logits of -infinity (masked tokens). Precondition: those before `tokenizerSize` are usable (usable_logits.h).
/// `out` is resized; nothing else is allocated once it has grown.
void distributionOf(std::span<const float> logits, const SamplerSettings& settings, int tokenizerSize,
                    Distribution& out);

/// distributionOf() of unchanged logits at temperature 1 without filters, for callers that want it at a few tokens
/// only: the same bits.
class Softmax {
public:
    /// `logits` [size]: those of the tokenizer's ids. Precondition: usable.
    explicit Softmax(std::span<const float> logits);
    [[nodiscard]] double at(TokenId token) const;
    /// ln of it, which is right where at() is too small for a number; -infinity where the logit is.
    [[nodiscard]] double logAt(TokenId token) const;

private:
    std::span<const float> m_logits;
    float m_largest;
    double m_factor; ///< 1 / the sum of e^(logit - largest)
};

/// The largest logit's id, the smallest id on ties.
[[nodiscard]] TokenId argmax(std::span<const float> logits);

/// Inverse-CDF draw in id order: the first id whose cumulative mass exceeds u * total. Never returns an id of mass 0.
/// Precondition: some mass is over 0.
[[nodiscard]] TokenId drawFrom(std::span<const double> distribution, double u);

/// norm(max(0, p - q)) into `out`; falls back to p where the residual is all zero. Returns the mass before normalising.
double residualOf(std::span<const double> p, std::span<const double> q, Distribution& out);

} // namespace draftscope
