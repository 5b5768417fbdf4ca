// SPDX-License-Identifier: MIT
// The counters of a request as vLLM names them (docs/features/speculative_decoding/per_request_metrics.md there), which
// AIPerf's records keep.
#include <algorithm>
#include <charconv>
#include <numeric>

#include "engine/attach/served_rounds.h"

namespace draftscope {
namespace {

/// Counts in a list; nothing where there is none.
Result<std::optional<std::vector<int>>> countList(const nlohmann::json& object, const char* name)
{
    const auto ids = servedIds(object, name); // whole numbers from 0, too
    if (!ids)
        return fail("The server's list {} has something that is no count: look at its log.", name);
    if (!servedMember(object, name).is_array())
        return std::optional<std::vector<int>>();
    return std::optional(std::vector<int>(ids->begin(), ids->end()));
}

/// A list by number of accepted drafts, or an object whose keys are these numbers.
std::vector<int> histogramOf(const nlohmann::json& object)
{
    std::vector<int> steps;
    const auto put = [&](std::size_t accepted, const nlohmann::json& count) {
        if (accepted > 4096 || !count.is_number_unsigned() || count.get<std::uint64_t>() > mostTokensOfText)
            return;
        steps.resize(std::max(steps.size(), accepted + 1));
        steps[accepted] = count.get<int>();
    };
    const nlohmann::json& histogram = servedMember(object, "acceptance_histogram");
    if (histogram.is_array())
        for (std::size_t i = 0; i < histogram.size(); ++i)
            put(i, histogram[i]);
    else if (histogram.is_object())
        for (const auto& [accepted, count] : histogram.items())
            if (std::size_t number = 0;
                std::from_chars(accepted.data(), accepted.data() + accepted.size(), number).ec == std::errc())
                put(number, count);
    return steps;
}

/// How the pieces of a stream, a step each, go with the steps that verified a draft: for each piece the place of its
/// step, -1 for one without a draft, -2 where it cannot be told. Empty where they do not go with one another.
std::vector<int> stepsOfPieces(const std::vector<int>& sizes, const std::vector<int>& accepted)
{
    std::vector<int> places;
    std::size_t step = 0;
    for (std::size_t piece = 0; piece < sizes.size();) {
        // As far as the next piece of several tokens, which only accepted drafts give, there are plain steps and
        // steps that accepted nothing; the last piece may have been cut.
        std::size_t end = piece;
        while (end < sizes.size() && sizes[end] == 1)
            ++end;
        std::size_t barren = step;
        while (barren < accepted.size() && accepted[barren] == 0)
            ++barren;
        const std::size_t single = end - piece, without = barren - step;
        const bool isLastCut = end == sizes.size() && barren < accepted.size();
        if (without > single || (isLastCut && (accepted.size() - barren > 1 || without + 1 > single)))
            return {};
        for (std::size_t i = 0; i < single; ++i)
            places.push_back(without == 0 ? -1 : without == single ? int(step + i) : -2);
        if (isLastCut) {
            places.back() = int(barren);
            return places;
        }
        if (end == sizes.size())
            return barren == accepted.size() ? places : std::vector<int>();
        const bool isLast = end + 1 == sizes.size();
        if (barren == accepted.size() || (accepted[barren] + 1 != sizes[end] && !isLast)
            || accepted[barren] + 1 < sizes[end])
            return {};
        places.push_back(int(barren));
        step = barren + 1;
        piece = end + 1;
    }
    return step == accepted.size() ? places : std::vector<int>();
}

void putRound(ServedText& text, const std::vector<ServedToken>& tokens, std::size_t& next, std::size_t count)
{
    ServedRound& round = text.rounds.emplace_back();
    for (; count > 0 && next < tokens.size(); --count)
        round.tokens.push_back(tokens[next++]);
}

} // namespace

Result<StepCounts> stepCounts(const nlohmann::json& metrics)
{
    StepCounts counts;
    const auto accepted = countList(metrics, "per_step_accepted"), drafted = countList(metrics, "per_step_drafted");
    for (const auto* list : {&accepted, &drafted})
        if (!*list)
            return tl::unexpected(list->error());
    if (*accepted && *drafted) {
        counts.hasSteps = true;
        counts.accepted = **accepted;
        counts.drafted = **drafted;
        if (counts.accepted.size() != counts.drafted.size())
            return fail("The server tells the accepted tokens of {} steps and the drafted tokens of {}: look at its "
                        "log.",
                        counts.accepted.size(), counts.drafted.size());
        for (std::size_t i = 0; i < counts.accepted.size(); ++i)
            if (counts.accepted[i] > counts.drafted[i])
                return fail("The server says that step {} accepted {} of {} drafted tokens, which cannot be: look at "
                            "its log.",
                            i + 1, counts.accepted[i], counts.drafted[i]);
    }
    for (const auto& [name, place] : {std::pair("num_accepted_draft_tokens", &counts.counters.accepted),
                                      {"num_draft_tokens", &counts.counters.drafted},
                                      {"num_spec_steps", &counts.counters.steps},
                                      {"completion_tokens", &counts.counters.tokens}}) {
        const auto count = servedCount(metrics, name);
        if (!count)
            return tl::unexpected(count.error());
        *place = *count;
    }
    const auto drafts = std::accumulate(counts.drafted.begin(), counts.drafted.end(), std::int64_t(0));
    const ServedCounters& told = counts.counters;
    if (const auto fine = checkSums(std::max(told.tokens.value_or(0), told.steps.value_or(0)),
                                    std::max<std::int64_t>(drafts, told.drafted.value_or(0)));
        !fine)
        return tl::unexpected(fine.error());
    if (told.accepted.value_or(0) > mostDraftedOfText)
        return fail("The server says that it accepted {} tokens of a text's drafts, which cannot be: look at its log.",
                    *told.accepted);
    counts.counters.histogram = histogramOf(metrics);
    return counts;
}

void roundsFromSteps(const StepCounts& counts, const std::vector<ServedToken>& tokens, const std::vector<int>& sizes,
                     ServedText& text)
{
    text.rounds.clear();
    std::size_t next = 0;
    const std::vector<int>& accepted = counts.accepted;
    const auto written = std::accumulate(accepted.begin(), accepted.end(), std::size_t(1) + accepted.size());
    const std::size_t lastStep = accepted.empty() ? 0 : std::size_t(accepted.back()) + 1;
    const auto countStep = [&](int step) {
        text.rounds.back().accepted = step < 0 ? 0 : accepted[std::size_t(step)];
        text.rounds.back().drafted = step < 0 ? 0 : counts.drafted[std::size_t(step)];
    };
    // Reading the prompt gives the first token; all steps behind it had a draft. The last one may be cut.
    if (counts.hasSteps && tokens.size() <= written && tokens.size() + lastStep > written) {
        putRound(text, tokens, next, 1);
        countStep(-1);
        for (std::size_t step = 0; step < accepted.size(); ++step) {
            putRound(text, tokens, next, std::size_t(accepted[step]) + 1);
            countStep(int(step));
        }
        return;
    }
    if (const std::vector<int> places = counts.hasSteps ? stepsOfPieces(sizes, accepted) : std::vector<int>();
        !places.empty()) {
        for (std::size_t piece = 0; piece < sizes.size(); ++piece) {
            putRound(text, tokens, next, std::size_t(sizes[piece]));
            if (places[piece] >= -1)
                countStep(places[piece]);
            else
                text.rounds.back().accepted = 0;
        }
        if (std::ranges::find(places, -2) != places.end())
            text.notes.push_back(
                phrase("Of some steps that wrote one token it cannot be told whether they had a draft: "
                       "the server lists only steps with one, without their places."));
        return;
    }
    putRound(text, tokens, next, tokens.size());
    ServedRound& round = text.rounds.back();
    round.drafted = counts.counters.drafted;
    round.accepted = counts.counters.accepted;
    round.steps = round.accepted ? std::max(1, int(tokens.size()) - *round.accepted) : 0;
    text.notes.push_back(phrase("The server tells only the sums of this text, so it cannot be told which tokens came "
                                "from a draft: start vLLM with --per-request-spec-decode-metrics detailed."));
}

Result<ServedText> aiperfText(const nlohmann::json& record)
{
    const nlohmann::json& acceptance = servedMember(record, "spec_decode_acceptance");
    const auto counts = stepCounts(acceptance);
    if (!counts)
        return tl::unexpected(counts.error());
    ServedText text;
    const std::string engine = servedWords(acceptance, "engine");
    text.kind = engine == "vllm"                        ? ServerKind::vllm
        : engine == "sglang"                            ? ServerKind::sglang
        : engine == "llamacpp" || engine == "llama_cpp" ? ServerKind::llamaServer
                                                        : ServerKind::unknown;
    text.counters = counts->counters;
    text.isWhole = true;
    const std::int64_t written =
        std::accumulate(counts->accepted.begin(), counts->accepted.end(), std::int64_t(1 + counts->accepted.size()));
    const std::int64_t count = counts->counters.tokens ? *counts->counters.tokens : counts->hasSteps ? written : 0;
    if (const auto fine = checkSums(count, 0); !fine)
        return tl::unexpected(fine.error());
    // AIPerf keeps what was counted, and no text.
    roundsFromSteps(*counts, std::vector<ServedToken>(std::size_t(count)), {}, text);
    return text;
}

} // namespace draftscope
