// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/worker/session_worker.h"

#include <algorithm>

#include <QThread>

#include "engine/backend/pass_timing.h"
#include "engine/report/file_kind.h"
#include "gui/language/engine_words.h"
#include "widgets/style/qt_text.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr int measuredTurns = 9; ///< of the pass whose stages are measured

Result<void> roomOn(Backend& backend, const Pair& models, const SessionSettings& settings, const std::string& prompt)
{
    const auto passes = passesFor(models, settings, prompt);
    if (!passes)
        return tl::unexpected(passes.error());
    const auto plan = backend.plan(*passes);
    if (!plan)
        return tl::unexpected(plan.error());
    if (!plan->fits())
        return tl::unexpected(plan->tooLarge());
    return {};
}

} // namespace

std::optional<double> plannedMemory(const ChosenBackend& on)
{
    return on.plan.needed > 0 ? std::optional(double(on.plan.taken()) / 1e6) : std::nullopt;
}

void SessionWorker::useBackend(int job, const BackendChoice& backend)
{
    Backends wanted(backend.name, backend.threads, backend.arithmetic);
    const auto chosen = wanted.choose();
    if (chosen) {
        m_backends = std::move(wanted);
        m_choice = backend;
    }
    emit backendAnswered(job, m_choice, chosen ? QString() : engineSentence(chosen.error()));
}

Backends& SessionWorker::backendsFor(const RunSetup& setup)
{
    if (!setup.backend || *setup.backend == m_choice)
        return m_backends;
    const auto there = std::ranges::find(m_ownBackends, *setup.backend, &std::pair<BackendChoice, Backends>::first);
    if (there != m_ownBackends.end())
        return there->second;
    const auto& [name, threads, arithmetic] = *setup.backend;
    return m_ownBackends.emplace_back(*setup.backend, Backends(name, threads, arithmetic)).second;
}

Result<StartedSession> SessionWorker::startSetup(const RunSetup& setup, const Progress& progress,
                                                 const std::shared_ptr<Backend>& backend)
{
    const auto models = m_models.openPair(setup, progress);
    if (!models)
        return tl::unexpected(models.error());
    const auto prompt = promptFor(setup, *models->target);
    if (!prompt)
        return tl::unexpected(prompt.error());
    const SessionSettings settings = settingsFor(setup);
    if (backend) // before any weights are read
        if (const auto room = roomOn(*backend, *models, settings, *prompt); !room)
            return tl::unexpected(room.error());
    for (const auto& model : {models->target, models->draft})
        if (const auto ready = m_models.read(model, progress); !ready)
            return tl::unexpected(ready.error());
    if (!backend)
        return startSession(*models, settings, *prompt, backendsFor(setup), progress);
    auto session = createSized(*models, settings, *prompt, backend, progress);
    if (!session)
        return tl::unexpected(session.error());
    return StartedSession{std::move(*session), {backend, {}, {}}};
}

void SessionWorker::start(const Job& job, const RunSetup& setup)
{
    if (job.stop->load())
        return;
    if (setup.batch.isBatch())
        startBatch(job, setup);
    else
        makeReady(job, setup, startSetup(setup, progressOf(job)));
}

void SessionWorker::startBeside(const Job& job, const RunSetup& setup, int run)
{
    if (job.stop->load())
        return;
    if (const RunSession* const beside = held(run))
        makeReady(job, setup, startSetup(setup, progressOf(job), beside->backend));
    else
        emit failed(job.number, tr("The run has no models any more, so nothing can be measured beside it."));
}

void SessionWorker::makeReady(const Job& job, const RunSetup& setup, Result<StartedSession> begun)
{
    if (!begun) {
        emit failed(job.number, engineSentence(begun.error()));
        return;
    }
    const Pair models = begun->session->pair();
    const RunSession& ready =
        m_ready[job.number] = {models, std::move(begun->session), nullptr, begun->on.backend, 0, setup.backend};
    emit started(job.number,
                 {ready.session->header(), ready.session->pair().target->tokenizer, engineSentence(begun->on.reason),
                  plannedMemory(begun->on)});
}

