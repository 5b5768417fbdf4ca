// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plain_decode.h"

#include <utility>

#include "engine/session/methods.h"

namespace draftscope {

namespace {

constexpr int restMs = 300; ///< nobody has wanted the models for so long
/// A slow target need not be measured to the end of the text.
constexpr int enoughRounds = 32;
constexpr double enoughMs = 30'000;

} // namespace

PlainDecode::PlainDecode(SessionThread& thread, QObject* parent) : QObject(parent), m_thread(thread)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMs);
    connect(&m_rest, &QTimer::timeout, this, &PlainDecode::goOn);
    connect(&thread, &SessionThread::wanted, this, &PlainDecode::makeWay);
    connect(&thread, &SessionThread::rested, this, &PlainDecode::arm);
    const SessionWorker* worker = &thread.worker();
    connect(worker, &SessionWorker::started, this, &PlainDecode::onStarted);
    connect(worker, &SessionWorker::advanced, this,
            [this](int job, int, const std::vector<RoundRecord>& rounds) { onAdvanced(job, rounds); });
    connect(worker, &SessionWorker::paused, this,
            [this](int job, const QString&, EndReason end) { onPaused(job, end); });
    for (const auto signal : {&SessionWorker::failed, &SessionWorker::sessionLost})
        connect(worker, signal, this, [this](int job, const QString& sentence) {
            if (m_job.number > 0 && job == m_job.number)
                fail(sentence);
        });
}

PlainDecode::~PlainDecode()
{
    endSession(Stage::nothing);
}

bool PlainDecode::isPending() const
{
    return m_isAllowed && m_stage != Stage::nothing && m_stage != Stage::done && m_stage != Stage::failed;
}

// --- of which run, and when

void PlainDecode::begin(const RunSetup& setup, const TraceHeader& header)
{
    forget();
    m_setup = setup;
    chooseMethod(m_setup.settings, "plain");
    m_target = header.target;
    m_backend = header.backend;
    m_stage = Stage::due;
    arm();
}

void PlainDecode::forget()
{
    endSession(Stage::nothing);
    m_times = {};
    m_milliseconds = 0;
    m_problem.clear();
    emit changed();
}

void PlainDecode::setAllowed(bool isAllowed)
{
    if (isAllowed == std::exchange(m_isAllowed, isAllowed))
        return;
    if (isAllowed)
        arm();
    else
        makeWay();
    emit changed();
}

void PlainDecode::giveBack()
{
    if (m_job.number > 0)
        endSession(Stage::due);
}

void PlainDecode::endSession(Stage stage)
{
    m_rest.stop();
    m_stage = stage;
    m_job.stop->store(true);
    m_command.stop->store(true);
    if (const int job = std::exchange(m_job, {}).number; job > 0)
        m_thread.postInBackground([job](SessionWorker& worker) {
            worker.discard(job);
            worker.release(job);
        });
}

void PlainDecode::arm()
{
    if (m_isAllowed && m_thread.isResting() && (m_stage == Stage::due || m_stage == Stage::standing))
        m_rest.start();
}

/// Somebody else wants the models.
void PlainDecode::makeWay()
{
    m_rest.stop();
    m_command.stop->store(true);
    if (m_stage == Stage::starting)
        endSession(Stage::due);
}

// --- what it does

void PlainDecode::goOn()
{
    if (m_stage == Stage::due) {
        m_times = {};
        m_milliseconds = 0;
        m_job = m_thread.newJob();
        m_stage = Stage::starting;
        m_thread.postInBackground([job = m_job, setup = m_setup](SessionWorker& worker) { worker.start(job, setup); });
    } else if (m_stage == Stage::standing) {
        m_command = Job{m_job.number};
        m_stage = Stage::computing;
        m_thread.postInBackground([job = m_command](SessionWorker& worker) {
            worker.advance(job, {Stride::Kind::untilStopped, {}});
        });
    }
}

void PlainDecode::onStarted(int job, const RunStarted& run)
{
    if (m_stage != Stage::starting || job != m_job.number)
        return;
    if (run.header.target != m_target) {
        fail(tr("The target's files have changed since this run began, so plain decoding cannot be compared with it: "
                "restart the run."));
        return;
    }
    if (run.header.backend != m_backend) {
        fail(tr("Plain decoding would run on %1 and this run does on %2, so they cannot be compared.")
                 .arg(QString::fromStdString(run.header.backend), QString::fromStdString(m_backend)));
        return;
    }
    m_thread.postInBackground([job](SessionWorker& worker) { worker.adopt(job, 0); });
    m_stage = Stage::standing;
    goOn();
}

void PlainDecode::onAdvanced(int job, const std::vector<RoundRecord>& rounds)
{
    if (m_job.number == 0 || job != m_job.number)
        return;
    for (const RoundRecord& round : rounds) {
        m_times.add(round); // an unfinished one comes again
        if (round.isFinished())
            m_milliseconds += round.times.total();
    }
    if (m_times.rounds() >= enoughRounds && m_milliseconds >= enoughMs)
        endSession(Stage::done);
    emit changed();
}

void PlainDecode::onPaused(int job, EndReason end)
{
    if (m_stage != Stage::computing || job != m_job.number)
        return;
    m_stage = Stage::standing;
    if (end != EndReason::none)
        endSession(Stage::done);
    else
        arm();
    emit changed();
}

void PlainDecode::fail(const QString& sentence)
{
    endSession(Stage::failed);
    m_problem = sentence;
    emit changed();
}

} // namespace draftscope
