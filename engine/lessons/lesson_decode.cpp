// SPDX-License-Identifier: MIT
#include "engine/lessons/lesson_decode.h"

#include "engine/analysis/decodes_in_turn.h"
#include "engine/catalogue/embedded.h"
#include "engine/core/decode_failure.h"
#include "engine/session/methods.h"
#include "engine/session/record_decode.h"
#include "engine/session/start_session.h"
#include "engine/tokenizer/chat_template.h"
#include "engine/tokenizer/conversation.h"

namespace draftscope {
namespace {

Result<std::shared_ptr<const Model>> modelNamed(const std::string& name, const Progress& progress)
{
    const auto path = resolveModel(name);
    return path ? loadModel(*path, progress) : tl::unexpected(path.error());
}

/// The text that the target gets.
Result<std::string> promptText(const LessonSetup& setup, const std::string& prompt, const Model& target)
{
    if (!setup.isChat)
        return prompt;
    const auto chat = chatTemplateOf(target.path, *target.tokenizer);
    if (!chat)
        return tl::unexpected(chat.error());
    const auto made =
        chat->promptOf(conversationOf(setup.system ? &*setup.system : nullptr, prompt), *target.tokenizer);
    return made ? Result<std::string>(made->text) : tl::unexpected(made.error());
}

SessionSettings settingsOf(const LessonSetup& setup)
{
    SessionSettings settings = setup.settings;
    settings.isWholePrompt = setup.isChat;
    return settings;
}

Pair pairOf(const Pair& pair, const SessionSettings& settings)
{
    return {pair.target, (*methodNamed(settings.method))->needsDraftModel ? pair.draft : nullptr};
}

Result<Recordings> decodeOne(const Pair& pair, const LessonSetup& setup, Backends& backends, const Progress& progress)
{
    const auto prompt = promptText(setup, setup.prompt, *pair.target);
    if (!prompt)
        return tl::unexpected(prompt.error());
    auto started = startSession(pairOf(pair, setup.settings), settingsOf(setup), *prompt, backends, progress);
    if (!started)
        return tl::unexpected(started.error());
    Recording recording = recordingFor(*started->session);
    recordToEnd(*started->session, recording, progress);
    return Recordings(std::move(recording));
}

Result<std::vector<BatchText>> batchTexts(const LessonSetup& setup, const Model& target)
{
    std::vector<BatchText> texts = textsOf(setup);
    for (BatchText& text : texts) {
        auto prompt = promptText(setup, text.prompt, target);
        if (!prompt)
            return tl::unexpected(prompt.error());
        text.prompt = std::move(*prompt);
    }
    return texts;
}

BatchSettings batchOf(const LessonSetup& setup)
{
    BatchSettings batch(setup.texts);
    batch.isSynchronised = setup.isSynchronised;
    batch.shortDraft = setup.shortDraft;
    return batch;
}

Result<Recordings> decodeBatch(const Pair& pair, const LessonSetup& setup, Backends& backends, const Progress& progress)
{
    const auto texts = batchTexts(setup, *pair.target);
    if (!texts)
        return tl::unexpected(texts.error());
    const SessionSettings settings = settingsOf(setup);
    const Pair models = pairOf(pair, settings);
    const auto passes = passesForBatch(models, settings, *texts, batchOf(setup));
    if (!passes)
        return tl::unexpected(passes.error());
    const auto chosen = backends.choose(*passes);
    if (!chosen)
        return tl::unexpected(chosen.error());
    auto session = createSizedBatch(models, settings, *texts, batchOf(setup), chosen->backend, progress);
    if (!session)
        return tl::unexpected(session.error());
    std::vector<TraceHeader> headers;
    for (int text = 0; text < (*session)->sequenceCount(); ++text)
        headers.push_back((*session)->header(text));
    Recordings recordings(headers);
    const auto bytesOf = [&](TokenId token) { return pair.target->tokenizer->bytes(token); };
    for (int text = 0; text < recordings.count(); ++text)
        recordings.of(text).learnPrompt(bytesOf);
    while (!(*session)->hasEnded()) {
        const std::vector<RoundRecord> rounds = (*session)->finishRound(progress);
        for (const RoundRecord& round : rounds)
            recordings.of(round.sequence).learnTokens(round, bytesOf);
        recordings.putTogether(rounds);
    }
    return recordings;
}

} // namespace

Result<Pair> pairFor(const LessonSetup& setup, const Progress& progress)
{
    const auto embedded = embeddedModels();
    if (!embedded)
        return tl::unexpected(embedded.error());
    auto target = modelNamed(setup.target.empty() ? embedded->defaultTarget : setup.target, progress);
    if (!target)
        return tl::unexpected(target.error());
    Pair pair{*target, nullptr};
    if (!(*methodNamed(setup.settings.method))->needsDraftModel)
        return pair;
    std::string name = setup.draft.empty() ? embedded->draftFor((*target)->record.hash) : setup.draft;
    auto draft = modelNamed(name.empty() ? embedded->defaultDraft : name, progress);
    if (!draft)
        return tl::unexpected(draft.error());
    pair.draft = *draft;
    return pair;
}

Result<Recordings> decodeLesson(const Pair& pair, const LessonSetup& setup, Backends& backends,
                                const Progress& progress)
{
    try {
        return setup.texts > 1 ? decodeBatch(pair, setup, backends, progress)
                               : decodeOne(pair, setup, backends, progress);
    } catch (const Cancelled&) {
        return fail("The decode was cancelled.");
    } catch (const DecodeFailure& failure) {
        return fail("{}", failure.what());
    }
}

LessonMeasured measuredOf(const SpeedMeasurement& measurement)
{
    LessonMeasured result;
    result.speed = measurement.speed(0);
    result.costs = measurement.costs(0);
    const RoundTimes& own = measurement.figures(0).times;
    result.tokensPerStep = measurement.figures(0).metrics.tokensPerStep();
    result.draftStep = own.draftStep();
    result.verifyPass = own.verifyPass();
    if (measurement.decodes() > 1) {
        result.plainStep = measurement.figures(1).times.verifyPass();
        result.plainTokensPerSecond = measurement.figures(1).times.tokensPerSecond();
    }
    return result;
}

Result<LessonMeasured> measureLesson(const Pair& pair, const LessonSetup& setup, Backends& backends,
                                     const MeasuringRule& rule, const Progress& progress)
{
    const auto prompt = promptText(setup, setup.prompt, *pair.target);
    if (!prompt)
        return tl::unexpected(prompt.error());
    const auto beginOf = [&](SessionSettings settings) -> DecodesInTurn::Begin {
        settings.topTokens = 0;
        return [&pair, &backends, settings,
                text = *prompt](const Progress& watched) -> Result<std::unique_ptr<MeasuredDecode>> {
            auto started = startSession(pairOf(pair, settings), settings, text, backends, watched);
            if (!started)
                return tl::unexpected(started.error());
            return measured(std::move(started->session));
        };
    };
    SessionSettings plain = settingsOf(setup);
    chooseMethod(plain, "plain");
    try {
        DecodesInTurn turns({beginOf(settingsOf(setup)), beginOf(plain)});
        SpeedMeasurement measurement({1, 1}, rule);
        while (!measurement.isDone()) {
            const auto lap = turns.lap(progress);
            if (!lap)
                return tl::unexpected(lap.error());
            measurement.add(*lap);
        }
        return measuredOf(measurement);
    } catch (const Cancelled&) {
        return fail("The measurement was cancelled.");
    } catch (const DecodeFailure& failure) {
        return fail("{}", failure.what());
    }
}

} // namespace draftscope
