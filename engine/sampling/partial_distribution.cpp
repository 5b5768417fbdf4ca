// SPDX-License-Identifier: MIT
#include "engine/sampling/partial_distribution.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace draftscope {
namespace {

constexpr double roundingOfMass = 1e-3; ///< what the sum of rounded probabilities may be wrong by

} // namespace

Result<PartialDistribution> PartialDistribution::of(std::vector<TokenProbability> known, int likeliestCount,
                                                    bool isComplete, int vocabularySize)
{
    assert(likeliestCount >= 0 && likeliestCount <= int(known.size()));
    double sum = 0;
    for (const TokenProbability& one : known) {
        if (one.token < 0 || one.token >= vocabularySize)
            return fail("The target names token {}, and its vocabulary has {}.", one.token, vocabularySize);
        if (!(one.p >= 0 && one.p <= 1 + roundingOfMass)) // NaN is neither
            return fail("The target gives token {} the probability {}.", one.token, one.p);
        sum += one.p;
    }
    if (sum > 1 + roundingOfMass || (isComplete && sum < 1 - roundingOfMass))
        return fail("The target's probabilities of {} tokens are {} together.", known.size(), sum);
    const auto likeliest = std::span(known).first(std::size_t(likeliestCount));
    if (!std::ranges::is_sorted(likeliest, std::greater(), &TokenProbability::p))
        return fail("The target lists its likeliest tokens, and a later one has more than one before it.");
    PartialDistribution made;
    if (likeliestCount > 0)
        made.m_likeliest = likeliest.front().token;
    else if (isComplete && !known.empty())
        made.m_likeliest = std::ranges::max_element(known, {}, &TokenProbability::p)->token;
    std::ranges::sort(known, {}, &TokenProbability::token);
    if (const auto twice = std::ranges::adjacent_find(known, {}, &TokenProbability::token); twice != known.end())
        return fail("The target lists token {} twice.", twice->token);
    made.m_known = std::move(known);
    made.m_isComplete = isComplete;
    made.m_rest = isComplete ? 0.0 : std::clamp(1 - sum, 0.0, 1.0);
    return made;
}

PartialDistribution PartialDistribution::of(const Distribution& whole)
{
    PartialDistribution made;
    for (std::size_t token = 0; token < whole.size(); ++token)
        if (whole[token] > 0)
            made.m_known.push_back({TokenId(token), whole[token]});
    made.m_likeliest = TokenId(std::ranges::max_element(whole) - whole.begin());
    made.m_rest = 0;
    made.m_isComplete = true;
    return made;
}

void PartialDistribution::learn(TokenProbability drawn)
{
    if (at(drawn.token))
        return;
    m_known.insert(std::ranges::lower_bound(m_known, drawn.token, {}, &TokenProbability::token), drawn);
    m_rest = std::max(0.0, m_rest - drawn.p);
}

std::optional<double> PartialDistribution::at(TokenId token) const
{
    const auto found = std::ranges::lower_bound(m_known, token, {}, &TokenProbability::token);
    if (found != m_known.end() && found->token == token)
        return found->p;
    return m_isComplete ? std::optional(0.0) : std::nullopt;
}

std::optional<TokenId> PartialDistribution::likeliest() const
{
    return m_likeliest == noToken ? std::nullopt : std::optional(m_likeliest);
}

Distribution PartialDistribution::whole(int vocabularySize) const
{
    assert(m_isComplete);
    Distribution all(std::size_t(vocabularySize), 0.0);
    for (const TokenProbability& one : m_known)
        all[std::size_t(one.token)] = one.p;
    return all;
}

} // namespace draftscope
