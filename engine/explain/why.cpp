// SPDX-License-Identifier: MIT
#include "engine/explain/why.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/explain/rule_formulas.h"
#include "engine/explain/why_sentences.h"

namespace draftscope {
namespace {

constexpr double asRecordedTolerance = 1e-4; ///< records hold floats, and formulas divide their differences

bool agree(double computed, double recorded)
{
    return std::abs(computed - recorded) <= asRecordedTolerance;
}

/// A moment of a round and what its formula is made of.
class Explanation {
public:
    /// `round`: as it stood at the moment, `whole`: as far as it is recorded. Both outlive this.
    Explanation(const Recording& recording, const RoundRecord& round, const RoundRecord& whole)
        : m_recording(recording), m_round(round), m_whole(whole), m_terms(round), m_rule(formulasOf(verifierOf(round)))
    {
    }
    [[nodiscard]] Formula formula() const;

private:
    [[nodiscard]] Formula draft(int first) const;
    [[nodiscard]] Formula level(int first) const;
    [[nodiscard]] Formula verify() const;
    [[nodiscard]] Formula judge(int node) const;
    [[nodiscard]] Words verdictWords(int node, double acceptance, double u) const;
    [[nodiscard]] Formula residual() const;
    [[nodiscard]] Formula drawFromP(std::string_view drawn) const;
    [[nodiscard]] Formula commit() const;
    [[nodiscard]] Formula watched() const;
    void addDraw(Formula& formula) const;

