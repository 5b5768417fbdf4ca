// SPDX-License-Identifier: MIT
#include "engine/cli/batch_measure.h"

#include <algorithm>
#include <chrono>

#include "engine/analysis/decodes_in_turn.h"
#include "engine/cli/text_stream.h"
#include "engine/core/decode_failure.h"
#include "engine/session/methods.h"
#include "engine/session/start_session.h"

namespace draftscope {
namespace {

using BatchClock = std::chrono::steady_clock;

double secondsSince(BatchClock::time_point start)
{
    return std::chrono::duration<double>(BatchClock::now() - start).count();
}

std::optional<double> rate(std::size_t tokens, double seconds)
{
    return tokens > 0 && seconds > 0 ? std::optional(double(tokens) / seconds) : std::nullopt;
}

void takeText(BatchedText& out, const std::shared_ptr<const Tokenizer>& tokenizer, const BatchSession& batch,
              int sequence)
{
    const std::vector<CommittedToken>& text = batch.text(sequence);
    std::vector<TokenId> prompt;
    for (int i = 0; i < batch.promptLength(sequence); ++i)
        prompt.push_back(text[std::size_t(i)].token);
    TextStream stream(tokenizer, std::move(prompt));
    for (std::size_t i = std::size_t(batch.promptLength(sequence)); i < text.size(); ++i) {
        out.tokens.push_back(text[i].token);
        out.text += stream.add(text[i].token);
    }
    out.text += stream.finish();
    out.end = batch.ended(sequence);
}

/// What sessions one after another gave.
struct Singles {
    std::vector<std::vector<TokenId>> tokens;
    double seconds = 0;
};

Result<Singles> decodeOneByOne(const Pair& pair, const SessionSettings& settings, const std::vector<BatchText>& texts,
                               const std::shared_ptr<Backend>& backend, const Progress& progress)
{
    Singles singles;
    for (const BatchText& text : texts) {
        SessionSettings one = settings;
        one.sampler = text.sampler;
        one.seed = text.seed;
        const auto session = createSized(pair, one, text.prompt, backend, progress);
        if (!session)
            return tl::unexpected(session.error());
        const auto start = BatchClock::now();
        while ((*session)->ended() == EndReason::none)
            (*session)->finishRound(progress);
        singles.seconds += secondsSince(start);
        std::vector<TokenId>& tokens = singles.tokens.emplace_back();
        for (const CommittedToken& token : (*session)->text())
            if (token.source != TokenSource::prompt)
                tokens.push_back(token.token);
    }
    return singles;
}

} // namespace

std::optional<double> BatchDecoded::tokensPerSecond() const
{
    return rate(tokens, seconds);
}

std::optional<double> BatchDecoded::blockEfficiency() const
{
    return blocks > 0 ? std::optional(double(tokens) / double(blocks)) : std::nullopt;
}

std::optional<double> BatchComparison::batchTokensPerSecond() const
{
    return rate(tokens, batchSeconds);
}

std::optional<double> BatchComparison::singleTokensPerSecond() const
{
    return rate(tokens, singleSeconds);
}

std::optional<double> BatchComparison::speedUp() const
{
    return batchSeconds > 0 && singleSeconds > 0 ? std::optional(singleSeconds / batchSeconds) : std::nullopt;
}

Result<BatchDecoded> decodeBatch(const Pair& pair, const SessionSettings& settings, const std::vector<BatchText>& texts,
                                 const BatchSettings& how, const std::shared_ptr<Backend>& backend,
                                 const Progress& progress, const OnRounds& onRounds)
{
    const auto created = createSizedBatch(pair, settings, texts, how, backend, progress);
    if (!created)
        return tl::unexpected(created.error());
    BatchSession& batch = **created;
    BatchDecoded result;
    result.backend = batch.backendName();
    result.batchSize = batch.batchSize();
    result.texts.resize(texts.size());
    const auto start = BatchClock::now();
    try {
        while (!batch.hasEnded()) {
            const std::vector<RoundRecord>& finished = batch.finishRound(progress);
            for (const RoundRecord& round : finished) {
                result.texts[std::size_t(round.sequence)].metrics.add(round);
                result.tokens += round.committed.size();
                ++result.blocks;
            }
            ++result.rounds;
            if (const auto told = onRounds ? onRounds(batch, finished) : Result<void>(); !told)
                throw DecodeFailure(told.error().sentence);
        }
    } catch (const Cancelled&) {             // what there is of the texts stays
    } catch (const DecodeFailure& failure) { // likewise
        result.failure = failure.what();
    }
    result.seconds = secondsSince(start);
    result.counts = batch.counts();
    for (int i = 0; i < batch.sequenceCount(); ++i)
        takeText(result.texts[std::size_t(i)], pair.target->tokenizer, batch, i);
    return result;
}

Result<BatchComparison> compareBatch(const Pair& pair, const SessionSettings& settings,
                                     const std::vector<BatchText>& texts, const BatchSettings& how,
                                     const std::shared_ptr<Backend>& backend, const Progress& progress)
{
    BatchComparison result;
    std::optional<Error> wrong;
    const auto inBatch = [&] {
        auto decoded = decodeBatch(pair, settings, texts, how, backend, progress);
        if (decoded && progress.isCancelled())
            throw Cancelled();
        if (!decoded)
            wrong = decoded.error();
        else if (decoded->failure)
            wrong = Error{*decoded->failure};
        else
            result.batch = std::move(*decoded);
        return !wrong;
    };
    const auto oneByOne = [&](bool isMeasured) {
        const auto singles = decodeOneByOne(pair, settings, texts, backend, progress);
        if (!singles) {
            wrong = singles.error();
            return false;
        }
        if (isMeasured)
            result.singleSeconds += singles->seconds;
        for (std::size_t i = 0; i < texts.size(); ++i)
            result.sameTokens = result.sameTokens && singles->tokens[i] == result.batch.texts[i].tokens;
        return true;
    };
    const auto countBatch = [&] {
        result.batchSeconds += result.batch.seconds;
        result.tokens += result.batch.tokens;
    };
    if (!inBatch() || !oneByOne(false) || !inBatch())
        return tl::unexpected(*wrong);
    countBatch();
    if (!oneByOne(true) || !oneByOne(true) || !inBatch())
        return tl::unexpected(*wrong);
    countBatch();
    return result;
}

Result<SpeedMeasurement> measureAgainstPlain(const Pair& pair, const SessionSettings& settings,
                                             const std::vector<BatchText>& texts, const BatchSettings& how,
                                             const std::shared_ptr<Backend>& backend, const Progress& progress,
                                             const MeasuringRule& rule)
{
    SessionSettings own = settings;
    own.topTokens = 0;
    SessionSettings plain = own;
    chooseMethod(plain, "plain");
    const auto beginOf = [&](const Pair& models, const SessionSettings& with) -> DecodesInTurn::Begin {
        return
            [&backend, &texts, &how, models, with](const Progress& watched) -> Result<std::unique_ptr<MeasuredDecode>> {
                auto batch = createSizedBatch(models, with, texts, how, backend, watched);
                if (!batch)
                    return tl::unexpected(batch.error());
                return measured(std::move(*batch));
            };
    };
    DecodesInTurn turns({beginOf(pair, own), beginOf({pair.target, nullptr}, plain)});
    SpeedMeasurement measurement({1, 1}, rule);
    Progress quiet;
    quiet.cancelled = progress.cancelled;
    while (!measurement.isDone()) {
        progress.tell(std::min(1.0, measurement.seconds() / rule.mostSeconds), "Measuring beside a plain batch");
        const auto lap = turns.lap(quiet);
        if (!lap)
            return tl::unexpected(lap.error());
        measurement.add(*lap);
    }
    return measurement;
}

} // namespace draftscope
