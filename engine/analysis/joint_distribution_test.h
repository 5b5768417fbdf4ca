// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <span>
#include <vector>

#include "engine/analysis/context_distributions.h"
#include "engine/analysis/statistics.h"
#include "engine/model/model.h"

namespace draftscope {

/// Counts how texts begin, and compares that with the target's own joint distribution of the first tokens.
class JointDistributionTest {
public:
    /// A bin is a beginning of so many tokens, or a whole text that ended before.
    explicit JointDistributionTest(int tokens) : m_tokens(tokens) {}

    void add(std::span<const TokenId> text);

    struct Result {
        ChiSquare chiSquare; ///< over bins that expect at least 5 texts, the others pooled
        double totalVariation = 0;
    };
    /// Against all beginnings that `alone`, the distributions of the target, gives at least one expected text; the
    /// rest, far too many to list, is one bin.
    [[nodiscard]] Result compare(ContextDistributions& alone, const Model& target) const;

private:
    int m_tokens;
    int m_texts = 0;
    std::map<std::vector<TokenId>, int> m_counts;
};

} // namespace draftscope
