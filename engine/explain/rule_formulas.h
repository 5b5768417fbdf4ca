// SPDX-License-Identifier: MIT
// The formula of each verifier: how it judges a node, and what it draws from in place of what it rejected.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/explain/formula.h"
#include "engine/explain/rule_terms.h"

namespace draftscope {

/// What makes a verdict or a draw, and the number that it comes to.
struct RuleLines {
    std::vector<FormulaLine> lines = {};
    double result = 0;
};

/// Which sums a rule makes of p and q, for stand-ins of tokens that are not listed (tail_rows.h).
enum class TailSplit : std::uint8_t { none, residual, withoutReplacement, block, kSeq };

struct RuleFormulas {
    std::string_view verifier; ///< as traces name it
    bool judgesInTurn = false; ///< a draft of a chain is accepted with its acceptance if all before it are
    TailSplit tail = TailSplit::none;
    /// The acceptance of a node. Nothing where the record lacks a term.
    std::optional<RuleLines> (*judge)(const RuleTerms& terms, int node) = nullptr;
    /// What the rule leaves of p at the token that was drawn from that. Nothing: the rule takes the likeliest.
    std::optional<RuleLines> (*residual)(const RuleTerms& terms) = nullptr;
};

/// Of every verifier of engine/speculation/verifiers.cpp; null for one that is not known.
[[nodiscard]] const RuleFormulas* formulasOf(std::string_view verifier);
/// The verifier of a round; of an old trace, which names none, the one that its sampler goes with.
[[nodiscard]] std::string_view verifierOf(const RoundRecord& round);

[[nodiscard]] std::optional<RuleLines> judgeBlock(const RuleTerms& terms, int node);
[[nodiscard]] std::optional<RuleLines> residualOfBlock(const RuleTerms& terms);
[[nodiscard]] std::optional<RuleLines> judgeKSeq(const RuleTerms& terms, int node);
[[nodiscard]] std::optional<RuleLines> residualOfKSeq(const RuleTerms& terms);

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
