// SPDX-License-Identifier: MIT
#include "engine/attach/served_text.h"

#include <algorithm>

namespace draftscope {
namespace {

constexpr int mostPlaces = 4096; ///< of a draft that are counted one by one

} // namespace

std::string_view nameOf(ServerKind kind)
{
    switch (kind) {
    case ServerKind::llamaServer:
        return "llama-server";
    case ServerKind::vllm:
        return "vLLM";
    case ServerKind::sglang:
        return "SGLang";
    case ServerKind::unknown:
        break;
    }
    return "server";
}

void ServedSums::add(const ServedText& text)
{
    for (std::size_t r = 0; r < text.rounds.size(); ++r) {
        const ServedRound& round = text.rounds[r];
        tokens += int(round.tokens.size());
        isDraftedKnown = isDraftedKnown && round.drafted.has_value();
        isStepsKnown = isStepsKnown && round.steps > 0;
        isAcceptedKnown = isAcceptedKnown && round.accepted.has_value();
        drafted += round.drafted.value_or(0);
        accepted += round.accepted.value_or(0);
        // The pass that reads the prompt gives the first token, as it does without speculation.
        const bool isOfPrompt = r == 0 && round.drafted.value_or(0) == 0 && round.tokens.size() == 1;
        if (isOfPrompt)
            ++m_firstTokens;
        else
            steps += round.steps;
        if (round.steps > 1)
            stepsTogether += round.steps;
        else if (round.drafted.value_or(0) > 0)
            verifyingSteps += round.steps;
        if (round.milliseconds && !isOfPrompt) {
            milliseconds += *round.milliseconds;
            timedTokens += int(round.tokens.size());
        }
        if (round.steps != 1 || !round.drafted || !round.accepted)
            continue;
        const auto places = std::size_t(std::min(*round.drafted, mostPlaces));
        proposedAt.resize(std::max(proposedAt.size(), places));
        acceptedAt.resize(proposedAt.size());
        for (std::size_t i = 0; i < places; ++i) {
            ++proposedAt[i];
            acceptedAt[i] += int(i) < *round.accepted ? 1 : 0;
        }
    }
}

double ServedSums::tokensPerStep() const
{
    return steps > 0 ? double(tokens - m_firstTokens) / steps : 0;
}

std::optional<Message> differenceFromCounters(const ServedText& text)
{
    ServedSums sums;
    sums.add(text);
    const ServedCounters& told = text.counters;
    if (told.tokens && *told.tokens != sums.tokens)
        return message("The rounds have {} tokens, and the server counted {}.", sums.tokens, *told.tokens);
    if (told.drafted && sums.isDraftedKnown && *told.drafted != sums.drafted)
        return message("The rounds have {} drafted tokens, and the server counted {}.", sums.drafted, *told.drafted);
    if (told.accepted && sums.isAcceptedKnown && *told.accepted != sums.accepted)
        return message("The rounds have {} accepted tokens, and the server counted {}.", sums.accepted, *told.accepted);
    return std::nullopt;
}

} // namespace draftscope
