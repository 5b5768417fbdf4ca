// SPDX-License-Identifier: GPL-3.0-or-later
// Runs whose sequences decode together.
#include <algorithm>
#include <chrono>

#include "engine/session/start_session.h"
#include "gui/language/engine_words.h"
#include "gui/worker/session_worker.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

constexpr std::chrono::milliseconds sendingTime{25}; ///< between two sendings

Result<std::vector<BatchText>> textsOf(const RunSetup& setup, const Model& target)
{
    std::vector<BatchText> texts;
    for (const RunSetup& one : sequencesOf(setup)) {
        auto prompt = promptFor(one, target);
        if (!prompt)
            return tl::unexpected(prompt.error());
        texts.push_back({std::move(*prompt), one.settings.seed, one.settings.sampler});
    }
    return texts;
}

struct OpenedBatch {
    Pair models; ///< their weights are in memory
    std::vector<BatchText> texts;
};

Result<OpenedBatch> openBatch(ModelStore& store, const RunSetup& setup, const Progress& progress)
{
    const auto models = store.openPair(setup, progress);
    if (!models)
        return tl::unexpected(models.error());
    auto texts = textsOf(setup, *models->target);
    if (!texts)
        return tl::unexpected(texts.error());
    for (const auto& model : {models->target, models->draft})
        if (const auto ready = store.read(model, progress); !ready)
            return tl::unexpected(ready.error());
    return OpenedBatch{*models, std::move(*texts)};
}

struct StartedBatch {
    std::unique_ptr<BatchSession> session;
    ChosenBackend on;
    std::vector<BatchText> texts;
};

/// As startSession().
Result<StartedBatch> startOn(Backends& backends, const Pair& models, const RunSetup& setup,
                             std::vector<BatchText> texts, const Progress& progress)
{
    const BatchSettings batch = batchSettingsOf(setup);
    const auto passes = passesForBatch(models, settingsFor(setup), texts, batch);
    if (!passes)
        return tl::unexpected(passes.error());
    auto chosen = backends.choose(*passes);
    if (!chosen)
        return tl::unexpected(chosen.error());
    auto session = createSizedBatch(models, settingsFor(setup), texts, batch, chosen->backend, progress);
    if (!session && chosen->backend->name() != "cpu" && !progress.isCancelled()) {
        chosen = backends.chooseAgain(*passes, session.error());
        if (!chosen)
            return tl::unexpected(chosen.error());
        session = createSizedBatch(models, settingsFor(setup), texts, batch, chosen->backend, progress);
    }
    if (!session)
        return tl::unexpected(session.error());
    return StartedBatch{std::move(*session), std::move(*chosen), std::move(texts)};
}

/// A sequence that waits for a place has no header of its own yet: what it differs in from the first one is known.
std::vector<TraceHeader> headersOf(const BatchSession& batch, const std::vector<BatchText>& texts)
{
    std::vector<TraceHeader> headers;
    for (int sequence = 0; sequence < batch.sequenceCount(); ++sequence) {
        TraceHeader& header = headers.emplace_back(batch.header(sequence < batch.batchSize() ? sequence : 0));
        header.prompt = texts[std::size_t(sequence)].prompt;
        header.seed = texts[std::size_t(sequence)].seed;
        header.promptTokens.clear();
        for (int i = 0; i < batch.promptLength(sequence); ++i)
            header.promptTokens.push_back(batch.text(sequence)[std::size_t(i)].token);
    }
    return headers;
}

BatchRound finishedRound(BatchSession& batch, const Progress& progress)
{
    BatchRound together{batch.finishRound(progress)};
    for (const RoundRecord& round : together.rounds)
        if (const EndReason reason = batch.ended(round.sequence); reason != EndReason::none)
            together.ended.emplace_back(round.sequence, reason);
    return together;
}

} // namespace

Result<std::vector<PlannedPass>> SessionWorker::passesOf(const RunSetup& setup, const Pair& models) const
{
    if (setup.batch.isBatch()) {
        const auto texts = textsOf(setup, *models.target);
        if (!texts)
            return tl::unexpected(texts.error());
        return passesForBatch(models, settingsFor(setup), *texts, batchSettingsOf(setup));
    }
    const auto prompt = promptFor(setup, *models.target);
    if (!prompt)
        return tl::unexpected(prompt.error());
    return passesFor(models, settingsFor(setup), *prompt);
}