    const Recording& m_recording;
    const RoundRecord& m_round;
    const RoundRecord& m_whole;
    RuleTerms m_terms;
    const RuleFormulas* m_rule;
};

Formula Explanation::formula() const
{
    const Moment& moment = m_round.moments.back();
    Formula formula;
    if (m_round.traits.isWatched && moment.kind != MomentKind::verify && moment.kind != MomentKind::commit)
        return watched();
    switch (moment.kind) {
    case MomentKind::draft:
        formula = draftsTree(m_whole) ? level(moment.node) : draft(moment.node);
        break;
    case MomentKind::verify:
        formula = verify();
        break;
    case MomentKind::judge:
        formula = judge(moment.node);
        break;
    case MomentKind::residual:
        formula = residual();
        break;
    case MomentKind::bonus:
        formula = drawFromP(why::bonusDrawn);
        break;
    case MomentKind::plain:
        formula = drawFromP(m_round.takesLikeliest() ? why::plainLikeliest : why::plainDrawn);
        break;
    case MomentKind::commit:
        formula = commit();
        break;
    }
    if (m_round.draftContextFull && moment.kind == MomentKind::verify)
        formula.notes.push_back({why::contextFull});
    if (const std::string& fault = m_recording.header().fault; !fault.empty())
        formula.notes.push_back({why::brokenOnPurpose, {fault}});
    return formula;
}

/// A server tells what it did and not why.
Formula Explanation::watched() const
{
    const Moment& moment = m_round.moments.back();
    Formula formula;
    if (moment.node < 0) {
        formula.headline = {why::serverWrote, {WordToken{m_round.draw->token}}};
    } else if (const NodeRecord& node = m_round.nodes[std::size_t(moment.node)]; moment.kind == MomentKind::draft) {
        formula.headline = node.token == untoldToken ? Words{why::serverDraftedUntold}
                                                     : Words{why::serverDrafted, {WordToken{node.token}}};
    } else {
        const bool isAccepted = node.verdict == Verdict::accepted;
        formula.headline = !isAccepted  ? Words{why::serverRejected}
            : node.token == untoldToken ? Words{why::serverAcceptedUntold}
                                        : Words{why::serverAccepted, {WordToken{node.token}}};
    }
    formula.notes.push_back({why::serverTellsNoMore});
    return formula;
}

Formula Explanation::draft(int first) const
{
    const NodeRecord& node = m_round.nodes[std::size_t(first)];
    const bool wasDrawn = !m_round.sampler.isGreedy() && !node.forcedToken && node.drawU != 0;
    const WordToken token{node.token};
    Formula formula;
    formula.headline = node.forcedToken ? Words{why::draftByPerson, {token, WordNumber{node.q}}}
        : wasDrawn                      ? Words{why::draftDrawn, {token, WordNumber{node.drawU}, WordNumber{node.q}}}
        : m_round.copied || node.q >= 1 ? Words{why::draftCopied, {token}}
                                        : Words{why::draftChosen, {token, WordNumber{node.q}}};
    formula.lines.push_back({{why::proposed},
                             {qOf(), relationTerm("="), numberTerm(node.q, TermRole::draft), symbolTerm(", x"),
                              relationTerm("="), tokenTerm(node.token)}});
    if (wasDrawn)
        formula.lines.push_back(
            {{why::draw}, {symbolTerm("u", TermRole::chance), relationTerm("="), numberTerm(node.drawU)}});
    return formula;
}

Formula Explanation::level(int first) const
{
    constexpr std::size_t mostListed = 4;
    std::vector<int> parents;
    const int count = int(m_round.nodes.size()) - first;
    for (std::size_t n = std::size_t(first); n < m_round.nodes.size(); ++n)
        if (std::ranges::count(parents, m_round.nodes[n].parent) == 0)
            parents.push_back(m_round.nodes[n].parent);
    const int depth = m_round.nodes[std::size_t(first)].depth;
    Formula formula;
    formula.headline = parents.size() == 1 ? Words{why::levelOfOneParent, {depth, count}}
                                           : Words{why::levelDrafted, {depth, count, int(parents.size())}};
    for (std::size_t i = 0; i < std::min(mostListed, parents.size()); ++i) {
        Terms terms = {tokenTerm(parents[i] < 0 ? m_round.root : m_round.nodes[std::size_t(parents[i])].token),
                       symbolTerm(" → ")};
        std::size_t listed = 0;
        for (std::size_t n = std::size_t(first); n < m_round.nodes.size(); ++n) {
            const NodeRecord& node = m_round.nodes[n];
            if (node.parent != parents[i])
                continue;
            if (listed++ == mostListed) {
                terms.push_back(symbolTerm(", …"));
                break;
            }
            terms = joined({terms,
                            {symbolTerm(listed > 1 ? ", " : ""), tokenTerm(node.token), symbolTerm(" "),
                             numberTerm(node.q, TermRole::draft)}});
        }
        formula.lines.push_back({{why::proposed}, std::move(terms)});
    }
    return formula;
}

Formula Explanation::verify() const
{
    const int count = int(std::ranges::count(m_round.nodes, false, &NodeRecord::pruned));
    Formula formula;
    if (count == 0) {
        formula.headline = {why::plainPass};
        return formula;
    }
    const bool isTree = draftsTree(m_whole);
    formula.headline = isTree ? Words{why::nodes, {count}}
        : count == 1          ? Words{why::onePlace}
                              : Words{why::places, {count}};
    const std::string letter = isTree ? "n" : "K";
    formula.lines.push_back({{why::distributions},
                             {symbolTerm(letter + " + 1"), relationTerm("="), countTerm(count), symbolTerm(" + 1"),
                              relationTerm("="), countTerm(count + 1, TermRole::target)}});
    if (isTree || !m_rule || !m_rule->judgesInTurn || !m_recording.header().fault.empty())
        return formula;
    // Of a chain each draft counts if all before it do.
    Terms terms = {symbolTerm("1")}, numbers = {symbolTerm("1")};
    double product = 1, expected = 1;
    for (int n = 0; n < count; ++n) {
        const auto rule = m_rule->judge(m_terms, n);
        if (!rule)
            return formula;
        product *= rule->result;
        expected += product;
        if (n < 2)
            terms.push_back(symbolTerm(n == 0 ? " + a₁" : " + a₁a₂"));
        numbers.push_back(symbolTerm(" + "));
        numbers.push_back(numberTerm(product));
    }
    if (count > 2)
        terms.push_back(symbolTerm(" + …"));
    formula.lines.push_back(
        {{why::expected},
         joined(
             {terms, {relationTerm("=")}, numbers, {relationTerm("="), numberTerm(expected, TermRole::accepted, 2)}})});
    return formula;
}

Words Explanation::verdictWords(int n, double acceptance, double u) const
{
    const NodeRecord& node = m_round.nodes[std::size_t(n)];
    const bool isAccepted = node.verdict == Verdict::accepted;
    const WordToken token{node.token};
    if (node.forcedVerdict)
        return {isAccepted ? why::forcedAccepted : why::forcedRejected, {token}};
    if (m_round.isGreedy()) {
        if (isAccepted)
            return {why::likeliestAccepted, {token}};
        const auto best = m_terms.likeliest(node.parent + 1);
        const bool isOnlyChild = m_terms.children(node.parent + 1).size() == 1;
        return best && isOnlyChild ? Words{why::likeliestRejected, {token, WordToken{*best}}}
                                   : Words{why::notLikeliest, {token}};
    }
    const int decimals = decimalsToTell(u, acceptance);
    const WordNumber first{u, decimals}, second{acceptance, decimals};
    if (m_round.traits.hasThreshold())
        return {isAccepted           ? why::typicalAccepted
                    : u < acceptance ? why::typicalBeside
                                     : why::typicalRejected,
                {token, second, first}};
    if (m_round.traits.acceptsByBlock)
        return {isAccepted ? why::blockAccepted : why::blockRejected, {token, first, second}};
    return {isAccepted ? why::accepted : why::rejected, {token, first, second}};
}

Formula Explanation::judge(int n) const
{
    const NodeRecord& node = m_round.nodes[std::size_t(n)];
    const double acceptance = node.acceptance.value_or(0), u = node.u.value_or(0);
    Formula formula;
    formula.headline = verdictWords(n, acceptance, u);
    const auto rule = m_rule ? m_rule->judge(m_terms, n) : std::nullopt;
    const bool isRight = rule && agree(rule->result, acceptance);
    if (isRight)
        formula.lines = rule->lines;
    else
        formula.lines.push_back({{why::acceptance}, {symbolTerm("a"), relationTerm("="), numberTerm(acceptance)}});
    if (!m_round.isGreedy()) {
        const int decimals = decimalsToTell(u, acceptance);
        const bool isBelow = u < acceptance, isAccepted = node.verdict == Verdict::accepted;
        const Term mark = symbolTerm(isAccepted ? " ✓" : " ✗", isAccepted ? TermRole::accepted : TermRole::rejected);
        if (m_round.traits.hasThreshold())
            formula.lines.push_back(
                {{why::verdict},
                 {pOf(), relationTerm("="), numberTerm(acceptance, TermRole::target, decimals),
                  relationTerm(isBelow ? ">" : "≤"), numberTerm(u, TermRole::plain, decimals), mark}});
        else
            formula.lines.push_back(
                {{why::verdict},
                 {symbolTerm("u", TermRole::chance), relationTerm("="), numberTerm(u, TermRole::chance, decimals),
                  relationTerm(isBelow ? "<" : "≥"), numberTerm(acceptance, TermRole::plain, decimals), mark}});
    }
    if (!isRight)
        formula.notes.push_back({why::numbersOfRecord});
    if (m_round.traits.acceptsByBlock)
        formula.notes.push_back({why::lastOfBlock});
    if (!m_round.traits.isLossless)
        formula.notes.push_back({why::lossy});
    return formula;
}

/// The number that the token was drawn with.
void Explanation::addDraw(Formula& formula) const
{
    if (m_round.takesLikeliest())
        return;
    formula.lines.push_back(
        {{why::draw},
         {symbolTerm("u", TermRole::chance), relationTerm("="), numberTerm(m_round.draw->u, TermRole::chance),
          symbolTerm(" → y"), relationTerm("="), tokenTerm(m_round.draw->token, TermRole::residual)}});
    formula.notes.push_back({why::whoDrew});
}

Formula Explanation::residual() const
{
    const DrawRecord& draw = *m_round.draw;
    Formula formula;
    formula.headline = {m_round.takesLikeliest() ? why::residualLikeliest : why::residualDrawn,
                        {WordToken{draw.token}}};
    if (m_round.takesLikeliest()) {
        if (const auto p = m_terms.p(draw.context, draw.token))
            formula.lines.push_back(
                {{why::chosen},
                 {symbolTerm("argmax p", TermRole::target), relationTerm("="), tokenTerm(draw.token), symbolTerm(", "),
                  pOf("y"), relationTerm("="), numberTerm(*p, TermRole::target)}});
        return formula;
    }
    const auto rule = m_rule && m_rule->residual ? m_rule->residual(m_terms) : std::nullopt;
    const int children = int(m_terms.children(draw.context).size());
    std::optional<double> recorded = m_terms.left(draw.context, children, draw.token);
    if (const RemainderRecord* const left = m_round.remainderAt(draw.context); left && !recorded) {
        const DistributionRecord& record = m_round.contexts[std::size_t(draw.context)];
        const auto entry = std::ranges::find(record.top, draw.token, &DistributionEntry::token);
        if (entry != record.top.end())
            recorded = left->values[std::size_t(entry - record.top.begin())];
    }
    if (rule && recorded && agree(rule->result, *recorded)) {
        formula.lines = rule->lines;
    } else if (recorded) {
        formula.lines.push_back(
            {{why::residual},
             {symbolTerm("r(y)", TermRole::residual), relationTerm("="), numberTerm(*recorded, TermRole::residual)}});
        formula.notes.push_back({why::numbersOfRecord});
    }
    addDraw(formula);
    return formula;
}

Formula Explanation::drawFromP(std::string_view drawn) const
{
    const DrawRecord& draw = *m_round.draw;
    Formula formula;
    formula.headline = {drawn, {WordToken{draw.token}}};
    if (const auto p = m_terms.p(draw.context, draw.token))
        formula.lines.push_back(
            {{m_round.takesLikeliest() ? why::chosen : why::draw},
             joined({m_round.takesLikeliest() ? Terms{symbolTerm("argmax p", TermRole::target), relationTerm("="),
                                                      tokenTerm(draw.token), symbolTerm(", ")}
                                              : Terms{},
                     {pOf("y"), relationTerm("="), numberTerm(*p, TermRole::target)}})});
    addDraw(formula);
    return formula;
}

Formula Explanation::commit() const
{
    const int tokens = int(m_round.committed.size()), slots = m_terms.slotsGivenBack();
    const bool knowsSlots = !m_round.cacheChanges.empty(), isOne = tokens == 1;
    Formula formula;
    formula.headline = {!knowsSlots      ? (isOne ? why::oneToken : why::manyTokens)
                            : slots == 0 ? (isOne ? why::oneTokenNoSlot : why::tokensNoSlot)
                            : slots == 1 ? (isOne ? why::oneTokenOneSlot : why::tokensOneSlot)
                                         : (isOne ? why::oneTokenSlots : why::tokensSlots),
                        {tokens, slots}};
    const int accepted = int(std::ranges::count(m_round.committed, TokenSource::accepted, &CommittedToken::source));
    Terms terms = {countTerm(accepted, TermRole::accepted), symbolTerm(" + ")};
    terms.push_back(countTerm(tokens - accepted, TermRole::residual));
    terms = joined({terms, {relationTerm("="), countTerm(tokens)}});
    formula.lines.push_back({{why::committed}, std::move(terms)});
    if (knowsSlots && !m_round.nodes.empty()) {
        const int count = int(std::ranges::count(m_round.nodes, false, &NodeRecord::pruned)),
                  side = int(m_round.sideRows.size()), rows = count + 1 + side;
        Terms pass = {symbolTerm("1 + "), countTerm(count)};
        if (side > 0)
            pass = joined({pass, {symbolTerm(" + "), countTerm(side)}});
        formula.lines.push_back({{why::rows}, joined({pass, {relationTerm("="), countTerm(rows)}})});
        formula.lines.push_back({{why::givenBack}, {countTerm(slots, TermRole::muted)}});
    }
    return formula;
}

/// The round of a sequence of a batch whose verify moment is at a position; null where it has another moment there, or
/// takes no part any more.
const RoundRecord* roundBeingVerified(const Recordings& recordings, int sequence, Position shared)
{
    if (!recordings.isDecoding(sequence, shared))
        return nullptr;
    const Position own = recordings.ownOf(sequence, shared);
    const RoundRecord* const round = recordedRound(recordings.of(sequence), own);
    const bool isVerifying = round && std::size_t(own.moment) <= round->moments.size()
        && round->moments[std::size_t(own.moment - 1)].kind == MomentKind::verify;
    return isVerifying ? round : nullptr;
}

} // namespace

std::optional<Formula> whyAt(const Recording& recording, Position at)
{
    const RoundRecord* const whole = recordedRound(recording, at);
    if (!whole)
        return std::nullopt;
    const RoundRecord round = atMoment(*whole, at.moment);
    if (round.moments.empty())
        return std::nullopt;
    return Explanation(recording, round, *whole).formula();
}

std::optional<Formula> whyAt(const Recordings& recordings, Position shared)
{
    std::optional<Formula> formula =
        whyAt(recordings.current(), recordings.ownOf(recordings.currentSequence(), shared));
    if (!formula || !recordings.isBatch() || !roundBeingVerified(recordings, recordings.currentSequence(), shared))
        return formula;
    int places = 0, texts = 0;
    for (int sequence = 0; sequence < recordings.count(); ++sequence)
        if (const RoundRecord* const round = roundBeingVerified(recordings, sequence, shared)) {
            places += int(std::ranges::count(round->nodes, false, &NodeRecord::pruned));
            ++texts;
        }
    if (texts > 1)
        formula->headline = {why::batchPass, {places, texts}};
    return formula;
}

} // namespace draftscope
