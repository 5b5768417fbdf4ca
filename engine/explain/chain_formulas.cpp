// SPDX-License-Identifier: MIT
// Block verification and K-SEQ, whose numbers are of a whole chain or of all siblings.
#include <algorithm>
#include <cmath>

#include "engine/explain/rule_formulas.h"
#include "engine/explain/why_sentences.h"

namespace draftscope {
namespace {

/// How much p_i p has more than q behind a context of a chain.
const RemainderRecord* excessAt(const RuleTerms& terms, int context)
{
    constexpr int howeverJudged = -1; // RemainderRecord::node
    return terms.remainder(context, howeverJudged);
}

std::optional<double> keptAt(const RuleTerms& terms, int context)
{
    const DistributionRecord* const record = terms.context(context);
    return record ? record->numbers.kept : std::nullopt;
}

/// (1 - (1 - b)^k) / b, k where b is 0.
double emissionsOf(double b, int k)
{
    return b > 0 ? (1 - std::pow(1 - b, k)) / b : k;
}

} // namespace

std::optional<RuleLines> judgeBlock(const RuleTerms& terms, int n)
{
    const NodeRecord& node = terms.node(n);
    const auto before = keptAt(terms, n), kept = keptAt(terms, n + 1);
    if (!before || !kept)
        return std::nullopt;
    const int i = n + 1;
    RuleLines rule;
    rule.result = *kept;
    rule.lines.push_back({{why::keptSoFar},
                          joined({{symbolTerm(indexed("p", i)), relationTerm("=")},
                                  atMostOne({symbolTerm(indexed("p", i - 1) + "·"), fractionTerm({pOf()}, {qOf()})}),
                                  {relationTerm("=")},
                                  atMostOne({numberTerm(*before), symbolTerm("·"),
                                             fractionTerm({numberTerm(node.p, TermRole::target)},
                                                          {numberTerm(node.q, TermRole::draft)})}),
                                  {relationTerm("="), numberTerm(*kept)}})});
    const std::string h = indexed("h", i), s = indexed("S", i), pi = indexed("p", i);
    if (i == int(terms.round().nodes.size())) {
        rule.lines.push_back(
            {{why::acceptance},
             {symbolTerm(h), relationTerm("="), symbolTerm(pi), relationTerm("="), numberTerm(*kept)}});
        return rule;
    }
    const RemainderRecord* const excess = excessAt(terms, i);
    if (!excess)
        return std::nullopt;
    const double both = excess->mass + 1 - *kept;
    rule.result = both > 0 ? std::min(1.0, excess->mass / both) : 1;
    rule.lines.push_back({{why::excess},
                          {symbolTerm(s), relationTerm("="), symbolTerm("Σ max(0, " + pi + "·"),
                           symbolTerm("p(y)", TermRole::target), symbolTerm(" − "), symbolTerm("q(y)", TermRole::draft),
                           symbolTerm(")"), relationTerm("="), numberTerm(excess->mass, TermRole::residual)}});
    rule.lines.push_back(
        {{why::acceptance},
         {symbolTerm(h), relationTerm("="), fractionTerm({symbolTerm(s)}, {symbolTerm(s + " + 1 − " + pi)}),
          relationTerm("="),
          fractionTerm({numberTerm(excess->mass, TermRole::residual)},
                       {numberTerm(excess->mass, TermRole::residual), symbolTerm(" + 1 − "), numberTerm(*kept)}),
          relationTerm("="), numberTerm(rule.result)}});
    return rule;
}

std::optional<RuleLines> residualOfBlock(const RuleTerms& terms)
{
    const DrawRecord& draw = *terms.round().draw;
    const RemainderRecord* const excess = excessAt(terms, draw.context);
    const auto kept = keptAt(terms, draw.context);
    const auto p = terms.p(draw.context, draw.token), q = terms.q(draw.context, draw.token);
    if (!excess || !kept || !p || !q || excess->mass <= 0)
        return std::nullopt;
    const std::string s = indexed("S", draw.context), pi = indexed("p", draw.context);
    RuleLines rule;
    rule.result = std::max(0.0, *kept * *p - *q) / excess->mass;
    rule.lines.push_back({{why::mass},
                          {symbolTerm(s), relationTerm("="), symbolTerm("Σ max(0, " + pi + "·"),
                           symbolTerm("p", TermRole::target), symbolTerm(" − "), symbolTerm("q", TermRole::draft),
                           symbolTerm(")"), relationTerm("="), numberTerm(excess->mass, TermRole::residual)}});
    rule.lines.push_back(
        {{why::residual},
         {symbolTerm("r(y)", TermRole::residual), relationTerm("="),
          fractionTerm({symbolTerm("max(0, " + pi + "·"), pOf("y"), symbolTerm(" − "), qOf("y"), symbolTerm(")")},
                       {symbolTerm(s)}),
          relationTerm("="),
          fractionTerm({numberTerm(*kept), symbolTerm("·"), numberTerm(*p, TermRole::target), symbolTerm(" − "),
                        numberTerm(*q, TermRole::draft)},
                       {numberTerm(excess->mass, TermRole::residual)}),
          relationTerm("="), numberTerm(rule.result, TermRole::residual)}});
    return rule;
}

std::optional<RuleLines> judgeKSeq(const RuleTerms& terms, int n)
{
    const NodeRecord& node = terms.node(n);
    const DistributionRecord* const record = terms.context(node.parent + 1);
    const int k = int(terms.children(node.parent + 1).size());
    const std::optional<double> rho = !record ? std::nullopt
        : record->numbers.divisor             ? record->numbers.divisor
        : k <= 1                              ? std::optional(1.0)
                                              : std::nullopt;
    if (!rho)
        return std::nullopt;
    RuleLines rule;
    const double reached = node.p / *rho;
    rule.result = reached <= 0 ? 0 : reached >= node.q ? 1 : reached / node.q;
    // All k are rejected with (1 - b)^k, and that is what is left of p then.
    if (const auto mass = terms.massLeft(node.parent + 1, k)) {
        const double b = 1 - std::pow(*mass, 1.0 / k);
        rule.lines.push_back({{why::overlapOfAll},
                              {symbolTerm("β"), relationTerm("="), symbolTerm("Σ min("),
                               symbolTerm("q", TermRole::draft), symbolTerm(", "), symbolTerm("p", TermRole::target),
                               symbolTerm("/ρ)"), relationTerm("="), numberTerm(b)}});
        rule.lines.push_back(
            {{why::divisor},
             {symbolTerm("ρ"), relationTerm("="), fractionTerm({symbolTerm("1 − (1 − β)^k")}, {symbolTerm("β")}),
              relationTerm("="),
              fractionTerm({symbolTerm("1 − (1 − "), numberTerm(b), symbolTerm(")^"), countTerm(k)}, {numberTerm(b)}),
              relationTerm(std::abs(emissionsOf(b, k) - *rho) < 1e-3 ? "=" : "≤"), numberTerm(*rho)}});
    } else {
        rule.lines.push_back({{why::divisor}, {symbolTerm("ρ"), relationTerm("="), numberTerm(*rho)}});
    }
    rule.lines.push_back(
        {{why::acceptance},
         joined({{symbolTerm("a"), relationTerm("=")},
                 atMostOne({fractionTerm({pOf()}, {symbolTerm("ρ·"), qOf()})}),
                 {relationTerm("=")},
                 atMostOne({fractionTerm({numberTerm(node.p, TermRole::target)},
                                         {numberTerm(*rho), symbolTerm("·"), numberTerm(node.q, TermRole::draft)})}),
                 {relationTerm("="), numberTerm(rule.result)}})});
    return rule;
}

std::optional<RuleLines> residualOfKSeq(const RuleTerms& terms)
{
    const DrawRecord& draw = *terms.round().draw;
    const int k = int(terms.children(draw.context).size());
    const DistributionRecord* const record = terms.context(draw.context);
    const auto mass = terms.massLeft(draw.context, k);
    const auto p = terms.p(draw.context, draw.token), q = terms.q(draw.context, draw.token);
    if (!record || !mass || !p || !q || *mass <= 0)
        return std::nullopt;
    const double rho = record->numbers.divisor.value_or(1), b = 1 - std::pow(*mass, 1.0 / k);
    const double passed = std::min(*q, *p / rho), share = emissionsOf(b, k);
    RuleLines rule;
    rule.result = std::max(0.0, *p - passed * share) / *mass;
    rule.lines.push_back(
        {{why::mass},
         {symbolTerm("Z"), relationTerm("="), symbolTerm("(1 − β)^k"), relationTerm("="), symbolTerm("(1 − "),
          numberTerm(b), symbolTerm(")^"), countTerm(k), relationTerm("="), numberTerm(*mass, TermRole::residual)}});
    rule.lines.push_back({{why::residual},
                          {symbolTerm("r(y)", TermRole::residual), relationTerm("="),
                           fractionTerm({pOf("y"), symbolTerm(" − min("), qOf("y"), symbolTerm(", "), pOf("y"),
                                         symbolTerm("/ρ)·(1 − (1 − β)^k)/β")},
                                        {symbolTerm("Z")}),
                           relationTerm("="),
                           fractionTerm({numberTerm(*p, TermRole::target), symbolTerm(" − "), numberTerm(passed),
                                         symbolTerm("·"), numberTerm(share)},
                                        {numberTerm(*mass, TermRole::residual)}),
                           relationTerm("="), numberTerm(rule.result, TermRole::residual)}});
    return rule;
}

} // namespace draftscope
