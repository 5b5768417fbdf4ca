// SPDX-License-Identifier: MIT
// A listing at a moment: which lines have run, which one is lit, and the numbers beside them.
#include <algorithm>
#include <utility>

#include "engine/explain/code_listing.h"
#include "engine/explain/rule_formulas.h"

namespace draftscope {
namespace {

constexpr int besideDecimals = 2; ///< beside a line there is little room
constexpr std::string_view onePassOne = "one pass, one distribution", onePassMany = "one pass, %1 distributions",
                           nodesSoFar = "%1 nodes", oneNode = "one node", slotsBack = "%1 slots given back",
                           oneSlotBack = "one slot given back", bonusWord = "bonus";

/// What a moment of a round runs.
unsigned eventsOf(const RoundRecord& round, const Moment& moment)
{
    switch (moment.kind) {
    case MomentKind::draft:
        return code::draft;
    case MomentKind::verify:
        return code::verify;
    case MomentKind::judge:
        return code::judge
            | (round.nodes[std::size_t(moment.node)].verdict == Verdict::accepted ? code::accept : code::reject);
    case MomentKind::residual:
        return code::residual;
    case MomentKind::bonus:
    case MomentKind::plain:
        return code::bonus;
    case MomentKind::commit:
        break;
    }
    return code::commit;
}

Terms besideNumber(std::string letter, double value, TermRole role = TermRole::plain)
{
    return {symbolTerm(std::move(letter), role), relationTerm("="), numberTerm(value, role, besideDecimals)};
}

/// The values beside the lines at a moment.
class Beside {
public:
    Beside(const CodeListing& listing, const RoundRecord& round) : m_listing(listing), m_round(round), m_terms(round)
    {
        for (const Moment& moment : round.moments)
            if (moment.kind == MomentKind::judge)
                m_judged = moment.node;
    }
    void addTo(ShownLine& line, CodeValue value) const;

private:
    [[nodiscard]] Terms drafts() const;
    [[nodiscard]] Terms index() const;
    [[nodiscard]] Terms acceptance() const;
    [[nodiscard]] Terms verdict() const;
    [[nodiscard]] Terms ruleNumber() const;
    [[nodiscard]] Terms mass() const;
    [[nodiscard]] Terms likeliest() const;
    [[nodiscard]] Words slotsGivenBack() const;
    [[nodiscard]] const NodeRecord& judged() const { return m_round.nodes[std::size_t(m_judged)]; }

