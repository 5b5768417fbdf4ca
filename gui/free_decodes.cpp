// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/free_decodes.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/session/methods.h"

namespace draftscope {

namespace {

constexpr int restMs = 300; ///< nobody has wanted the models for so long
/// Slow models need not be measured to the end of the text.
constexpr int enoughRounds = 32;
constexpr double enoughMs = 30'000;

} // namespace

FreeDecodes::FreeDecodes(SessionThread& thread, QObject* parent) : QObject(parent), m_thread(thread)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMs);
    connect(&m_rest, &QTimer::timeout, this, &FreeDecodes::goOn);
    connect(&thread, &SessionThread::wanted, this, &FreeDecodes::makeWay);
    connect(&thread, &SessionThread::rested, this, &FreeDecodes::arm);
    const SessionWorker* worker = &thread.worker();
    connect(worker, &SessionWorker::started, this, &FreeDecodes::onStarted);
    connect(worker, &SessionWorker::advanced, this,
            [this](int job, int, const SentRounds& rounds) { onAdvanced(job, *rounds); });
    connect(worker, &SessionWorker::paused, this,
            [this](int job, const QString&, EndReason end) { onPaused(job, end); });
    connect(worker, &SessionWorker::failed, this, [this](int job, const QString& sentence) {
        if (decodeOf(job))
            fail(sentence, Stage::waiting);
    });
    connect(worker, &SessionWorker::sessionLost, this, [this](int job, const QString& sentence) {
        if (decodeOf(job))
            fail(sentence, Stage::failed);
    });
    connect(worker, &SessionWorker::released, this, [this] {
        if (m_isAllowed)
            retry();
    });
}

FreeDecodes::~FreeDecodes()
{
    endSessions(Stage::nothing);
}

bool FreeDecodes::isPending() const
{
    return m_isAllowed && m_stage != Stage::nothing && m_stage != Stage::done && m_stage != Stage::waiting
        && m_stage != Stage::failed;
}

FreeDecodes::Decode* FreeDecodes::decodeOf(int job)
{
    const auto found = std::find_if(m_decodes.begin(), m_decodes.end(),
                                    [job](const Decode& decode) { return job > 0 && decode.job.number == job; });
    return found == m_decodes.end() ? nullptr : &*found;
}

// --- of which run, and when

void FreeDecodes::begin(int run, const RunSetup& setup, const TraceHeader& header)
{
    forget();
    m_run = run;
    for (Decode& decode : m_decodes)
        decode.setup = setup;
    chooseMethod(m_decodes[plain].setup.settings, "plain");
    m_header = header;
    m_stage = Stage::due;
    arm();
}

void FreeDecodes::forget()
{
    endSessions(Stage::nothing);
    m_decodes = {};
    m_problem.clear();
    emit changed();
}

void FreeDecodes::setAllowed(bool isAllowed)
{
    if (isAllowed == std::exchange(m_isAllowed, isAllowed))
        return;
    if (!isAllowed)
        makeWay();
    else if (m_stage == Stage::waiting)
        retry();
    else
        arm();
    emit changed();
}

void FreeDecodes::giveBack()
{
    if (m_decodes[own].job.number > 0)
        endSessions(Stage::due);
}

void FreeDecodes::endSessions(Stage stage)
{
    m_rest.stop();
    m_stage = stage;
    for (Decode& decode : m_decodes) {
        decode.job.stop->store(true);
        decode.command.stop->store(true);
        decode.isReady = decode.isComputing = false;
        if (const int job = std::exchange(decode.job, {}).number; job > 0)
            m_thread.postInBackground([job](SessionWorker& worker) {
                worker.discard(job);
                worker.release(job);
            });
    }
}

void FreeDecodes::arm()
{
    if (m_isAllowed && m_thread.isResting() && (m_stage == Stage::due || m_stage == Stage::standing))
        m_rest.start();
}

/// Somebody else wants the models.
void FreeDecodes::makeWay()
{
    m_rest.stop();
    for (Decode& decode : m_decodes)
        decode.command.stop->store(true);
    if (m_stage == Stage::starting)
        endSessions(Stage::due);
}

/// What was in the way may be gone.
void FreeDecodes::retry()
{
    if (m_stage != Stage::waiting)
        return;
    m_stage = Stage::due;
    arm();
    emit changed();
}

// --- what they do

void FreeDecodes::start()
{
    m_stage = Stage::starting;
    for (Decode& decode : m_decodes) {
        RunSetup setup = std::move(decode.setup);
        decode = {};
        decode.setup = std::move(setup);
        decode.job = m_thread.newJob();
        m_thread.postInBackground([job = decode.job, setup = decode.setup, run = m_run](SessionWorker& worker) {
            worker.startBeside(job, setup, run);
        });
    }
}

void FreeDecodes::goOn()
{
    if (m_stage == Stage::due) {
        start();
    } else if (m_stage == Stage::standing) {
        m_stage = Stage::computing;
        std::vector<Job> commands;
        for (Decode& decode : m_decodes) {
            decode.isComputing = true;
            decode.command = Job{decode.job.number};
            commands.push_back(decode.command);
        }
        m_thread.postInBackground(
            [commands](SessionWorker& worker) { worker.advanceInTurn(commands, std::numeric_limits<int>::max()); });
    }
}

void FreeDecodes::onStarted(int job, const RunStarted& started)
{
    Decode* const decode = decodeOf(job);
    if (m_stage != Stage::starting || !decode)
        return;
    const bool drafts = started.header.draft.has_value();
    if (started.header.target != m_header.target || (drafts && started.header.draft != m_header.draft)) {
        fail(tr("The models' files have changed since this run began, so its speed cannot be measured: restart the "
                "run."),
             Stage::failed);
        return;
    }
    decode->isReady = true;
    if (!std::all_of(m_decodes.begin(), m_decodes.end(), [](const Decode& each) { return each.isReady; }))
        return;
    for (const Decode& each : m_decodes)
        m_thread.postInBackground([number = each.job.number](SessionWorker& worker) { worker.adopt(number, 0); });
    m_problem.clear();
    m_stage = Stage::standing;
    goOn();
}

void FreeDecodes::onAdvanced(int job, const std::vector<RoundRecord>& rounds)
{
    Decode* const decode = decodeOf(job);
    if (!decode)
        return;
    for (const RoundRecord& round : rounds) {
        decode->times.add(round);
        decode->milliseconds += round.times.total();
        for (const CommittedToken& token : round.committed)
            decode->tokens.push_back(token.token);
    }
    if (std::all_of(m_decodes.begin(), m_decodes.end(), [](const Decode& each) {
            return each.hasEnded || (each.times.rounds() >= enoughRounds && each.milliseconds >= enoughMs);
        }))
        endSessions(Stage::done);
    emit changed();
}

void FreeDecodes::onPaused(int job, EndReason end)
{
    Decode* const decode = decodeOf(job);
    if (m_stage != Stage::computing || !decode)
        return;
    decode->isComputing = false;
    decode->hasEnded = end != EndReason::none;
    if (std::any_of(m_decodes.begin(), m_decodes.end(), [](const Decode& each) { return each.isComputing; }))
        return;
    m_stage = Stage::standing;
    if (std::all_of(m_decodes.begin(), m_decodes.end(), [](const Decode& each) { return each.hasEnded; }))
        endSessions(Stage::done);
    else
        arm();
    emit changed();
}

void FreeDecodes::fail(const QString& sentence, Stage stage)
{
    endSessions(stage);
    m_problem = sentence;
    emit changed();
}

} // namespace draftscope
