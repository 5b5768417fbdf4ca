// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "engine/model/round_runner.h"
#include "engine/record/records.h"
#include "engine/sampling/distribution.h"
#include "engine/sampling/partial_distribution.h"
#include "engine/speculation/verifier.h"

namespace draftscope {

/// One context's distributions after the sampler's steps, and the logits that they came from (empty when not kept; then
/// pBefore and qBefore repeat p and q). p is empty before the verify moment, q where nothing was drafted.
struct ContextSource {
    std::span<const double> p, q;
    std::span<const float> targetLogits, draftLogits;
    /// What is left of p where drafts are rejected. Empty: norm(max(0, p - q)), if `leavesPWithoutQ`, else nothing is
    /// said of it.
    std::span<const double> residual = {};
    bool leavesPWithoutQ = true;
    /// Verifier::arithmetic() there; empty where it is not wanted.
    std::function<RuleNumbers(const RemainderSink& see)> arithmetic = {};
};

/// Writes contexts down. Which tokens are listed: the topTokens largest logits of the target (so p's likeliest, and
/// where a filter leaves fewer, those that it dropped), of the draft, the topTokens largest of the residual, and
/// `also`: what was proposed or drawn there, however unlikely. Keeps its memory between calls; one thread.
class DistributionRecorder {
public:
    void record(const ContextSource& source, const SamplerSettings& sampler, int tokenizerSize, int topTokens,
                std::span<const TokenId> also, DistributionRecord& out);
    /// Of a p that is known in part, and what q says of the same tokens: the topTokens likeliest of those that are
    /// known, and those of `also` that are. What is not known belongs to the tail; nothing is said of the residual.
    void recordPartly(const PartialDistribution& p, std::span<const double> q, int vocabulary, int topTokens,
                      std::span<const TokenId> also, DistributionRecord& out);
    /// Writes down what has been listed already, in the same way; puts values.tokens in order. Without p or q their
    /// values are 0.
    static void compose(ContextValues& values, int vocabulary, DistributionRecord& out);

private:
    static constexpr std::size_t markBits = 64;
    void mark(TokenId token)
    {
        m_marks[std::size_t(token) / markBits] |= std::uint64_t(1) << (std::size_t(token) % markBits);
    }
    template <class Value>
    void markTop(std::span<const Value> values, int count);

    Distribution m_residual;
    std::vector<TokenId> m_top;
    std::vector<std::uint64_t> m_marks; ///< a bit a token: gives the union of the lists in order
    ContextValues m_values;
};

} // namespace draftscope
