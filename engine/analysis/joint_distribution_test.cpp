// SPDX-License-Identifier: MIT
#include "engine/analysis/joint_distribution_test.h"

#include <algorithm>
#include <functional>

namespace draftscope {

void JointDistributionTest::add(std::span<const TokenId> text)
{
    const auto beginning = text.first(std::min(text.size(), std::size_t(m_tokens)));
    ++m_counts[{beginning.begin(), beginning.end()}];
    ++m_texts;
}

bool JointDistributionTest::listsAll(const Model& target) const
{
    constexpr int most = 4096;
    std::int64_t beginnings = 1;
    for (int token = 0; token < m_tokens && beginnings <= most; ++token)
        beginnings *= target.tokenizer->size();
    return m_tokens == 1 || beginnings <= most;
}

JointDistributionTest::Bins JointDistributionTest::bins(ContextDistributions& alone, const Model& target) const
{
    Bins bins{{{}}, {0.0}, {0.0}, listsAll(target)};
    double listedCount = 0, listedMass = 0;
    std::vector<TokenId> path;
    const std::function<void(int, double)> list = [&](int context, double mass) {
        if (int(path.size()) == m_tokens || (!path.empty() && target.isEndOfText(path.back()))) {
            const auto found = m_counts.find(path);
            bins.beginnings.push_back(path);
            bins.counts.push_back(found == m_counts.end() ? 0.0 : found->second);
            bins.probabilities.push_back(mass);
            listedCount += bins.counts.back();
            listedMass += mass;
            return;
        }
        const PossibleTokens possible = alone.at(context); // a copy: other contexts are added meanwhile
        for (const PossibleToken& next : possible) {
            if (!bins.areAll && mass * next.p * m_texts < 1)
                continue;
            path.push_back(next.token);
            list(alone.after(context, next.token), mass * next.p);
            path.pop_back();
        }
    };
    list(ContextDistributions::root, 1.0);
    bins.counts[0] = m_texts - listedCount;
    bins.probabilities[0] = bins.areAll ? 0.0 : std::max(0.0, 1 - listedMass);
    if (bins.counts[0] == 0 && bins.probabilities[0] < 1e-9) // nothing is left but rounding
        bins.probabilities[0] = 0;
    return bins;
}

JointDistributionTest::Result JointDistributionTest::compare(const Bins& bins)
{
    return {chiSquareTest(bins.counts, bins.probabilities), totalVariation(bins.counts, bins.probabilities)};
}

} // namespace draftscope
