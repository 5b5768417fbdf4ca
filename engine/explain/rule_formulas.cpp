// SPDX-License-Identifier: MIT
#include "engine/explain/rule_formulas.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "engine/explain/why_sentences.h"

namespace draftscope {
namespace {

/// min(1, r / d) with the limits where d is 0, which only a token that a person chose reaches.
double ratioOf(double r, double d)
{
    return r <= 0 ? 0 : r >= d ? 1 : r / d;
}

Term number(double value, TermRole role = TermRole::plain)
{
    return numberTerm(value, role);
}

/// What the rejections of the siblings before a node leave of p at its token; `d`: what the last of them took away.
std::optional<FormulaLine> leftLine(const RuleTerms& terms, int n, std::optional<double> d, const Term& letter)
{
    const int context = terms.node(n).parent + 1, before = terms.siblingsBefore(n);
    const TokenId token = terms.node(n).token;
    const auto r = terms.left(context, before, token), r0 = terms.left(context, before - 1, token);
    const auto z = terms.lastShare(context, before);
    if (!r)
        return std::nullopt;
    const Term left = symbolTerm(indexed("R", before) + "(x)", TermRole::residual);
    Terms line = {left};
    constexpr double asRecorded = 1e-5; // floats, and a difference of them
    if (r0 && z && d && *z > 0 && std::abs(std::max(0.0, *r0 - *d) / *z - *r) < asRecorded) {
        const Term above = before == 1 ? pOf() : symbolTerm(indexed("R", before - 1) + "(x)", TermRole::residual);
        const TermRole role = before == 1 ? TermRole::target : TermRole::residual;
        line = joined({line,
                       {relationTerm("="),
                        fractionTerm({symbolTerm("max(0, "), above, symbolTerm(" − "), letter, symbolTerm(")")},
                                     {symbolTerm(indexed("Z", before))}),
                        relationTerm("="),
                        fractionTerm({symbolTerm("max(0, "), number(*r0, role), symbolTerm(" − "),
                                      number(*d, TermRole::draft), symbolTerm(")")},
                                     {number(*z)})}});
    }
    return FormulaLine{{why::leftBefore}, joined({line, {relationTerm("="), number(*r, TermRole::residual)}})};
}

/// min(1, p(x) / q(x)), with what siblings left in place of p.
RuleLines ratioLines(double r, double d, int before, const Term& letter)
{
    RuleLines rule;
    rule.result = ratioOf(r, d);
    const TermRole role = before == 0 ? TermRole::target : TermRole::residual;
    const Term above = before == 0 ? pOf() : symbolTerm(indexed("R", before) + "(x)", TermRole::residual);
    rule.lines.push_back({{why::acceptance},
                          joined({{symbolTerm("a"), relationTerm("=")},
                                  atMostOne({fractionTerm({above}, {letter})}),
                                  {relationTerm("=")},
                                  atMostOne({fractionTerm({number(r, role)}, {number(d, TermRole::draft)})}),
                                  {relationTerm("="), number(rule.result)}})});
    return rule;
}

std::optional<RuleLines> judgeRatio(const RuleTerms& terms, int n)
{
    const NodeRecord& node = terms.node(n);
    const int context = node.parent + 1, before = terms.siblingsBefore(n);
    const auto r = terms.left(context, before, node.token);
    if (!r)
        return std::nullopt;
    RuleLines rule = ratioLines(*r, node.q, before, qOf());
    if (before > 0)
        if (const auto line = leftLine(terms, n, terms.q(context, node.token), qOf()))
            rule.lines.insert(rule.lines.begin(), *line);
    return rule;
}

/// q at a token without the first `drawn` children of the context, normalised again.
std::optional<double> withoutSiblings(const RuleTerms& terms, int context, int drawn, TokenId token)
{
    const std::vector<int> all = terms.children(context);
    double rest = 1;
    for (int i = 0; i < drawn; ++i)
        rest -= terms.q(context, terms.node(all[std::size_t(i)]).token).value_or(0);
    const auto q = terms.q(context, token);
    return q && rest > 0 ? std::optional(*q / rest) : std::nullopt;
}

std::optional<RuleLines> judgeWithoutReplacement(const RuleTerms& terms, int n)
{
    const NodeRecord& node = terms.node(n);
    const int context = node.parent + 1, before = terms.siblingsBefore(n);
    const auto r = terms.left(context, before, node.token), q = terms.q(context, node.token);
    if (!r)
        return std::nullopt;
    const Term d = before == 0 ? qOf() : symbolTerm(indexed("D", before) + "(x)", TermRole::draft);
    RuleLines rule = ratioLines(*r, node.q, before, d);
    if (before == 0 || !q)
        return rule;
    Terms left = {symbolTerm("1")}, numbers = {symbolTerm("1")};
    const std::vector<int> all = terms.children(context);
    for (int i = 0; i < before; ++i) {
        left.push_back(symbolTerm(" − "));
        left.push_back(qOf(indexed("x", i + 1)));
        numbers.push_back(symbolTerm(" − "));
        numbers.push_back(number(terms.q(context, terms.node(all[std::size_t(i)]).token).value_or(0), TermRole::draft));
    }
    rule.lines.insert(
        rule.lines.begin(),
        {{why::drawnFrom},
         {d, relationTerm("="), fractionTerm({qOf()}, left), relationTerm("="),
          fractionTerm({number(*q, TermRole::draft)}, numbers), relationTerm("="), number(node.q, TermRole::draft)}});
    const Term taken = before == 1 ? qOf() : symbolTerm(indexed("D", before - 1) + "(x)", TermRole::draft);
    if (const auto line = leftLine(terms, n, withoutSiblings(terms, context, before - 1, node.token), taken))
        rule.lines.insert(rule.lines.begin(), *line);
    return rule;
}

std::optional<RuleLines> judgeCertain(const RuleTerms& terms, int n)
{
    const NodeRecord& node = terms.node(n);
    const int context = node.parent + 1, before = terms.siblingsBefore(n);
    const auto r = terms.left(context, before, node.token);
    if (!r)
        return std::nullopt;
    RuleLines rule;
    rule.result = *r;
    if (before == 0) {
        rule.lines.push_back(
            {{why::acceptance},
             {symbolTerm("a"), relationTerm("="), pOf(), relationTerm("="), number(*r, TermRole::target)}});
        return rule;
    }
    Terms left = {symbolTerm("1")}, numbers = {symbolTerm("1")};
    const std::vector<int> all = terms.children(context);
    for (int i = 0; i < before; ++i) {
        left.push_back(symbolTerm(" − "));
        left.push_back(pOf(indexed("x", i + 1)));
        numbers.push_back(symbolTerm(" − "));
        numbers.push_back(number(terms.node(all[std::size_t(i)]).p, TermRole::target));
    }
    rule.lines.push_back(
        {{why::acceptance},
         {symbolTerm("a"), relationTerm("="), symbolTerm(indexed("R", before) + "(x)", TermRole::residual),
          relationTerm("="), fractionTerm({pOf()}, left), relationTerm("="),
          fractionTerm({number(node.p, TermRole::target)}, numbers), relationTerm("="),
          number(*r, TermRole::residual)}});
    return rule;
}

/// What is left of p once all children of the context that the token was drawn at were rejected. `taken`: what the last
/// of them took away at that token, and its letter.
std::optional<RuleLines> residualOfRatio(const RuleTerms& terms, std::optional<double> taken, const Term& letter)
{
    const DrawRecord& draw = *terms.round().draw;
    const int count = int(terms.children(draw.context).size());
    const auto r = terms.left(draw.context, count, draw.token), r0 = terms.left(draw.context, count - 1, draw.token);
    const auto share = terms.lastShare(draw.context, count), mass = terms.massLeft(draw.context, count);
    if (!r || !r0 || !share || !mass || !taken)
        return std::nullopt;
    const std::string z = count > 1 ? indexed("Z", count) : "Z";
    const auto above = [&](std::string_view of) {
        return count == 1 ? pOf(of)
                          : symbolTerm(indexed("R", count - 1) + "(" + std::string(of) + ")", TermRole::residual);
    };
    const TermRole role = count == 1 ? TermRole::target : TermRole::residual;
    RuleLines rule;
    rule.result = std::max(0.0, *r0 - *taken) / *share;
    const std::string sums = letter.text.substr(0, letter.text.find('('));
    rule.lines.push_back(
        {{why::mass},
         joined({{symbolTerm(z), relationTerm("="), symbolTerm("Σ max(0, "),
                  symbolTerm(count == 1 ? "p" : indexed("R", count - 1), role), symbolTerm(" − "),
                  symbolTerm(sums, TermRole::draft), symbolTerm(")"), relationTerm("="), symbolTerm("1 − Σ min("),
                  symbolTerm(count == 1 ? "p" : indexed("R", count - 1), role), symbolTerm(", "),
                  symbolTerm(sums, TermRole::draft), symbolTerm(")"), relationTerm("="),
                  number(*share, TermRole::residual)}})});
    if (count > 1)
        rule.lines.push_back({{why::massOfAll}, {number(*mass, TermRole::residual)}});
    rule.lines.push_back({{why::residual},
                          {symbolTerm("r(y)", TermRole::residual), relationTerm("="),
                           fractionTerm({symbolTerm("max(0, "), above("y"), symbolTerm(" − "), letter, symbolTerm(")")},
                                        {symbolTerm(z)}),
                           relationTerm("="),
                           fractionTerm({number(*r0, role), symbolTerm(" − "), number(*taken, TermRole::draft)},
                                        {number(*share, TermRole::residual)}),
                           relationTerm("="), number(*r, TermRole::residual)}});
    return rule;
}

std::optional<RuleLines> residualOfSampling(const RuleTerms& terms)
{
    const DrawRecord& draw = *terms.round().draw;
    return residualOfRatio(terms, terms.q(draw.context, draw.token), qOf("y"));
}

std::optional<RuleLines> residualWithoutReplacement(const RuleTerms& terms)
{
    const DrawRecord& draw = *terms.round().draw;
    const int count = int(terms.children(draw.context).size());
    const Term letter = count > 1 ? symbolTerm(indexed("D", count - 1) + "(y)", TermRole::draft) : qOf("y");
    const std::vector<int> all = terms.children(draw.context);
    const bool wasDrawn = std::ranges::any_of(all.begin(), all.end() - (count > 0 ? 1 : 0),
                                              [&](int child) { return terms.node(child).token == draw.token; });
    return residualOfRatio(
        terms, wasDrawn ? std::optional(0.0) : withoutSiblings(terms, draw.context, count - 1, draw.token), letter);
}

std::optional<RuleLines> residualOfCertain(const RuleTerms& terms)
{
    const DrawRecord& draw = *terms.round().draw;
    const auto p = terms.p(draw.context, draw.token);
    if (!p)
        return std::nullopt;
    Terms left = {symbolTerm("1")}, numbers = {symbolTerm("1")};
    double rest = 1;
    int i = 0;
    for (const int child : terms.children(draw.context)) {
        rest -= terms.node(child).p;
        left.push_back(symbolTerm(" − "));
        left.push_back(pOf(indexed("x", ++i)));
        numbers.push_back(symbolTerm(" − "));
        numbers.push_back(number(terms.node(child).p, TermRole::target));
    }
    if (rest <= 0)
        return std::nullopt;
    RuleLines rule;
    rule.result = *p / rest;
    rule.lines.push_back({{why::residual},
                          {symbolTerm("r(y)", TermRole::residual), relationTerm("="), fractionTerm({pOf("y")}, left),
                           relationTerm("="), fractionTerm({number(*p, TermRole::target)}, numbers), relationTerm("="),
                           number(rule.result, TermRole::residual)}});
    return rule;
}

std::optional<RuleLines> judgeGreedy(const RuleTerms& terms, int n)
{
    const NodeRecord& node = terms.node(n);
    const auto best = terms.likeliest(node.parent + 1);
    if (!best)
        return std::nullopt;
    const bool agrees = *best == node.token;
    return RuleLines{{{{why::chosen},
                       {symbolTerm("argmax p", TermRole::target), relationTerm("="), tokenTerm(*best, TermRole::target),
                        relationTerm(agrees ? "=" : "≠"), tokenTerm(node.token),
                        symbolTerm(agrees ? " ✓" : " ✗", agrees ? TermRole::accepted : TermRole::rejected)}}},
                     agrees ? 1.0 : 0.0};
}

std::optional<RuleLines> judgeTypical(const RuleTerms& terms, int n)
{
    const NodeRecord& node = terms.node(n);
    const DistributionRecord* const record = terms.context(node.parent + 1);
    if (!record || !record->numbers.entropy || !record->numbers.threshold)
        return std::nullopt;
    const double entropy = *record->numbers.entropy;
    RuleLines rule;
    rule.result = node.p;
    rule.lines.push_back({{why::entropy},
                          {symbolTerm("H"), relationTerm("="), symbolTerm("−Σ "), symbolTerm("p", TermRole::target),
                           symbolTerm(" ln "), symbolTerm("p", TermRole::target), relationTerm("="), number(entropy)}});
    rule.lines.push_back({{why::threshold},
                          {symbolTerm("t"), relationTerm("="), symbolTerm("min(0.09, 0.3·e^(−H))"), relationTerm("="),
                           symbolTerm("min(0.09, "), number(0.3 * std::exp(-entropy)), symbolTerm(")"),
                           relationTerm("="), number(*record->numbers.threshold)}});
    return rule;
}

constexpr RuleFormulas formulasOfAllRules[] = {
    {.verifier = "greedy", .judge = &judgeGreedy},
    {.verifier = "speculative-sampling",
     .judgesInTurn = true,
     .tail = TailSplit::residual,
     .judge = &judgeRatio,
     .residual = &residualOfSampling},
    {.verifier = "block", .tail = TailSplit::block, .judge = &judgeBlock, .residual = &residualOfBlock},
    {.verifier = "k-seq",
     .judgesInTurn = true,
     .tail = TailSplit::kSeq,
     .judge = &judgeKSeq,
     .residual = &residualOfKSeq},
    {.verifier = "without-replacement",
     .judgesInTurn = true,
     .tail = TailSplit::withoutReplacement,
     .judge = &judgeWithoutReplacement,
     .residual = &residualWithoutReplacement},
    {.verifier = "deterministic-children",
     .judgesInTurn = true,
     .judge = &judgeCertain,
     .residual = &residualOfCertain},
    {.verifier = "typical", .judge = &judgeTypical},
};

} // namespace

const RuleFormulas* formulasOf(std::string_view verifier)
{
    const auto* const found = std::ranges::find(formulasOfAllRules, verifier, &RuleFormulas::verifier);
    return found == std::end(formulasOfAllRules) ? nullptr : found;
}

std::string_view verifierOf(const RoundRecord& round)
{
    return !round.verifier.empty() ? std::string_view(round.verifier)
        : round.isGreedy()         ? std::string_view("greedy")
                                   : std::string_view("speculative-sampling");
}

std::string indexed(std::string_view letter, int index)
{
    std::string text(letter);
    for (const char digit : std::to_string(index))
        text += {'\xE2', '\x82', char('\x80' + (digit - '0'))}; // U+2080 and those behind it
    return text;
}

Term pOf(std::string_view of)
{
    return symbolTerm("p(" + std::string(of) + ")", TermRole::target);
}

Term qOf(std::string_view of)
{
    return symbolTerm("q(" + std::string(of) + ")", TermRole::draft);
}

Terms atMostOne(Terms inside)
{
    return joined({{symbolTerm("min(1, ")}, std::move(inside), {symbolTerm(")")}});
}

Terms joined(std::initializer_list<Terms> parts)
{
    Terms all;
    for (const Terms& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace draftscope
