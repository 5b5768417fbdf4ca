// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/worker/background_speed.h"

#include <algorithm>
#include <utility>

namespace draftscope {

namespace {

constexpr int restMs = 300; ///< the models have not been wanted for so long
/// Of laps that one command takes: what else the thread is asked for comes between, and the window hears of them
/// meanwhile.
constexpr double backgroundStrideMs = 500;

} // namespace

BackgroundSpeed::BackgroundSpeed(SessionThread& thread, QObject* parent) : QObject(parent), m_thread(thread)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMs);
    connect(&m_rest, &QTimer::timeout, this, &BackgroundSpeed::goOn);
    connect(&thread, &SessionThread::wanted, this, &BackgroundSpeed::makeWay);
    connect(&thread, &SessionThread::rested, this, &BackgroundSpeed::arm);
    const SessionWorker* worker = &thread.worker();
    connect(worker, &SessionWorker::turnsReady, this, &BackgroundSpeed::onReady);
    connect(worker, &SessionWorker::turnsTaken, this, [this](int job, const SentTurns& lap) { onTurns(job, *lap); });
    connect(worker, &SessionWorker::paused, this, &BackgroundSpeed::onPaused);
    connect(worker, &SessionWorker::failed, this, [this](int job, const QString& sentence) {
        if (m_job.number > 0 && job == m_job.number)
            fail(sentence, Stage::waiting);
    });
    connect(worker, &SessionWorker::sessionLost, this, [this](int job, const QString& sentence) {
        if (m_job.number > 0 && job == m_job.number)
            fail(sentence, Stage::failed);
    });
    connect(worker, &SessionWorker::released, this, [this](int job) {
        if (m_isAllowed && job != m_ended) // memory that these decodes themselves gave back was not enough for them
            retry();
    });
}

BackgroundSpeed::~BackgroundSpeed()
{
    endSessions(Stage::nothing);
}

bool BackgroundSpeed::isPending() const
{
    return m_isAllowed && m_stage != Stage::nothing && m_stage != Stage::unasked && m_stage != Stage::done
        && m_stage != Stage::waiting && m_stage != Stage::failed;
}

double BackgroundSpeed::share() const
{
    return std::clamp(m_measurement.seconds() / std::max(1e-9, m_rule.mostSeconds), 0.0, 1.0);
}

QString BackgroundSpeed::whyUnasked()
{
    return tr("Speeds are not measured by themselves here (--no-measuring): %1 measures them.")
        .arg(QKeySequence(measureAgainKey).toString(QKeySequence::NativeText));
}

const std::vector<TokenId>& BackgroundSpeed::plainTokens() const
{
    static const std::vector<TokenId> none;
    for (std::size_t i = 0; i < m_subjects.size(); ++i)
        if (m_subjects[i].plain == int(i))
            return m_tokens[i];
    return none;
}

// --- of what, and when

void BackgroundSpeed::begin(std::vector<Subject> subjects, int beside)
{
    beginAt(m_measuresUnasked ? Stage::due : Stage::unasked, std::move(subjects), beside);
}

void BackgroundSpeed::beginAt(Stage stage, std::vector<Subject> subjects, int beside)
{
    endSessions(Stage::nothing);
    m_subjects = std::move(subjects);
    m_beside = beside;
    reset();
    m_stage = m_subjects.empty() ? Stage::nothing : stage;
    arm();
    emit changed();
}

void BackgroundSpeed::reset()
{
    m_problem.clear();
    std::vector<int> plainOf;
    for (const Subject& subject : m_subjects)
        plainOf.push_back(subject.plain);
    m_measurement = SpeedMeasurement(std::move(plainOf), m_rule);
    m_tokens.assign(m_subjects.size(), {});
}

void BackgroundSpeed::forget()
{
    begin({}, 0);
}

void BackgroundSpeed::measureAgain()
{
    beginAt(Stage::due, std::vector<Subject>(m_subjects), m_beside);
}

void BackgroundSpeed::setAllowed(bool isAllowed)
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

void BackgroundSpeed::giveBack()
{
    if (m_job.number > 0)
        endSessions(Stage::due);
}

