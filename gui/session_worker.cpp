// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session_worker.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "engine/backend/pass_timing.h"
#include "engine/model/embedded.h"
#include "engine/session/methods.h"
#include "widgets/qt_text.h"
#include "widgets/token_text.h"

namespace draftscope {

namespace {

constexpr std::chrono::milliseconds batchTime{25};
constexpr int mostUnread = 3;    ///< batches that the window may be behind
constexpr int measuredTurns = 9; ///< of the pass whose stages are measured

QString sentenceOf(const Error& error)
{
    return QString::fromStdString(error.sentence);
}

} // namespace

void SessionWorker::start(const Job& job, const RunSetup& setup)
{
    discard();
    if (job.stop->load())
        return;
    const auto models = pair(job, setup);
    if (!models) {
        emit failed(job.number, sentenceOf(models.error()));
        return;
    }
    for (const auto& model : {models->target, models->draft}) {
        if (const auto ready = model ? read(job, model) : Result<void>(); !ready) {
            emit failed(job.number, sentenceOf(ready.error()));
            return;
        }
    }
    auto begun = startSession(*models, setup.settings, setup.prompt, m_backends, progressOf(job));
    if (!begun) {
        emit failed(job.number, sentenceOf(begun.error()));
        return;
    }
    m_ready = std::move(begun->session);
    m_readyBackend = begun->on.backend;
    m_readyJob = job.number;
    emit started(job.number, {m_ready->header(), models->target->tokenizer, begun->on.reason});
}

void SessionWorker::adopt(int job)
{
    if (job != m_readyJob || !m_ready)
        return;
    m_session = std::move(m_ready);
    m_backend = std::move(m_readyBackend);
    m_sessionJob = job;
    m_branch = 0;
    const Pair& used = m_session->pair();
    std::erase_if(m_models, [&](const auto& entry) {
        return entry.second.model != used.target && entry.second.model != used.draft;
    });
}

void SessionWorker::discard()
{
    m_ready.reset();
    m_readyBackend.reset();
    m_readyJob = 0;
}

Result<Pair> SessionWorker::pair(const Job& job, const RunSetup& setup)
{
    const auto method = methodNamed(setup.settings.method);
    if (!method)
        return tl::unexpected(method.error());
    Pair models;
    auto target = model(job, setup.target);
    if (!target)
        return tl::unexpected(target.error());
    models.target = *target;
    if ((*method)->needsDraftModel) {
        auto draft = model(job, setup.draft);
        if (!draft)
            return tl::unexpected(draft.error());
        models.draft = *draft;
    }
    return models;
}

Result<std::shared_ptr<const Model>> SessionWorker::model(const Job& job, const std::string& nameOrPath)
{
    if (nameOrPath.empty())
        return fail("No model is chosen: choose one in Setup or drop a model's folder or GGUF file on the window.");
    const auto path = resolveModel(nameOrPath);
    if (!path)
        return tl::unexpected(path.error());
    if (const auto known = m_models.find(*path); known != m_models.end()) {
        if (known->second.model->weights.filesUnchanged())
            return known->second.model;
        m_models.erase(known); // the file is another one now
    }
    auto opened = openModel(*path, progressOf(job));
    if (opened)
        m_models[*path] = {*opened};
    return opened;
}

Result<void> SessionWorker::read(const Job& job, const std::shared_ptr<const Model>& model)
{
    for (auto& [path, known] : m_models) {
        if (known.model != model || known.isRead)
            continue;
        if (Result<void> done = readWeights(*model, progressOf(job)); !done)
            return done;
        known.isRead = true;
    }
    return {};
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

void SessionWorker::advance(const Job& job, const Stride& stride)
{
    if (job.number != m_sessionJob || !m_session) {
        emit paused(job.number, {}, EndReason::none);
        return;
    }
    try {
        advanceSession(job, stride);
    } catch (const DecodeFailure& failure) {
        endSession(job.number, failure);
    }
}

void SessionWorker::endSession(int run, const DecodeFailure& failure)
{
    m_session.reset();
    m_backend.reset();
    if (dynamic_cast<const BackendFailure*>(&failure)) // else the device is well
        m_backends.forgetDevice();
    emit sessionLost(run, QString::fromUtf8(failure.what()));
}

void SessionWorker::advanceSession(const Job& job, const Stride& stride)
{
    QString reason;
    if (stride.kind == Stride::Kind::untilStopped) {
        reason = runFreely(job, stride.stops);
    } else if (m_session->ended() == EndReason::none && !job.stop->load()) {
        try {
            if (stride.kind == Stride::Kind::round)
                m_session->finishRound(progressOf(job));
            else
                m_session->advance(progressOf(job));
            std::vector<RoundRecord> rounds{m_session->round()};
            send(job.number, rounds);
        } catch (const Cancelled&) { // the session stands where it stood
        }
    }
    emit paused(job.number, reason, m_session->ended());
}

QString SessionWorker::runFreely(const Job& job, const StopConditions& stops)
{
    const auto text = [this](TokenId token) {
        return tokenText(m_session->pair().target->tokenizer->bytes(token)).trimmed().toStdString();
    };
    const bool looksAtMoments = stops != StopConditions{};
    const Progress progress = progressOf(job);
    std::vector<RoundRecord> rounds;
    std::optional<std::string> reason;
    auto sent = std::chrono::steady_clock::now();
    const auto goOn = [&] {
        if (looksAtMoments) {
            m_session->advance(progress);
            reason = stopReason(stops, m_session->round(), text);
        } else {
            m_session->finishRound(progress);
        }
    };
    while (!reason && !job.stop->load(std::memory_order_relaxed) && m_session->ended() == EndReason::none) {
        try {
            goOn();
        } catch (const DecodeFailure&) { // what was decoded before is not lost
            if (!rounds.empty())
                send(job.number, rounds);
            throw;
        } catch (const Cancelled&) {
            break;
        }
        if (m_session->round().isFinished())
            rounds.push_back(m_session->round());
        if (const auto now = std::chrono::steady_clock::now(); now - sent > batchTime && !rounds.empty()) {
            send(job.number, rounds);
            sent = now;
            waitForWindow(job);
        }
    }
    if (!m_session->round().moments.empty() && !m_session->round().isFinished())
        rounds.push_back(m_session->round());
    if (!rounds.empty())
        send(job.number, rounds);
    return reason ? QString::fromStdString(*reason) : QString();
}

void SessionWorker::waitForWindow(const Job& job) const
{
    while (m_unread.load() >= mostUnread && !job.stop->load())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void SessionWorker::send(int job, std::vector<RoundRecord>& rounds)
{
    m_unread.fetch_add(1);
    emit advanced(job, m_branch, std::exchange(rounds, {}));
}

void SessionWorker::resume(const Job& job, const Recording& spine, Position at, int branch,
                           const std::vector<WhatIf>& awaited)
{
    if (job.number != m_sessionJob || !m_session)
        return;
    m_session->resume(spine, at);
    m_branch = branch;
    for (const WhatIf& change : awaited)
        if (const auto applied = apply(change, *m_session); !applied)
            emit failed(job.number, sentenceOf(applied.error()));
}

void SessionWorker::force(const Job& job, const WhatIf& change)
{
    if (job.number != m_sessionJob || !m_session) {
        emit paused(job.number, {}, EndReason::none);
        return;
    }
    try {
        forceInSession(job, change);
    } catch (const DecodeFailure& failure) {
        endSession(job.number, failure);
    }
}

void SessionWorker::forceInSession(const Job& job, const WhatIf& change)
{
    if (const auto applied = apply(change, *m_session); !applied) {
        emit failed(job.number, sentenceOf(applied.error()));
        emit paused(job.number, {}, m_session->ended());
        return;
    }
    std::vector<RoundRecord> rounds;
    QString reason;
    const bool isAboutNode = change.node >= 0;
    while (isAboutNode && m_session->ended() == EndReason::none && !job.stop->load()) {
        try {
            m_session->advance(progressOf(job));
        } catch (const Cancelled&) {
            break;
        }
        rounds = {m_session->round()};
        if (hasTakenEffect(change, m_session->round()))
            break;
        if (m_session->round().isFinished()) {
            reason = whyWithoutEffect(change, m_session->round(), m_session->header());
            break;
        }
    }
    if (!rounds.empty())
        send(job.number, rounds);
    emit paused(job.number, reason, m_session->ended());
}

void SessionWorker::measureStages(const Job& job, int run, std::vector<TokenId> context)
{
    if (job.stop->load() || run != m_sessionJob || !m_session)
        return; // whoever asked does not wait any more
    const std::shared_ptr<const Model> target = m_session->pair().target;
    context.resize(std::min(context.size(), std::size_t(target->config.contextLength - 1))); // room for the row
    try {
        if (const auto times = timeStages(*m_backend, target, context, 1, measuredTurns, progressOf(job)))
            emit stagesMeasured(job.number, *times);
        else
            emit stagesNotMeasured(job.number, sentenceOf(times.error()));
    } catch (const DecodeFailure& failure) {
        endSession(run, failure);
    }
}

void SessionWorker::checkPair(const Job& job, const std::string& target, const std::string& draft)
{
    if (job.stop->load())
        return;
    const auto t = model(job, target);
    if (!t) {
        emit pairChecked(job.number, sentenceOf(t.error()));
        return;
    }
    if (draft.empty()) {
        const auto whole = checkTarget(**t);
        emit pairChecked(job.number, whole ? QString() : sentenceOf(whole.error()));
        return;
    }
    const auto d = model(job, draft);
    const auto fits = d ? draftscope::checkPair(**t, **d) : Result<void>(tl::unexpected(d.error()));
    emit pairChecked(job.number, fits ? QString() : sentenceOf(fits.error()));
}

void SessionWorker::plan(const Job& job, const RunSetup& setup)
{
    if (job.stop->load())
        return;
    const auto models = pair(job, setup);
    if (!models) { // why, a pair check or the run itself says
        emit planned(job.number, {});
        return;
    }
    const auto passes = passesFor(*models, memorySetup(setup).settings, setup.prompt);
    if (!passes) {
        emit planned(job.number, {{}, passes.error().sentence, false});
        return;
    }
    const auto chosen = m_backends.choose(*passes);
    if (!chosen)
        emit planned(job.number, {{}, chosen.error().sentence, false});
    else
        emit planned(job.number,
                     {chosen->reason,
                      "Needs " + chosen->plan.need() + '.' + (chosen->plan.note.empty() ? "" : ' ' + chosen->plan.note),
                      true});
}

void SessionWorker::readTrace(const Job& job, const std::filesystem::path& path)
{
    emit progressed(job.number, -1, tr("Reading %1").arg(QString::fromStdString(path.filename().string())));
    if (job.stop->load())
        return;
    auto trace = loadTrace(path, progressOf(job));
    if (job.stop->load())
        return;
    if (!trace)
        emit failed(job.number, sentenceOf(trace.error()));
    else
        emit traceRead(job.number, std::make_shared<LoadedTrace>(std::move(*trace)));
}

} // namespace draftscope
