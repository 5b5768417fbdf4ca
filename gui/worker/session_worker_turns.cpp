// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes that are measured beside each other, in small turns.
#include <algorithm>
#include <chrono>

#include "engine/session/methods.h"
#include "engine/session/session_plan.h"
#include "engine/session/shapes.h"
#include "gui/language/engine_words.h"
#include "gui/worker/session_worker.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

struct SessionWorker::MeasuredTurns {
    std::vector<Pair> models;
    std::vector<BackendChoice> ownBackends;
    std::vector<DecodesInTurn::Begin> begins;
    std::vector<int> numbers; ///< of the decodes that take turns, as the window counts them
    std::unique_ptr<DecodesInTurn> decodes;
};

SessionWorker::SessionWorker(const BackendChoice& backend)
    : m_choice(backend), m_backends(backend.name, backend.threads, backend.arithmetic)
{
}

SessionWorker::~SessionWorker() = default;

bool SessionWorker::isMeasured(const std::shared_ptr<const Model>& model) const
{
    return std::ranges::any_of(m_turns, [&](const auto& turns) {
        return std::ranges::any_of(turns.second->models,
                                   [&](const Pair& used) { return model == used.target || model == used.draft; });
    });
}

bool SessionWorker::isMeasuredOn(const BackendChoice& own) const
{
    return std::ranges::any_of(
        m_turns, [&](const auto& turns) { return std::ranges::count(turns.second->ownBackends, own) > 0; });
}

/// Loads, chooses the backend and tries whether a session can be had; what it opened is what its texts are begun with.
Result<RunStarted> SessionWorker::addMeasured(MeasuredTurns& turns, RunSetup setup,
                                              const std::shared_ptr<Backend>& beside, const Progress& progress)
{
    setup.settings.topTokens = 0; // writing distributions down takes time, and they are not looked at
    auto begun = setup.batch.isBatch() ? startMeasuredBatch(setup, progress, beside)
                                       : startMeasuredText(setup, progress, beside);
    if (!begun)
        return tl::unexpected(begun.error());
    turns.models.push_back(begun->models);
    if (setup.backend)
        turns.ownBackends.push_back(*setup.backend);
    turns.begins.push_back(std::move(begun->begin));
    return std::move(begun->started);
}

Result<SessionWorker::MeasuredBegin> SessionWorker::startMeasuredText(const RunSetup& setup, const Progress& progress,
                                                                      const std::shared_ptr<Backend>& beside)
{
    auto begun = startSetup(setup, progress, beside);
    if (!begun)
        return tl::unexpected(begun.error());
    const Pair models = begun->session->pair();
    const auto prompt = promptFor(setup, *models.target);
    if (!prompt)
        return tl::unexpected(prompt.error());
    auto data = openMethodData(models, begun->session->settings());
    if (!data)
        return tl::unexpected(data.error());
    RunStarted started{begun->session->header(), models.target->tokenizer, engineSentence(begun->on.reason),
                       plannedMemory(begun->on)};
    const auto begin = [models, settings = begun->session->settings(), text = *prompt, opened = std::move(*data),
                        backend =
                            begun->on.backend](const Progress& watched) -> Result<std::unique_ptr<MeasuredDecode>> {
        auto session = Session::create(models, settings, text, opened, backend, watched);
        if (!session)
            return tl::unexpected(session.error());
        return measured(std::move(*session));
    };
    return MeasuredBegin{std::move(started), models, begin};
}

void SessionWorker::startTurns(const Job& job, const std::vector<RunSetup>& decodes, int beside, int firstLap)
{
    if (job.stop->load())
        return;
    const RunSession* const run = beside > 0 ? held(beside) : nullptr;
    auto turns = std::make_unique<MeasuredTurns>();
    std::vector<MeasuredStart> starts;
    Progress progress; // a measurement is not watched in its beginning
    progress.cancelled = job.stop.get();
    for (const RunSetup& setup : decodes) {
        MeasuredStart& start = starts.emplace_back();
        if (beside > 0 && !run) {
            start.whyNot = tr("The run has no models any more, so nothing can be measured beside it.");
            continue;
        }
        auto started = addMeasured(*turns, setup, run ? run->backend : nullptr, progress);
        if (job.stop->load())
            return;
        if (!started) {
            start.whyNot = engineSentence(started.error());
            continue;
        }
        start.started = std::move(*started);
        const auto shape = shapeNamed(start.started.header.shape);
        start.draftsTrees = shape && !(*shape)->isChain();
        turns->numbers.push_back(int(starts.size()) - 1);
    }
    turns->decodes = std::make_unique<DecodesInTurn>(std::move(turns->begins), firstLap);
    m_turns[job.number] = std::move(turns);
    emit turnsReady(job.number, starts);
}

void SessionWorker::takeTurns(const Job& job, double milliseconds)
{
    const auto found = m_turns.find(job.number);
    if (found == m_turns.end() || found->second->numbers.empty()) {
        emit paused(job.number, {}, EndReason::none);
        return;
    }
    MeasuredTurns& turns = *found->second;
    Progress progress;
    progress.cancelled = job.stop.get();
    const auto start = std::chrono::steady_clock::now();
    const auto passed = [&] {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    };
    try {
        do {
            auto lap = turns.decodes->lap(progress);
            if (!lap) {
                emit failed(job.number, engineSentence(lap.error()));
                break;
            }
            for (MeasuredTurn& turn : *lap)
                turn.decode = turns.numbers[std::size_t(turn.decode)];
            emit turnsTaken(job.number, std::make_shared<const std::vector<MeasuredTurn>>(std::move(*lap)));
        } while (!job.stop->load() && passed() < milliseconds);
    } catch (const Cancelled&) { // it goes on from where it stands
    } catch (const DecodeFailure& failure) {
        m_turns.erase(job.number);
        endSession(job.number, failure);
        return;
    }
    emit paused(job.number, {}, EndReason::none);
}

void SessionWorker::endTurns(int job)
{
    const auto found = m_turns.find(job);
    if (found == m_turns.end())
        return;
    const bool hadSessions = found->second->decodes->hasBegun();
    m_turns.erase(found);
    forgetUnusedModels();
    if (hadSessions)
        emit released(job);
}

} // namespace draftscope
