// SPDX-License-Identifier: MIT
#include "engine/analysis/favoured_tokens_test.h"

namespace draftscope {

void FavouredTokensTest::add(const PossibleTokens& p, const PossibleTokens& q, TokenId token)
{
    double mass = 0;
    bool isFavoured = false;
    for (const PossibleToken& possible : p) {
        const PossibleToken* const draft = find(q, possible.token);
        if (!draft || draft->p <= possible.p)
            continue;
        mass += possible.p;
        isFavoured |= possible.token == token;
    }
    // Tokens of a text are drawn one after another, each from p given those before it, so excesses are uncorrelated.
    m_excess += (isFavoured ? 1 : 0) - mass;
    m_variance += mass * (1 - mass);
}

ChiSquare FavouredTokensTest::chiSquare() const
{
    constexpr double leastVariance = 25;
    if (m_variance < leastVariance)
        return {};
    const double statistic = m_excess * m_excess / m_variance;
    return {statistic, 1, upperGamma(0.5, statistic / 2)};
}

} // namespace draftscope