void BackgroundSpeed::endSessions(Stage stage)
{
    m_rest.stop();
    m_stage = stage;
    m_job.stop->store(true);
    m_command.stop->store(true);
    if (const int job = std::exchange(m_job, {}).number; job > 0) {
        m_ended = job;
        m_thread.postInBackground([job](SessionWorker& worker) { worker.endTurns(job); });
    }
}

void BackgroundSpeed::arm()
{
    if (m_isAllowed && m_thread.isResting() && (m_stage == Stage::due || m_stage == Stage::standing))
        m_rest.start();
}

/// Something else wants the models.
void BackgroundSpeed::makeWay()
{
    m_rest.stop();
    m_command.stop->store(true);
    if (m_stage == Stage::starting)
        endSessions(Stage::due);
}

/// What was in the way may be gone.
void BackgroundSpeed::retry()
{
    if (m_stage != Stage::waiting)
        return;
    m_stage = Stage::due;
    arm();
    emit changed();
}

// --- what they do

void BackgroundSpeed::start()
{
    m_stage = Stage::starting;
    reset(); // sessions begin anew, and so do the laps
    m_job = m_thread.newJob();
    std::vector<RunSetup> setups;
    for (const Subject& subject : m_subjects)
        setups.push_back(subject.setup);
    m_thread.postInBackground(
        [job = m_job, setups, beside = m_beside](SessionWorker& worker) { worker.startTurns(job, setups, beside); });
}

void BackgroundSpeed::goOn()
{
    if (m_stage == Stage::due) {
        start();
    } else if (m_stage == Stage::standing) {
        m_stage = Stage::computing;
        m_command = Job{m_job.number};
        m_thread.postInBackground(
            [command = m_command](SessionWorker& worker) { worker.takeTurns(command, backgroundStrideMs); });
    }
}

void BackgroundSpeed::onReady(int job, const std::vector<MeasuredStart>& starts)
{
    if (m_stage != Stage::starting || job != m_job.number)
        return;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const MeasuredStart& start = starts[i];
        if (!start.whyNot.isEmpty()) {
            fail(start.whyNot, Stage::waiting);
            return;
        }
        const TraceHeader &known = m_subjects[i].header, &now = start.started.header;
        if (!known.target.path.empty()
            && (now.target != known.target || (now.draft.has_value() && now.draft != known.draft))) {
            fail(tr("The models' files have changed since this run began, so its speed cannot be measured: restart the "
                    "run."),
                 Stage::failed);
            return;
        }
        if (!known.backend.empty() && now.backend != known.backend) {
            fail(tr("This was decoded on %1, and would be measured on %2: restart it.")
                     .arg(QString::fromStdString(known.backend), QString::fromStdString(now.backend)),
                 Stage::failed);
            return;
        }
        m_measurement.setKind(int(i), start.draftsTrees, start.started.memory);
    }
    m_problem.clear();
    m_stage = Stage::standing;
    goOn();
}

void BackgroundSpeed::onTurns(int job, const std::vector<MeasuredTurn>& lap)
{
    if (m_job.number == 0 || job != m_job.number)
        return;
    for (const MeasuredTurn& turn : lap) {
        int known = m_measurement.figures(turn.decode).metrics.rounds();
        for (const TimedRound& timed : turn.rounds)
            if (timed.record.round == known) {
                ++known;
                for (const CommittedToken& token : timed.record.committed)
                    m_tokens[std::size_t(turn.decode)].push_back(token.token);
            }
    }
    m_measurement.add(lap);
    if (m_measurement.isDone())
        endSessions(Stage::done);
    else if (m_stage == Stage::computing)
        return; // the window hears of it when the command is over
    emit changed();
}

void BackgroundSpeed::onPaused(int job)
{
    if (m_stage != Stage::computing || job != m_job.number)
        return;
    m_stage = Stage::standing;
    if (m_isAllowed && m_thread.isResting() && !m_command.stop->load())
        goOn();
    else
        arm();
    emit changed();
}

void BackgroundSpeed::fail(const QString& sentence, Stage stage)
{
    endSessions(stage);
    m_problem = sentence;
    emit changed();
}

} // namespace draftscope
