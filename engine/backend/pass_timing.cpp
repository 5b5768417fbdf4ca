// SPDX-License-Identifier: MIT
#include "engine/backend/pass_timing.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <numeric>

namespace draftscope {

namespace {

TokenId tokenToMeasure(int position, int vocabulary)
{
    return (17 + 31 * position) % vocabulary;
}

/// `count` rows that follow the committed slots [0, context), each seeing those before it.
Rows chainAfter(std::span<const int> slots, int context, int count, int vocabulary, const Progress& progress)
{
    Rows rows;
    rows.prefixes.push_back(slots.first(std::size_t(context)));
    rows.cancelled = progress.cancelled;
    for (int i = 0; i < count; ++i)
        rows.rows.push_back({tokenToMeasure(context + i, vocabulary), context + i, 0, slots[std::size_t(context + i)],
                             slots.subspan(std::size_t(context), std::size_t(i)), true});
    return rows;
}

double secondsOf(ForwardPass& pass, const Rows& rows, std::span<float> logits)
{
    rows.endIfCancelled();
    const auto start = std::chrono::steady_clock::now();
    pass.run(rows, logits);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

std::vector<RowTiming> timeRows(ForwardPass& pass, const std::vector<int>& rowCounts, int contextTokens,
                                int repetitions, const Progress& progress)
{
    const int most = *std::ranges::max_element(rowCounts), vocabulary = pass.config().vocabularySize;
    assert(contextTokens + most <= pass.slotCount() && contextTokens + most <= pass.config().contextLength);
    std::vector<int> slots(std::size_t(contextTokens + most));
    std::iota(slots.begin(), slots.end(), 0);
    std::vector<float> logits(std::size_t(most) * std::size_t(pass.config().logitCount()));
    for (int i = 0; i < contextTokens; i += most)
        secondsOf(pass, chainAfter(slots, i, std::min(most, contextTokens - i), vocabulary, progress), logits);

    std::vector<std::vector<double>> seconds(rowCounts.size());
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        progress.tell(double(repetition) / repetitions, "Timing passes by their rows");
        for (std::size_t i = 0; i < rowCounts.size(); ++i)
            seconds[i].push_back(
                secondsOf(pass, chainAfter(slots, contextTokens, rowCounts[i], vocabulary, progress), logits));
    }

    std::vector<RowTiming> timings;
    for (std::size_t i = 0; i < rowCounts.size(); ++i) {
        std::ranges::sort(seconds[i]);
        timings.push_back({rowCounts[i], seconds[i][seconds[i].size() / 2], seconds[i].front()});
    }
    return timings;
}

std::vector<TokenId> tokensToMeasure(int count, int vocabulary)
{
    std::vector<TokenId> tokens;
    for (int position = 0; position < count; ++position)
        tokens.push_back(tokenToMeasure(position, vocabulary));
    return tokens;
}

namespace {

/// Runs the tokens, as many a pass as it takes.
void feed(ForwardPass& pass, std::span<const int> slots, std::span<const TokenId> tokens, const Progress& progress)
{
    const int length = int(tokens.size());
    for (int first = 0; first < length; first += textRowsPerPass) {
        progress.tell(double(first) / length, "Reading the text to measure after it");
        Rows fed =
            chainAfter(slots, first, std::min(textRowsPerPass, length - first), pass.config().vocabularySize, progress);
        for (std::size_t i = 0; i < fed.rows.size(); ++i) {
            fed.rows[i].token = tokens[std::size_t(first) + i];
            fed.rows[i].wantLogits = false;
        }
        fed.endIfCancelled();
        pass.run(fed, {});
    }
}

} // namespace

Result<StageTimes> timeStages(Backend& backend, const std::shared_ptr<const Model>& model,
                              std::span<const TokenId> context, int rows, int turns, const Progress& progress)
try {
    const int length = int(context.size()), vocabulary = model->config.vocabularySize;
    assert(length > 0 && rows > 0 && length + rows <= model->config.contextLength);
    auto pass = backend.makePass(model, length + rows, progress);
    if (!pass)
        return tl::unexpected(pass.error());
    std::vector<int> slots(std::size_t(length + rows));
    std::iota(slots.begin(), slots.end(), 0);
    feed(**pass, slots, context, progress);
    progress.tell(1, "Measuring the stages of a pass");
    StageTimes times;
    times.backend = (*pass)->backendName();
    times.model = model->name;
    times.rows = rows;
    times.context = length;
    times.stages = (*pass)->timeStages(chainAfter(slots, length, rows, vocabulary, progress), turns);
    if (times.stages.empty())
        return fail("{} does not say what the stages of a pass cost.", times.backend);
    times.bandwidth = backend.measureBandwidth(progress);
    return times;
} catch (const Cancelled&) {
    return fail("Measuring the stages was cancelled.");
}

} // namespace draftscope
