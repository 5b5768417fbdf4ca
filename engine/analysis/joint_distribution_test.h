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
    /// Beginnings of texts: how often each was drawn, and its probability by `alone`, the target's distributions.
    struct Bins {
        std::vector<std::vector<TokenId>> beginnings; ///< the first one is empty: all that are not listed
        std::vector<double> counts, probabilities;
        bool areAll = false; ///< nothing is left that is not listed
    };
    /// All beginnings of a vocabulary so small that there are at most 4096, and all of a single token; of others those
    /// that expect at least one text, because the rest are far too many to list.
    [[nodiscard]] Bins bins(ContextDistributions& alone, const Model& target) const;
    [[nodiscard]] static Result compare(const Bins& bins);
    [[nodiscard]] int tokens() const { return m_tokens; }
    [[nodiscard]] int texts() const { return m_texts; }

private:
    [[nodiscard]] bool listsAll(const Model& target) const;

    int m_tokens;
    int m_texts = 0;
    std::map<std::vector<TokenId>, int> m_counts;
};

} // namespace draftscope
