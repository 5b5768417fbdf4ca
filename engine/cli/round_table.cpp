// SPDX-License-Identifier: MIT
#include "engine/cli/round_table.h"

#include <algorithm>

#include "engine/cli/terminal.h"
#include "engine/record/names.h"

namespace draftscope {
namespace {

constexpr std::size_t tokenWidth = 16;
constexpr std::size_t shownEntries = 5;

std::string tokenText(const Recording& recording, TokenId token)
{
    return recording.knowsToken(token) ? visible(recording.tokenBytes(token)) : fmt::format("#{}", token);
}

std::string_view markOf(Verdict verdict)
{
    return verdict == Verdict::accepted ? "✓" : verdict == Verdict::rejected ? "✗" : "·";
}

std::string forcedWords(const NodeRecord& node)
{
    std::string words;
    if (node.forcedToken)
        words += " forced token";
    if (node.forcedU)
        words += " forced u";
    if (node.forcedVerdict)
        words += " forced verdict";
    return words;
}

std::string nodeLine(const Recording& recording, const NodeRecord& node, int n, bool hasU)
{
    const std::optional<double> p = node.pruned ? std::nullopt : std::optional(node.p); // the target has not seen it
    return fmt::format("  {:>4}  {:>6}  {:>5}  {}  {:>6}  {:>6}  {:>10}  {:>6}  {} {}{}\n", n, node.parent, node.depth,
                       padded(tokenText(recording, node.token), tokenWidth), shown(node.q, 3), shown(p, 3),
                       shown(node.acceptance, 3), shown(hasU ? node.u : std::nullopt, 3), markOf(node.verdict),
                       node.pruned ? "pruned" : nameOf(node.verdict), forcedWords(node));
}

/// The numbers by which the round's verifier decides.
std::string ruleWords(const RuleNumbers& numbers)
{
    std::string words;
    for (const auto& [name, number] : {std::pair("p_i", numbers.kept),
                                       {"rho", numbers.divisor},
                                       {"entropy", numbers.entropy},
                                       {"threshold", numbers.threshold}})
        if (number)
            words += fmt::format(" {} = {:.3f}", name, *number);
    return words;
}

std::string contextLines(const Recording& recording, const RoundRecord& round, std::size_t context)
{
    const DistributionRecord& record = round.contexts[context];
    const TokenId before = context == 0 ? round.root : round.nodes[context - 1].token;
    const RemainderRecord* const left = round.remainderAt(int(context));
    const double mass = left ? left->mass : record.residualMass;
    std::string lines = fmt::format("\n  After {}{}{}\n", tokenText(recording, before),
                                    record.hasQ && record.hasP ? fmt::format(" (residual mass {:.3f})", mass) : "",
                                    ruleWords(record.numbers));
    if (record.distance)
        lines += fmt::format("  Distance from the target's distribution (total variation): {:.3f}\n", *record.distance);
    lines += fmt::format("  {}  {:>6}  {:>6}  {:>8}\n", padded("token", tokenWidth), "p", "q", "residual");
    const auto value = [](bool has, double number) { return shown(has ? std::optional(number) : std::nullopt, 3); };
    for (std::size_t i = 0; i < std::min(shownEntries, record.top.size()); ++i) {
        const DistributionEntry& entry = record.top[i];
        lines += fmt::format("  {}  {:>6}  {:>6}  {:>8}\n", padded(tokenText(recording, entry.token), tokenWidth),
                             value(record.hasP, entry.p), value(record.hasQ, entry.q),
                             value(record.hasP && record.hasQ, left ? left->values[i] : entry.residual));
    }
    return lines;
}

/// What ended a round.
std::string_view endOf(const RoundRecord& round)
{
    return round.draw ? nameOf(round.draw->source) : round.endOfText ? "the text" : "–";
}

/// When its draft's context was full for the first time: a sentence.
std::string draftNote(const Recording& recording, int branch)
{
    for (int r = 0; r < recording.roundCount(branch); ++r)
        if (recording.round(branch, r).draftContextFull)
            return fmt::format("Round {}: {}\n", r + 1, draftContextNote(recording.header()));
    return {};
}

std::string committedText(const Recording& recording, const RoundRecord& round)
{
    std::string text;
    for (const CommittedToken& token : round.committed)
        text += tokenText(recording, token.token);
    return text;
}

} // namespace

std::string overviewTable(const Recording& recording, int branch)
{
    std::string table = fmt::format("{:>5}  {:>7}  {:>8}  {}  {}\n", "round", "drafted", "accepted",
                                    padded("ended by", 9), "committed");
    for (int r = 0; r < recording.roundCount(branch); ++r) {
        const RoundRecord& round = recording.round(branch, r);
        table += fmt::format("{:>5}  {:>7}  {:>8}  {}  {}\n", r + 1, round.nodes.size(), round.acceptedCount(),
                             padded(endOf(round), 9), committedText(recording, round));
    }
    return table + draftNote(recording, branch);
}

std::string roundTable(const Recording& recording, int branch, int number)
{
    const RoundRecord& round = recording.round(branch, number);
    std::string table = fmt::format("Round {} of branch {}, after {} tokens; the last is {}\n", number + 1, branch,
                                    round.prefixLength, tokenText(recording, round.root));
    if (round.copied)
        table += "Its drafts were copied from the text (copy-first).\n";
    if (!round.nodes.empty())
        table += fmt::format("  {:>4}  {:>6}  {:>5}  {}  {:>6}  {:>6}  {:>10}  {:>6}  {}\n", "node", "parent", "depth",
                             padded("token", tokenWidth), "q", "p", "acceptance", "u", "verdict");
    for (std::size_t n = 0; n < round.nodes.size(); ++n)
        table += nodeLine(recording, round.nodes[n], int(n), !round.isGreedy() || round.nodes[n].forcedU);
    if (!round.sideRows.empty())
        table += fmt::format("  beside them in the target's pass: {} row{} of guesses\n", round.sideRows.size(),
                             round.sideRows.size() == 1 ? "" : "s");
    if (round.draw)
        table += fmt::format("  {}: {}{}\n", nameOf(round.draw->source), tokenText(recording, round.draw->token),
                             round.takesLikeliest() ? ", the target's likeliest"
                                                    : fmt::format(" with u = {:.3f}", round.draw->u));
    if (round.draftContextFull)
        table += "  " + draftContextNote(recording.header()) + '\n';
    table +=
        round.isFinished() ? fmt::format("  committed: {}\n", committedText(recording, round)) : "  not finished\n";
    table += fmt::format("  measured: draft {:.2f} ms, verify {:.2f} ms, sample {:.2f} ms\n", round.times.draft(),
                         round.times.verify, round.times.sample);
    for (std::size_t c = 0; c < round.contexts.size(); ++c)
        if (!round.contexts[c].top.empty())
            table += contextLines(recording, round, c);
    return table;
}

} // namespace draftscope