void SessionWorker::startBatch(const Job& job, const RunSetup& setup)
{
    const Progress progress = progressOf(job);
    const auto begin = [&]() -> Result<RunSession> {
        auto opened = openBatch(m_models, setup, progress);
        if (!opened)
            return tl::unexpected(opened.error());
        const Pair& models = opened->models;
        auto begun = startOn(backendsFor(setup), models, setup, std::move(opened->texts), progress);
        if (!begun)
            return tl::unexpected(begun.error());
        const std::vector<TraceHeader> headers = headersOf(*begun->session, begun->texts);
        emit started(job.number,
                     {headers.front(), models.target->tokenizer, engineSentence(begun->on.reason),
                      plannedMemory(begun->on), headers});
        return RunSession{models, nullptr, std::move(begun->session), begun->on.backend, 0, setup.backend};
    };
    auto held = begin();
    if (held)
        m_ready[job.number] = std::move(*held);
    else
        emit failed(job.number, engineSentence(held.error()));
}

Result<SessionWorker::MeasuredBegin> SessionWorker::startMeasuredBatch(const RunSetup& setup, const Progress& progress,
                                                                       const std::shared_ptr<Backend>& beside)
{
    auto opened = openBatch(m_models, setup, progress);
    if (!opened)
        return tl::unexpected(opened.error());
    const Pair& models = opened->models;
    std::vector<BatchText>& texts = opened->texts;
    std::shared_ptr<Backend> backend = beside;
    if (!backend) {
        const auto passes = passesForBatch(models, setup.settings, texts, batchSettingsOf(setup));
        if (!passes)
            return tl::unexpected(passes.error());
        const auto chosen = backendsFor(setup).choose(*passes);
        if (!chosen)
            return tl::unexpected(chosen.error());
        backend = chosen->backend;
    }
    auto first = createSizedBatch(models, setup.settings, texts, batchSettingsOf(setup), backend, progress);
    if (!first)
        return tl::unexpected(first.error());
    const std::vector<TraceHeader> headers = headersOf(**first, texts);
    RunStarted started{headers.front(), models.target->tokenizer, {}, {}, headers};
    const auto begin = [models, settings = setup.settings, texts = std::move(texts), batch = batchSettingsOf(setup),
                        backend](const Progress& watched) -> Result<std::unique_ptr<MeasuredDecode>> {
        auto session = createSizedBatch(models, settings, texts, batch, backend, watched);
        if (!session)
            return tl::unexpected(session.error());
        return measured(std::move(*session));
    };
    return MeasuredBegin{std::move(started), models, begin};
}

/// A batch finishes whole rounds, whatever the stride; that in which a sequence meets a stop condition is the last one,
/// and the window finds out at which moment.
void SessionWorker::advanceBatch(RunSession& run, const Job& job, const Stride& stride)
{
    std::vector<BatchRound> rounds;
    const auto sendAll = [&] {
        if (rounds.empty())
            return;
        m_unread.fetch_add(1);
        emit advancedTogether(job.number, std::make_shared<const std::vector<BatchRound>>(std::exchange(rounds, {})));
    };
    auto sent = std::chrono::steady_clock::now();
    const bool goesOn = stride.kind == Stride::Kind::untilStopped;
    bool isDone = false, isStopped = false;
    while (!isDone && !run.batch->hasEnded() && !job.stop->load()) {
        try {
            rounds.push_back(finishedRound(*run.batch, progressOf(job)));
        } catch (const Cancelled&) { // it stands where it stood
            break;
        } catch (const DecodeFailure&) { // what was decoded before is not lost
            sendAll();
            throw;
        }
        isStopped = goesOn && std::ranges::any_of(rounds.back().rounds, [&](const RoundRecord& round) {
                        return stopsWithin(stride.stops, round);
                    });
        isDone = !goesOn || isStopped;
        if (const auto now = std::chrono::steady_clock::now(); now - sent > sendingTime) {
            sendAll();
            sent = now;
            waitForWindow({&job, 1});
        }
    }
    sendAll();
    const int last = run.batch->sequenceCount() - 1;
    emit paused(job.number, isStopped ? QStringLiteral("stopped") : QString(),
                run.batch->hasEnded() ? run.batch->ended(last) : EndReason::none);
}

} // namespace draftscope
