// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "engine/record/recording.h"

namespace draftscope {

/// The numbers that the rules of a round are made of, as its record has them. Refers to the round. Any thread.
class RuleTerms {
public:
    explicit RuleTerms(const RoundRecord& round) : m_round(round) {}

    [[nodiscard]] const RoundRecord& round() const { return m_round; }
    [[nodiscard]] const NodeRecord& node(int n) const { return m_round.nodes[std::size_t(n)]; }
    /// Null where it was not kept.
    [[nodiscard]] const DistributionRecord* context(int context) const;
    [[nodiscard]] std::vector<int> children(int context) const; ///< not pruned, as they are judged
    [[nodiscard]] int siblingsBefore(int n) const;
    [[nodiscard]] std::optional<double> p(int context, TokenId token) const;
    [[nodiscard]] std::optional<double> q(int context, TokenId token) const;
    /// The likeliest of p that is listed, the smaller id among equals.
    [[nodiscard]] std::optional<TokenId> likeliest(int context) const;
    /// What is left of p after `rejected` children of a context, at a token; p where there is none. Normalised.
    [[nodiscard]] std::optional<double> left(int context, int rejected, TokenId token) const;
    /// How much of p that is, 1 for no child; and how much the last of them has left of what was there before it.
    [[nodiscard]] std::optional<double> massLeft(int context, int rejected) const;
    [[nodiscard]] std::optional<double> lastShare(int context, int rejected) const;
    /// What the record has of that: RemainderRecord::node says of which node it is. Null where it has nothing.
    [[nodiscard]] const RemainderRecord* remainder(int context, int node) const;
    /// Slots that the target's cache has given back with the newest moment.
    [[nodiscard]] int slotsGivenBack() const;

private:
    [[nodiscard]] const RemainderRecord* remainderOfChild(int context, int rejected) const;
    const RoundRecord& m_round;
};

/// Whether its drafts are more than a chain. Only a whole round says so: its first levels may look like one.
[[nodiscard]] bool draftsTree(const RoundRecord& whole);

/// The round at a position after its first moment; null where that is not recorded.
[[nodiscard]] const RoundRecord* recordedRound(const Recording& recording, Position at);

} // namespace draftscope
