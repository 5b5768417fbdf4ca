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

JointDistributionTest::Result JointDistributionTest::compare(ContextDistributions& alone, const Model& target) const
{
    std::vector<double> observed{0.0}, expected{0.0}; // the first bin: the rest
    double listedCount = 0, listedMass = 0;
    std::vector<TokenId> path;
    const std::function<void(int, double)> list = [&](int context, double mass) {
        if (int(path.size()) == m_tokens || (!path.empty() && target.isEndOfText(path.back()))) {
            const auto found = m_counts.find(path);
            observed.push_back(found == m_counts.end() ? 0.0 : found->second);
            expected.push_back(mass);
            listedCount += observed.back();
            listedMass += mass;
            return;
        }
        const PossibleTokens possible = alone.at(context); // a copy: other contexts are added meanwhile
        for (const PossibleToken& next : possible) {
            if (mass * next.p * m_texts < 1)
                continue;
            path.push_back(next.token);
            list(alone.after(context, next.token), mass * next.p);
            path.pop_back();
        }
    };
    list(ContextDistributions::root, 1.0);
    observed[0] = m_texts - listedCount;
    expected[0] = std::max(0.0, 1 - listedMass);
    if (observed[0] == 0 && expected[0] < 1e-9) // nothing is left but rounding
        expected[0] = 0;
    return {chiSquareTest(observed, expected), totalVariation(observed, expected)};
}

} // namespace draftscope
