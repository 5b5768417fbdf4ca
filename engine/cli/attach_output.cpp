// SPDX-License-Identifier: MIT
#include "engine/cli/attach_output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/cli/output.h"
#include "engine/cli/terminal.h"
#include "engine/core/printable.h"
#include "engine/trace/json_line.h"

namespace draftscope {
namespace {

std::optional<double> shareOf(double part, double whole)
{
    return whole > 0 ? std::optional(part / whole) : std::nullopt;
}

/// How a token of a round came to be, as far as it is known.
TokenSource sourceOf(const ServedRound& round, std::size_t token)
{
    if (round.steps != 1 || !round.drafted || !round.accepted || *round.drafted == 0)
        return TokenSource::plain;
    if (int(token) < *round.accepted)
        return TokenSource::accepted;
    return *round.accepted < *round.drafted ? TokenSource::residual : TokenSource::bonus;
}

std::string countOf(const std::optional<int>& count)
{
    return count ? std::to_string(*count) : "?";
}

std::string byPlace(const ServedSums& sums)
{
    std::vector<std::string> places;
    for (std::size_t i = 0; i < sums.proposedAt.size() && i < 16; ++i)
        places.push_back(shown(shareOf(sums.acceptedAt[i], sums.proposedAt[i]), 2));
    return fmt::format("{}", fmt::join(places, " "));
}

std::string figuresOf(const ServedSums& sums)
{
    std::string words = fmt::format("{} tokens", sums.tokens);
    if (sums.isStepsKnown)
        words += fmt::format(" in {} steps · {:.2f} tokens per step", sums.steps, sums.tokensPerStep());
    if (sums.isDraftedKnown && sums.isAcceptedKnown)
        words += fmt::format(" · {} of {} drafted tokens accepted ({})", sums.accepted, sums.drafted,
                             shown(shareOf(sums.accepted, sums.drafted), 2));
    return words + '\n';
}

std::string speedOf(const AttachedText& attached)
{
    if (attached.tokenMilliseconds <= 0)
        return {};
    std::string words = fmt::format("{:.1f} tokens per second", 1000 / attached.tokenMilliseconds);
    if (attached.plainMilliseconds > 0)
        words += fmt::format(
            " · {:.1f} without speculation ({}): {:.2f} times as fast", 1000 / attached.plainMilliseconds,
            attached.plainSteps > 0 ? fmt::format("median of {} single steps of the same server", attached.plainSteps)
                                    : "the same text from the other server",
            attached.plainMilliseconds / attached.tokenMilliseconds);
    return words + '\n';
}

/// Whether the server told all that the rounds are checked by.
bool isAllTold(const ServedCounters& told)
{
    return told.tokens && told.drafted && told.accepted;
}

std::string checkOf(const ServedText& text)
{
    if (const auto difference = differenceFromCounters(text))
        return *difference;
    const ServedCounters& told = text.counters;
    if (!isAllTold(told))
        return "The server told no counters that the rounds could be checked by.";
    return fmt::format("The rounds add up to the server's counters: {} tokens, {} drafted, {} accepted.", *told.tokens,
                       *told.drafted, *told.accepted);
}

void addRounds(JsonLine& line, const ServedText& text)
{
    line.key("rounds").open('[');
    for (const ServedRound& round : text.rounds) {
        line.open('{').key("tokens").open('[');
        for (const ServedToken& token : round.tokens) {
            line.open('{');
            if (token.id != noToken)
                line.field("id", token.id);
            if (!token.text.empty())
                line.field("text", token.text);
            line.close('}');
        }
        line.close(']');
        if (round.drafted)
            line.field("drafted", *round.drafted);
        if (round.accepted)
            line.field("accepted", *round.accepted);
        if (round.steps > 0)
            line.field("steps", round.steps);
        if (round.milliseconds)
            line.field("ms", *round.milliseconds);
        line.close('}');
    }
    line.close(']');
}

} // namespace

double tokenMillisecondsOf(const WatchedText& watched)
{
    const int behindFirst = watched.text.counters.tokens.value_or(0) - 1;
    const double all = watched.text.counters.milliseconds.value_or(watched.clockMilliseconds);
    return behindFirst > 0 ? all / behindFirst : 0;
}

void AttachPrinter::operator()(const ServedText& text)
{
    const bool isOnTerminal = isTerminal(stdout), hasColours = showsColours(stdout);
    for (; m_round < text.rounds.size(); ++m_round, m_token = 0) {
        const ServedRound& round = text.rounds[m_round];
        for (; m_token < round.tokens.size(); ++m_token) {
            const std::string& words = round.tokens[m_token].text;
            const std::string safe = isOnTerminal ? printableText(words) : words;
            if (!safe.empty())
                printExactly(hasColours ? coloured(sourceOf(round, m_token), safe) : safe);
        }
        if (m_round + 1 == text.rounds.size())
            return;
    }
}

std::string roundLines(const ServedText& text)
{
    std::string lines = "round  tokens  accepted/drafted       ms  text\n";
    for (std::size_t r = 0; r < text.rounds.size(); ++r) {
        const ServedRound& round = text.rounds[r];
        std::string words;
        for (std::size_t t = 0; t < round.tokens.size(); ++t) {
            const ServedToken& token = round.tokens[t];
            words += t > 0 ? "|" : "";
            words += !token.text.empty() ? visible(token.text)
                : token.id != noToken    ? fmt::format("⟨{}⟩", token.id)
                                         : "?";
        }
        lines += fmt::format("{:>5}  {:>6}  {:>8}/{:<7}  {:>7}  {}{}\n", r + 1, round.tokens.size(),
                             countOf(round.accepted), countOf(round.drafted), shown(round.milliseconds, 1), words,
                             round.steps > 1 ? fmt::format("  ({} steps told at once)", round.steps) : "");
    }
    return lines;
}

std::string attachSummary(const AttachedText& attached)
{
    const ServedText& text = attached.watched.text;
    ServedSums sums;
    sums.add(text);
    std::string lines = figuresOf(sums);
    if (!sums.proposedAt.empty())
        lines += fmt::format("accepted by place in the draft: {}\n", byPlace(sums));
    lines += speedOf(attached);
    lines += checkOf(text) + '\n';
    for (const Message& note : text.notes)
        lines += note.text + '\n';
    if (!attached.trace.empty())
        lines += fmt::format("The trace is {}.\n", printableName(attached.trace));
    return lines;
}

std::string attachTable(const std::vector<AttachedText>& texts)
{
    std::string lines =
        " text  tokens  steps  tokens/step  drafted  accepted  acceptance  tokens/s  speed-up  counters\n";
    ServedSums all;
    int differing = 0, unchecked = 0, counted = 0;
    double plain = 0, took = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const AttachedText& one = texts[i];
        ServedSums sums;
        sums.add(one.watched.text);
        all.add(one.watched.text);
        const bool isTold = isAllTold(one.watched.text.counters);
        const bool differs = differenceFromCounters(one.watched.text).has_value();
        differing += differs;
        unchecked += !isTold;
        if (one.plainMilliseconds > 0 && one.tokenMilliseconds > 0) {
            plain += one.plainMilliseconds;
            took += one.tokenMilliseconds;
            ++counted;
        }
        lines += fmt::format(
            "{:>5}  {:>6}  {:>5}  {:>11}  {:>7}  {:>8}  {:>10}  {:>8}  {:>8}  {}\n", i + 1, sums.tokens,
            sums.isStepsKnown ? std::to_string(sums.steps) : "?",
            sums.isStepsKnown ? fmt::format("{:.2f}", sums.tokensPerStep()) : "?",
            sums.isDraftedKnown ? std::to_string(sums.drafted) : "?",
            sums.isAcceptedKnown ? std::to_string(sums.accepted) : "?", shown(shareOf(sums.accepted, sums.drafted), 2),
            shown(shareOf(1000, one.tokenMilliseconds), 1),
            shown(one.plainMilliseconds > 0 ? shareOf(one.plainMilliseconds, one.tokenMilliseconds) : std::nullopt, 2),
            one.watched.error ? "broke off"
                : differs     ? "differ"
                : isTold      ? "agree"
                              : "not told");
    }
    lines += "all: " + figuresOf(all);
    if (!all.proposedAt.empty())
        lines += fmt::format("accepted by place in the draft: {}\n", byPlace(all));
    if (counted > 0)
        lines +=
            fmt::format("{:.2f} times as fast as without speculation (times of {} texts)\n", plain / took, counted);
    lines += differing > 0
        ? fmt::format("The rounds of {} of {} texts do not add up to the server's counters.\n", differing, texts.size())
        : fmt::format("The rounds of {} of {} texts add up to the server's counters.\n", int(texts.size()) - unchecked,
                      texts.size());
    return lines;
}