    const CodeListing& m_listing;
    const RoundRecord& m_round;
    RuleTerms m_terms;
    int m_judged = -1; ///< the last one
};

Terms Beside::drafts() const
{
    Terms terms;
    for (const NodeRecord& node : m_round.nodes) {
        if (!terms.empty())
            terms.push_back(symbolTerm(" "));
        terms.push_back(tokenTerm(node.token));
    }
    return terms;
}

Terms Beside::index() const
{
    if (m_judged < 0)
        return {};
    const Terms token = {symbolTerm("x"), relationTerm("="), tokenTerm(judged().token)};
    if (m_listing.isTree)
        return token;
    const bool isBlock = m_round.traits.acceptsByBlock;
    return joined({{symbolTerm(isBlock ? "end" : "i"), relationTerm("="), countTerm(m_judged + (isBlock ? 1 : 0)),
                    symbolTerm(", ")},
                   token});
}

/// The fraction that gives it, where that fits beside a line.
Terms Beside::acceptance() const
{
    if (m_judged < 0 || !judged().acceptance)
        return {};
    const auto rule = formulasOf(m_listing.verifier)->judge(m_terms, m_judged);
    const Terms result = {numberTerm(*judged().acceptance, TermRole::plain, besideDecimals)};
    if (!rule || rule->lines.empty())
        return result;
    Terms terms; // the last term between two signs that has numbers
    for (const Term& term : rule->lines.back().terms)
        if (term.kind == Term::Kind::fraction && !term.above.empty() && term.above.front().kind == Term::Kind::number)
            terms = {term};
    if (terms.empty())
        return result;
    for (Terms* side : {&terms.front().above, &terms.front().below})
        for (Term& term : *side)
            term.decimals = term.decimals > 0 ? besideDecimals : 0;
    return joined({terms, {relationTerm("=")}, result});
}

Terms Beside::verdict() const
{
    if (m_judged < 0)
        return {};
    const NodeRecord& node = judged();
    const bool isAccepted = node.verdict == Verdict::accepted;
    const TermRole role = isAccepted ? TermRole::accepted : TermRole::rejected;
    if (m_round.isGreedy()) {
        const Terms best = likeliest();
        return best.empty()
            ? Terms{symbolTerm(isAccepted ? "✓" : "✗", role)}
            : joined({{tokenTerm(node.token, role), relationTerm(node.acceptance.value_or(0) > 0 ? "=" : "≠")}, best});
    }
    const double u = node.u.value_or(0), acceptance = node.acceptance.value_or(0);
    const int decimals = decimalsToTell(u, acceptance, besideDecimals);
    if (m_round.takesLikeliest())
        return {numberTerm(acceptance, TermRole::target, decimals), relationTerm(u < acceptance ? ">" : "≤"),
                numberTerm(u, TermRole::plain, decimals)};
    return {symbolTerm("u", TermRole::chance), relationTerm("="), numberTerm(u, TermRole::chance, decimals),
            relationTerm(u < acceptance ? "<" : "≥"), numberTerm(acceptance, TermRole::chance, decimals)};
}

Terms Beside::likeliest() const
{
    const int context = m_judged < 0 ? (m_round.draw ? m_round.draw->context : 0) : judged().parent + 1;
    const auto best = m_terms.likeliest(context);
    return best ? Terms{tokenTerm(*best, TermRole::target)} : Terms();
}

Terms Beside::ruleNumber() const
{
    if (m_judged < 0)
        return {};
    const bool isBlock = m_round.traits.acceptsByBlock;
    const DistributionRecord* const record = m_terms.context(isBlock ? m_judged + 1 : judged().parent + 1);
    if (!record)
        return {};
    const RuleNumbers& numbers = record->numbers;
    return numbers.kept   ? besideNumber(indexed("p", m_judged + 1), *numbers.kept)
        : numbers.divisor ? besideNumber("ρ", *numbers.divisor)
        : numbers.entropy ? besideNumber("H", *numbers.entropy)
                          : Terms();
}

Terms Beside::mass() const
{
    const int context = m_round.draw ? m_round.draw->context : m_judged >= 0 ? judged().parent + 1 : -1;
    if (m_listing.isTree && m_judged >= 0) // what the last rejection leaves of what was there before it
        if (const auto share = m_terms.lastShare(judged().parent + 1, m_terms.siblingsBefore(m_judged) + 1))
            return besideNumber("Z", *share, TermRole::residual);
    const RemainderRecord* const left = m_round.remainderAt(context);
    const DistributionRecord* const record = m_terms.context(context);
    const double mass = left ? left->mass : record ? record->residualMass : 0;
    return mass > 0 ? besideNumber("Z", mass, TermRole::residual) : Terms();
}

Words Beside::slotsGivenBack() const
{
    const int slots = m_terms.slotsGivenBack();
    return slots == 0 ? Words() : slots == 1 ? Words{oneSlotBack} : Words{slotsBack, {slots}};
}

void Beside::addTo(ShownLine& line, CodeValue value) const
{
    switch (value) {
    case CodeValue::none:
        break;
    case CodeValue::draftLength:
        line.value = {
            symbolTerm("K"), relationTerm("="),
            countTerm(m_round.isVerified() || m_round.copied ? int(m_round.nodes.size()) : m_round.draftLength)};
        break;
    case CodeValue::drafts:
        if (m_listing.isTree)
            line.words = m_round.nodes.size() == 1 ? Words{oneNode} : Words{nodesSoFar, {int(m_round.nodes.size())}};
        else
            line.value = drafts();
        break;
    case CodeValue::pass: {
        const int count = 1 + int(std::ranges::count(m_round.nodes, false, &NodeRecord::pruned));
        line.words = count == 1 ? Words{onePassOne} : Words{onePassMany, {count}};
        break;
    }
    case CodeValue::index:
        line.value = index();
        break;
    case CodeValue::acceptance:
        line.value = acceptance();
        break;
    case CodeValue::verdict:
        line.value = verdict();
        break;
    case CodeValue::likeliest:
        line.value = likeliest();
        break;
    case CodeValue::ruleNumber:
        line.value = ruleNumber();
        break;
    case CodeValue::mass:
        line.value = mass();
        break;
    case CodeValue::drawn:
        if (m_round.draw)
            line.value = {
                tokenTerm(m_round.draw->token,
                          m_round.draw->source == TokenSource::residual ? TermRole::residual : TermRole::bonus)};
        break;
    case CodeValue::givenBack:
        line.words = slotsGivenBack();
        break;
    }
}

} // namespace

std::vector<std::string_view> allCodeWords()
{
    return {onePassOne, onePassMany, nodesSoFar, oneNode, slotsBack, oneSlotBack, bonusWord};
}

std::optional<std::vector<ShownLine>> codeAt(const Recording& recording, Position at)
{
    const RoundRecord* const whole = recordedRound(recording, at);
    if (!whole)
        return std::nullopt;
    const auto listing = listingOf(recording.header(), *whole);
    const RoundRecord round = atMoment(*whole, at.moment);
    if (!listing || round.moments.empty())
        return std::nullopt;
    unsigned happened = 0;
    for (const Moment& moment : round.moments)
        happened |= eventsOf(round, moment);
    const unsigned now = eventsOf(round, round.moments.back());
    const Beside beside(*listing, round);
    std::vector<ShownLine> shown;
    for (const CodeLine& line : listing->lines) {
        ShownLine& one = shown.emplace_back();
        one.text = line.text;
        one.hasRun = (line.runBy & happened) != 0;
        one.isLit = (line.litBy & now) != 0;
        if (one.hasRun)
            beside.addTo(one, line.value);
        else if (line.value == CodeValue::drawn && line.runBy == code::bonus)
            one.words = {bonusWord};
    }
    return shown;
}

std::optional<Position> nextRunOf(const Recording& recording, Position at, int line)
{
    if (at.round >= recording.roundCount(at.branch) || line < 0)
        return std::nullopt;
    const auto shown = listingOf(recording.header(), recording.round(at.branch, at.round));
    if (!shown || std::size_t(line) >= shown->lines.size())
        return std::nullopt;
    const CodeLine& wanted = shown->lines[std::size_t(line)];
    for (int r = at.round; r < recording.roundCount(at.branch); ++r) {
        const RoundRecord& round = recording.round(at.branch, r);
        const auto listing = listingOf(recording.header(), round);
        const bool hasLine = listing && std::size_t(line) < listing->lines.size()
            && listing->lines[std::size_t(line)].text == wanted.text;
        if (!hasLine)
            continue;
        for (std::size_t m = r == at.round ? std::size_t(std::max(0, at.moment)) : 0; m < round.moments.size(); ++m)
            if ((listing->lines[std::size_t(line)].runBy & eventsOf(round, round.moments[m])) != 0)
                return Position{at.branch, r, int(m) + 1};
    }
    return std::nullopt;
}

std::string plainText(const std::vector<ShownLine>& lines, const Recording& recording)
{
    std::size_t widest = 0;
    for (const ShownLine& line : lines)
        widest = std::max(widest, line.text.size());
    std::string text;
    for (const ShownLine& line : lines) {
        const std::string value =
            line.words.empty() ? plainText(line.value, recording) : plainText(line.words, recording);
        text += line.isLit ? "▶ " : line.hasRun ? "  " : "· ";
        text += line.text;
        if (!value.empty())
            text.append(widest - line.text.size() + 2, ' ').append(value);
        text += '\n';
    }
    return text;
}

} // namespace draftscope
