// SPDX-License-Identifier: MIT
// The formula of each verifier: how it judges a node, and what it draws from in place of what it rejected.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/explain/formula.h"

namespace draftscope {

/// A round with what its rules are made of.
class RoundTerms {
public:
    explicit RoundTerms(const RoundRecord& round) : m_round(round) {}

    [[nodiscard]] const RoundRecord& round() const { return m_round; }
    [[nodiscard]] const NodeRecord& node(int n) const { return m_round.nodes[std::size_t(n)]; }
    /// Null where it was not kept.
    [[nodiscard]] const DistributionRecord* context(int context) const;
    [[nodiscard]] std::vector<int> children(int context) const; ///< not pruned, as they are judged
    [[nodiscard]] int siblingsBefore(int n) const;
    [[nodiscard]] std::optional<double> p(int context, TokenId token) const;
    [[nodiscard]] std::optional<double> q(int context, TokenId token) const;
    /// What is left of p after `rejected` children of a context, at a token; p where there is none. Normalised.
    [[nodiscard]] std::optional<double> left(int context, int rejected, TokenId token) const;
    /// How much of p that is, 1 for no child; and how much the last of them has left of what was there before it.
    [[nodiscard]] std::optional<double> massLeft(int context, int rejected) const;
    [[nodiscard]] std::optional<double> lastShare(int context, int rejected) const;

private:
    [[nodiscard]] const RemainderRecord* remainder(int context, int rejected) const;
    const RoundRecord& m_round;
};

/// What makes a verdict or a draw, and the number that it comes to.
struct RuleLines {
    std::vector<FormulaLine> lines = {};
    double result = 0;
};

/// Which sums a rule makes of p and q, for stand-ins of tokens that are not listed (tail_rows.h).
enum class TailSplit : std::uint8_t { none, residual, withoutReplacement, block, kSeq };

struct RuleFormulas {
    std::string_view verifier; ///< as traces name it
    bool isLossless = true;
    bool judgesInTurn = false; ///< a draft of a chain is accepted with its acceptance if all before it are
    bool judgesBlock = false;  ///< a verdict is of all drafts as far as the node
    TailSplit tail = TailSplit::none;
    /// The acceptance of a node. Nothing where the record lacks a term.
    std::optional<RuleLines> (*judge)(const RoundTerms& terms, int node) = nullptr;
    /// What the rule leaves of p at the token that was drawn from that. Nothing: the rule takes the likeliest.
    std::optional<RuleLines> (*residual)(const RoundTerms& terms) = nullptr;
};

/// Of every verifier of engine/speculation/verifiers.cpp; null for one that is not known.
[[nodiscard]] const RuleFormulas* formulasOf(std::string_view verifier);
/// The verifier of a round; of an old trace, which names none, the one that its sampler goes with.
[[nodiscard]] std::string_view verifierOf(const RoundRecord& round);

[[nodiscard]] std::optional<RuleLines> judgeBlock(const RoundTerms& terms, int node);
[[nodiscard]] std::optional<RuleLines> residualOfBlock(const RoundTerms& terms);
[[nodiscard]] std::optional<RuleLines> judgeKSeq(const RoundTerms& terms, int node);
[[nodiscard]] std::optional<RuleLines> residualOfKSeq(const RoundTerms& terms);

/// "p₁" for an index.
[[nodiscard]] std::string indexed(std::string_view letter, int index);
/// p(x), q(x) and the like, in their colours.
[[nodiscard]] Term pOf(std::string_view of = "x");
[[nodiscard]] Term qOf(std::string_view of = "x");
/// "min(1, ...)" around terms.
[[nodiscard]] Terms atMostOne(Terms inside);
/// All terms of several one after another.
[[nodiscard]] Terms joined(std::initializer_list<Terms> parts);

} // namespace draftscope