std::string attachJson(const std::vector<AttachedText>& texts, const std::string& server)
{
    JsonLine line;
    line.open('{').field("server", server).key("texts").open('[');
    for (const AttachedText& one : texts) {
        const ServedText& text = one.watched.text;
        ServedSums sums;
        sums.add(text);
        line.open('{').field("kind", nameOf(text.kind)).field("model", text.model).field("method", text.method);
        line.field("prompt", text.prompt).field("text", text.text).field("ended", text.ended);
        line.field("whole", text.isWhole);
        addRounds(line, text);
        line.key("sums").open('{').field("tokens", sums.tokens);
        if (sums.isStepsKnown)
            line.field("steps", sums.steps).field("tokens_per_step", sums.tokensPerStep());
        if (sums.isDraftedKnown)
            line.field("drafted", sums.drafted);
        if (sums.isAcceptedKnown)
            line.field("accepted", sums.accepted);
        line.close('}').key("counters").open('{');
        for (const auto& [name, count] : {std::pair("tokens", text.counters.tokens),
                                          {"steps", text.counters.steps},
                                          {"drafted", text.counters.drafted},
                                          {"accepted", text.counters.accepted}})
            if (count)
                line.field(name, *count);
        line.close('}').key("adds_up");
        if (const bool differs = differenceFromCounters(text).has_value(); differs || isAllTold(text.counters))
            line.value(!differs);
        else
            line.json("null");
        field(line, "token_ms", one.tokenMilliseconds > 0 ? std::optional(one.tokenMilliseconds) : std::nullopt);
        field(line, "plain_token_ms", one.plainMilliseconds > 0 ? std::optional(one.plainMilliseconds) : std::nullopt);
        line.key("notes").open('[');
        for (const Message& note : text.notes)
            line.value(note.text);
        line.close(']');
        if (one.watched.error)
            line.field("error", one.watched.error->sentence);
        line.close('}');
    }
    line.close(']').close('}');
    return std::string(line.text()) + '\n';
}

} // namespace draftscope