void SessionWorker::adopt(int job, int replaced)
{
    const auto ready = m_ready.find(job);
    if (ready == m_ready.end())
        return;
    m_sessions.erase(replaced);
    m_sessions[job] = std::move(ready->second);
    m_ready.erase(ready);
    forgetUnusedModels();
}

void SessionWorker::discard(int job)
{
    m_ready.erase(job);
}

void SessionWorker::release(int run)
{
    const bool wasThere = m_sessions.erase(run) > 0;
    forgetUnusedModels();
    if (wasThere)
        emit released(run);
}

void SessionWorker::forgetUnusedModels()
{
    std::erase_if(m_ownBackends, [this](const auto& own) {
        const auto has = [&](const auto& run) { return run.second.ownBackend == own.first; };
        return std::ranges::none_of(m_sessions, has) && std::ranges::none_of(m_ready, has) && !isMeasuredOn(own.first);
    });
    m_models.keepOnly([this](const std::shared_ptr<const Model>& model) {
        const auto has = [&](const auto& run) {
            const Pair& used = run.second.models;
            return model == used.target || model == used.draft;
        };
        if (isMeasured(model))
            return true;
        return std::any_of(m_sessions.begin(), m_sessions.end(), has)
            || std::any_of(m_ready.begin(), m_ready.end(), has);
    });
}

SessionWorker::RunSession* SessionWorker::held(int run)
{
    Q_ASSERT(QThread::currentThread() == thread()); // so that one pass is made at a time
    const auto found = m_sessions.find(run);
    return found == m_sessions.end() ? nullptr : &found->second;
}

Progress SessionWorker::progressOf(const Job& job)
{
    Progress progress;
    progress.cancelled = job.stop.get();
    progress.report = [this, number = job.number](double share, std::string_view what) {
        emit progressed(number, share, qtText(what));
    };
    return progress;
}

void SessionWorker::resume(const Job& job, const Recording& spine, Position at, int branch,
                           const std::vector<WhatIf>& awaited)
{
    RunSession* const run = held(job.number);
    if (!run || !run->session)
        return;
    run->session->resume(spine, at);
    run->branch = branch;
    for (const WhatIf& change : awaited)
        if (const auto applied = apply(change, *run->session); !applied)
            emit failed(job.number, engineSentence(applied.error()));
}

void SessionWorker::force(const Job& job, const WhatIf& change)
{
    RunSession* const run = held(job.number);
    if (!run || !run->session) {
        emit paused(job.number, {}, EndReason::none);
        return;
    }
    try {
        forceInSession(*run, job, change);
    } catch (const TargetUnavailable& unavailable) {
        standStill(job.number, unavailable);
    } catch (const DecodeFailure& failure) {
        endSession(job.number, failure);
    }
}

void SessionWorker::forceInSession(RunSession& run, const Job& job, const WhatIf& change)
{
    if (const auto applied = apply(change, *run.session); !applied) {
        emit failed(job.number, engineSentence(applied.error()));
        emit paused(job.number, {}, run.session->ended());
        return;
    }
    std::vector<RoundRecord> rounds;
    QString reason;
    const bool isAboutNode = change.node >= 0;
    while (isAboutNode && run.session->ended() == EndReason::none && !job.stop->load()) {
        try {
            run.session->advance(progressOf(job));
        } catch (const Cancelled&) {
            break;
        }
        rounds = {run.session->round()};
        if (hasTakenEffect(change, run.session->round()))
            break;
        if (run.session->round().isFinished()) {
            reason = whyWithoutEffect(change, run.session->round(), run.session->header());
            break;
        }
    }
    if (!rounds.empty())
        send(run, job.number, rounds);
    emit paused(job.number, reason, run.session->ended());
}

void SessionWorker::listVocabulary(const Job& job, int question, const Recording& spine, Position at, int context)
{
    RunSession* const run = held(job.number);
    if (job.stop->load() || !run || !run->session)
        return; // the caller does not wait any more
    Progress progress;
    progress.cancelled = job.stop.get();
    try {
        Session& session = *run->session;
        session.resume(spine, at);
        const int tokens = session.pair().target->tokenizer->size();
        emit vocabularyListed(
            job.number, question,
            std::make_shared<const DistributionRecord>(session.distribution(context, tokens, progress)));
    } catch (const Cancelled&) {
    } catch (const TargetUnavailable& unavailable) {
        emit failed(job.number, engineSentence(unavailable.sentence()));
    } catch (const DecodeFailure& failure) {
        endSession(job.number, failure);
    }
}

void SessionWorker::measureStages(const Job& job, int run, std::vector<TokenId> context)
{
    RunSession* const measured = held(run);
    if (job.stop->load() || !measured)
        return; // the caller does not wait any more
    const std::shared_ptr<const Model> target = measured->models.target;
    context.resize(std::min(context.size(), std::size_t(target->config.contextLength - 1))); // room for the row
    try {
        if (const auto times = timeStages(*measured->backend, target, context, 1, measuredTurns, progressOf(job)))
            emit stagesMeasured(job.number, *times);
        else
            emit stagesNotMeasured(job.number, engineSentence(times.error()));
    } catch (const DecodeFailure& failure) {
        endSession(run, failure);
    }
}

void SessionWorker::checkPair(const Job& job, const std::string& target, const std::string& draft)
{
    if (job.stop->load())
        return;
    const auto t = m_models.openTarget(target, draft, progressOf(job));
    if (!t) {
        emit pairChecked(job.number, engineSentence(t.error()));
        return;
    }
    if (draft.empty()) {
        const auto whole = checkTarget(**t);
        emit pairChecked(job.number, whole ? QString() : engineSentence(whole.error()));
        return;
    }
    const auto d = m_models.open(draft, progressOf(job));
    const auto fits = d ? draftscope::checkPair(**t, **d) : Result<void>(tl::unexpected(d.error()));
    emit pairChecked(job.number, fits ? QString() : engineSentence(fits.error()));
}

void SessionWorker::plan(const Job& job, const RunSetup& setup)
{
    if (job.stop->load())
        return;
    const auto models = m_models.openPair(setup, progressOf(job));
    if (!models) { // why, a pair check or the run itself says
        emit planned(job.number, {});
        return;
    }
    const auto passes = passesOf(memorySetup(setup), *models);
    if (!passes) {
        emit planned(job.number, {{}, engineSentence(passes.error()), false});
        return;
    }
    RunPlanned plan;
    for (const auto& model : {models->target, models->draft})
        if (model && !model->warning.empty())
            plan.warnings.push_back(engineSentence(model->warning));
    const auto chosen = backendsFor(setup).choose(*passes);
    plan.fits = chosen.has_value();
    plan.reason = chosen ? engineSentence(chosen->reason) : QString();
    if (!chosen)
        plan.memory = engineSentence(chosen.error());
    else if (chosen->plan.note.empty())
        plan.memory = engineSentence(chosen->plan.needs());
    else
        plan.memory = engineSentence(message("{} {}", chosen->plan.needs(), phrase(chosen->plan.note)));
    emit planned(job.number, plan);
}

void SessionWorker::preview(const Job& job, const RunSetup& setup)
{
    if (job.stop->load())
        return;
    const auto target = m_models.openTarget(setup.target, setup.draft, progressOf(job));
    PromptPreview nothing;
    if (!target) {
        nothing.whyNoChat = engineSentence(target.error());
        nothing.whyInShort = tr("The target cannot be opened.");
    }
    emit previewed(job.number, target ? previewOf(setup, **target) : nothing);
}

void SessionWorker::readTrace(const Job& job, const std::filesystem::path& path)
{
    emit progressed(job.number, -1, tr("Reading %1").arg(QString::fromStdString(path.filename().string())));
    if (job.stop->load())
        return;
    auto trace = openTrace(path, progressOf(job));
    if (job.stop->load())
        return;
    if (!trace)
        emit failed(job.number, engineSentence(trace.error()));
    else
        emit traceRead(job.number, std::make_shared<LoadedTrace>(std::move(*trace)));
}

} // namespace draftscope
