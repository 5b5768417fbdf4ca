// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown, runs and traces. Moving about is in navigation_moves.cpp, going on in navigation_play.cpp.
#include "gui/navigation.h"

#include <algorithm>

#include <QMetaMethod>

#include "engine/trace/end_of_text.h"
#include "engine/trace/trace_file.h"

namespace draftscope {

namespace {

constexpr int frameMs = 33, slowestFrameMs = 120, readingShownAfterMs = 300;

} // namespace

Navigation::Navigation(const BackendChoice& backend, QObject* parent)
    : QObject(parent), m_worker(new SessionWorker(backend))
{
    qRegisterMetaType<RunStarted>();
    qRegisterMetaType<RunPlanned>();
    qRegisterMetaType<EndReason>();
    qRegisterMetaType<StageTimes>();
    m_thread.setObjectName(QStringLiteral("session"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &SessionWorker::started, this, &Navigation::onStarted);
    connect(m_worker, &SessionWorker::advanced, this, &Navigation::onAdvanced);
    connect(m_worker, &SessionWorker::paused, this, &Navigation::onPaused);
    connect(m_worker, &SessionWorker::failed, this, &Navigation::onFailed);
    connect(m_worker, &SessionWorker::sessionLost, this, &Navigation::onSessionLost);
    connect(m_worker, &SessionWorker::traceRead, this, &Navigation::onTraceRead);
    connect(m_worker, &SessionWorker::progressed, this, [this](int job, double share, const QString& what) {
        if (job == m_loading.number)
            emit loadingProgressed(share, what);
        else if (job == m_job.number && m_commandsOut > 0)
            onReadingProgressed(share, what);
    });
    connect(m_worker, &SessionWorker::pairChecked, this, [this](int number, const QString& sentence) {
        if (number == m_check.number)
            emit pairChecked(sentence);
    });
    connect(m_worker, &SessionWorker::planned, this, [this](int number, const RunPlanned& plan) {
        if (number == m_plan.number)
            emit planned(plan);
    });
    connect(m_worker, &SessionWorker::stagesMeasured, this, [this](int number, const StageTimes& times) {
        if (number != m_measuring.number)
            return;
        m_measuring = {};
        emit stagesMeasured(times);
        emit measuringChanged();
    });
    connect(m_worker, &SessionWorker::stagesNotMeasured, this, [this](int number, const QString& sentence) {
        if (number == m_measuring.number)
            endMeasuring(sentence);
    });
    m_readingSoon.setSingleShot(true);
    m_readingSoon.setInterval(readingShownAfterMs);
    connect(&m_readingSoon, &QTimer::timeout, this, [this] { emit readingProgressed(m_readShare, m_readWhat); });
    m_frame.setSingleShot(true);
    m_frame.setTimerType(Qt::PreciseTimer);
    m_ticks.setTimerType(Qt::PreciseTimer);
    connect(&m_frame, &QTimer::timeout, this, [this] { show(m_position); });
    connect(&m_ticks, &QTimer::timeout, this, &Navigation::tick);
    m_saver.setMaxThreadCount(1);
    m_thread.start();
}

Navigation::~Navigation()
{
    for (const Job* job : {&m_loading, &m_command, &m_check, &m_plan, &m_measuring})
        job->stop->store(true);
    m_saver.waitForDone();
    m_thread.quit();
    m_thread.wait();
}

// --- what is shown

std::vector<CommittedToken> Navigation::text() const
{
    std::vector<CommittedToken> text = m_recording.tokensBefore(m_position.branch, m_position.round);
    if (m_round)
        text.insert(text.end(), m_round->committed.begin(), m_round->committed.end());
    return text;
}

const Metrics& Navigation::metrics()
{
    const int rounds = m_round ? m_round->round + (m_round->isFinished() ? 1 : 0) : m_position.round;
    return m_metrics.upTo(m_recording, m_position.branch, rounds);
}

int Navigation::context() const
{
    if (!m_round || m_round->moments.empty())
        return 0;
    const auto last = int(m_round->nodes.size());
    if (m_context)
        return std::min(*m_context, last);
    const auto parentContext = [&](int node) { return node < 0 ? 0 : m_round->nodes[std::size_t(node)].parent + 1; };
    const Moment& moment = m_round->moments.back();
    switch (moment.kind) {
    case MomentKind::draft:
    case MomentKind::judge:
        return parentContext(moment.node);
    case MomentKind::verify:
        return 0;
    case MomentKind::residual:
    case MomentKind::bonus:
    case MomentKind::plain:
    case MomentKind::commit: // without a draw an end-of-text token was accepted
        return m_round->draw ? m_round->draw->context : parentContext(endingNode(*m_round, m_recording.header()));
    }
    return 0;
}

int Navigation::nodeInQuestion() const
{
    for (std::size_t n = 0; m_round && n < m_round->nodes.size(); ++n)
        if (m_round->nodes[n].parent + 1 == context())
            return int(n);
    return -1;
}

bool Navigation::hasEnded() const
{
    return isAtEnd() && (!canCompute() || (m_sessionBranch == m_position.branch && m_end != EndReason::none));
}

std::size_t Navigation::vocabularySize() const
{
    return m_tokenizer ? std::size_t(m_tokenizer->size()) : 0;
}

QString Navigation::textOf(TokenId token, Spaces spaces) const
{
    if (m_tokenizer && !m_recording.knowsToken(token))
        if (const std::string bytes = m_tokenizer->bytes(token); !bytes.empty())
            return tokenText(bytes, spaces);
    return tokenText(m_recording, token, spaces);
}

std::optional<TokenId> Navigation::tokenOf(const QString& text) const
{
    const std::string wanted = text.toStdString();
    if (wanted.empty())
        return std::nullopt;
    for (TokenId token = 0; m_tokenizer && token < m_tokenizer->size(); ++token)
        if (m_tokenizer->bytes(token) == wanted)
            return token;
    for (const auto& [token, bytes] : m_recording.tokens())
        if (bytes == wanted)
            return token;
    return std::nullopt;
}

void Navigation::refreshRound()
{
    m_round.reset();
    if (m_hasRecording && m_position.moment > 0)
        m_round = atMoment(m_recording.round(m_position.branch, m_position.round), m_position.moment);
}

void Navigation::show(Position position)
{
    if (!(position == m_position)) {
        m_context.reset();
        m_selectedToken.reset();
    }
    m_position = position;
    m_frame.stop();
    m_sinceShown.start();
    refreshRound();
    review();
    emit shown();
    QTimer::singleShot(0, this, [this] { m_frameCost = m_sinceShown.elapsed(); }); // when it has been painted
}

void Navigation::showSoon()
{
    if (m_frame.isActive())
        return;
    // Frames may take a quarter of the window's thread; the rest is for the models and for whoever presses a key.
    const auto interval = std::clamp<qint64>(4 * m_frameCost, frameMs, slowestFrameMs);
    const qint64 since = m_sinceShown.isValid() ? m_sinceShown.elapsed() : interval;
    m_frame.start(int(std::clamp<qint64>(interval - since, 0, interval)));
}

void Navigation::setActivity(Activity activity)
{
    if (activity == m_activity)
        return;
    m_activity = activity;
    review();
    emit activityChanged();
}

Shown Navigation::whatIsShown() const
{
    return {m_job.number, m_position, m_activity == Activity::playing, m_selectedToken, m_stops, m_setup};
}

void Navigation::say(const QString& sentence, TrueFor trueFor)
{
    m_sentence.say(sentence, trueFor, whatIsShown());
    emit said(sentence);
    emit sentenceChanged();
}

/// Something else is shown: what is no longer true is no longer said.
void Navigation::review()
{
    if (m_sentence.review(whatIsShown()))
        emit sentenceChanged();
}

// --- runs and traces

/// Ends whatever runs and gives the next load its number; the run shown stays until the load has succeeded.
void Navigation::beginLoading()
{
    halt();
    m_pendingChanges.reset();
    m_check.stop->store(true);
    m_loading.stop->store(true);
    m_loading = Job{++m_lastJob};
    endMeasuring(tr("Measuring was cancelled, because another run was asked for."));
    setActivity(Activity::loading);
}

/// What was loaded takes the place of the run shown.
void Navigation::takeOver()
{
    endReading();
    m_job = m_loading;
    m_command = Job{m_job.number};
    m_loading = {};
    m_commandsOut = 0;
    m_hasRecording = true;
    m_isLost = m_hasWhatIfs = false;
    m_changesMade = m_changesKept = 0;
    m_end = EndReason::none;
    m_metrics.clear();
    m_changed.clear();
    m_awaited.clear();
    m_withoutEffect.clear();
    m_follows = true;
    m_position = {};
    m_context.reset();
    m_selectedToken.reset();
    refreshRound();
    setActivity(Activity::paused);
    emit recordingReplaced();
    show({});
}

void Navigation::endLoading()
{
    m_loading.stop->store(true);
    m_loading = {};
    setActivity(m_hasRecording ? Activity::paused : Activity::nothing);
}

void Navigation::setSetup(const RunSetup& setup)
{
    if (setup == m_setup)
        return;
    m_setup = setup;
    review();
    emit setupChanged();
}

void Navigation::replaceRecording(const std::function<void()>& how)
{
    if (hasUnsavedWhatIfs() && isSignalConnected(QMetaMethod::fromSignal(&Navigation::whatIfsWouldBeLost)))
        emit whatIfsWouldBeLost(how, [this, how] { replaceRecording(how); });
    else
        how();
}

void Navigation::restart()
{
    replaceRecording([this] {
        beginLoading();
        m_starting = m_setup;
        post([job = m_loading, setup = m_setup](SessionWorker& worker) { worker.start(job, setup); });
    });
}

void Navigation::openTrace(const std::filesystem::path& path)
{
    replaceRecording([this, path] {
        beginLoading();
        post([job = m_loading, path](SessionWorker& worker) { worker.readTrace(job, path); });
    });
}

void Navigation::cancelLoading()
{
    if (m_activity != Activity::loading)
        return;
    endLoading();
    post([](SessionWorker& worker) { worker.discard(); });
    say(tr("Loading was cancelled."), TrueFor::choice);
}

void Navigation::checkPair(const std::string& target, const std::string& draft)
{
    m_check.stop->store(true);
    m_check = Job{++m_lastJob};
    post([job = m_check, target, draft](SessionWorker& worker) { worker.checkPair(job, target, draft); });
}

void Navigation::plan()
{
    cancelPlan();
    m_plan = Job{++m_lastJob};
    post([job = m_plan, setup = m_setup](SessionWorker& worker) { worker.plan(job, setup); });
}

void Navigation::cancelPlan()
{
    m_plan.stop->store(true);
    m_plan = {};
}

QString Navigation::whyNotMeasured() const
{
    if (m_activity == Activity::loading)
        return tr("Another run is being loaded: measure when it is there.");
    if (!m_hasRecording)
        return tr("There is no run yet: start one to measure its target.");
    if (const QString why = whyNothingIsComputed(); !why.isEmpty())
        return why;
    if (!canCompute())
        return tr("This is a trace, and its models are not loaded: restart with models to measure.");
    if (m_activity == Activity::playing)
        return tr("The run goes on: pause it to measure.");
    return {};
}

void Navigation::measureStages()
{
    if (isMeasuring())
        return;
    if (const QString why = whyNotMeasured(); !why.isEmpty()) {
        emit stagesNotMeasured(why);
        return;
    }
    m_measuring = Job{++m_lastJob};
    std::vector<TokenId> context;
    for (const CommittedToken& token : text())
        context.push_back(token.token);
    post([job = m_measuring, run = m_sessionJob, context](SessionWorker& worker) {
        worker.measureStages(job, run, context);
    });
    emit measuringChanged();
}

void Navigation::cancelMeasuring()
{
    endMeasuring(tr("Measuring was cancelled."));
}

void Navigation::endMeasuring(const QString& sentence)
{
    if (!isMeasuring())
        return;
    m_measuring.stop->store(true);
    m_measuring = {};
    emit stagesNotMeasured(sentence);
    emit measuringChanged();
}

void Navigation::saveTrace(const std::filesystem::path& path)
{
    if (!m_hasRecording)
        return;
    ++m_savesOut;
    const int rounds = m_recording.roundCount(0), branches = int(m_recording.branches().size());
    const QString contents = branches > 1 ? tr("%1 branches").arg(branches)
        : rounds == 1                     ? tr("1 round")
                                          : tr("%1 rounds").arg(rounds); // it goes on while it is being saved
    m_saver.start([this, path, contents, recording = m_recording, job = m_job.number,
                   changes = m_changesMade] { // ~Navigation waits for it
        const Result<void> saved = draftscope::saveTrace(path, recording);
        QMetaObject::invokeMethod(
            this,
            [this, path, contents, saved, job, changes] {
                --m_savesOut;
                if (saved && job == m_job.number)
                    m_changesKept = std::max(m_changesKept, changes);
                if (!saved)
                    emit failed(QString::fromStdString(saved.error().sentence));
                else
                    say(tr("Saved %1: %2.").arg(QString::fromStdString(path.filename().string()), contents),
                        TrueFor::run);
                emit saveEnded(saved.has_value());
            },
            Qt::QueuedConnection);
    });
}

void Navigation::onStarted(int job, const RunStarted& run)
{
    if (job != m_loading.number)
        return; // cancelled or overtaken: the session there is stays
    post([job](SessionWorker& worker) { worker.adopt(job); });
    const std::vector<QString> stops = wordsOfStops();
    m_recording = Recording(run.header);
    m_running = m_starting;
    m_tokenizer = run.tokenizer;
    m_backendReason = QString::fromStdString(run.backendReason);
    m_recording.learnPrompt([&](TokenId token) { return m_tokenizer->bytes(token); });
    m_sessionJob = job;
    m_sessionBranch = 0;
    takeOver();
    if (const QString sentence = forgetForeignStops(stops); !sentence.isEmpty())
        say(sentence, TrueFor::stopConditions);
}

void Navigation::onTraceRead(int job, const std::shared_ptr<LoadedTrace>& trace)
{
    if (job != m_loading.number)
        return;
    const std::vector<QString> stops = wordsOfStops();
    m_recording = std::move(trace->recording);
    m_tokenizer.reset();
    m_running = setupOf(m_recording.header(), m_setup);
    m_sessionJob = 0;
    takeOver();
    const QString foreign = forgetForeignStops(stops);
    setSetup(m_running);
    const QString sentence = trace->isComplete
        ? tr("A trace with %1 rounds: no model is needed to look at it.").arg(m_recording.roundCount(0))
        : tr("The trace was cut off: its last record is missing, %1 rounds are there.").arg(m_recording.roundCount(0));
    say((sentence + QLatin1Char(' ') + foreign).trimmed(), foreign.isEmpty() ? TrueFor::run : TrueFor::stopConditions);
}

std::vector<QString> Navigation::wordsOfStops() const
{
    std::vector<QString> words;
    for (const TokenId token : m_stops.tokens)
        words.push_back(textOf(token));
    return words;
}

/// Ids mean other tokens in another vocabulary: a stop condition whose word (as it was, in `words`) has changed goes.
QString Navigation::forgetForeignStops(const std::vector<QString>& words)
{
    StopConditions kept = m_stops;
    kept.tokens.clear();
    QStringList gone;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (textOf(m_stops.tokens[i]) == words[i])
            kept.tokens.push_back(m_stops.tokens[i]);
        else
            gone << QStringLiteral("“%1”").arg(words[i]);
    }
    if (gone.isEmpty())
        return {};
    setStopConditions(kept);
    return tr("No longer stops at %1: this vocabulary is another one.").arg(gone.join(QStringLiteral(", ")));
}

void Navigation::onSessionLost(int job, const QString& sentence)
{
    if (job != m_job.number)
        return;
    endReading();
    m_sessionJob = 0;
    m_isLost = true;
    m_commandsOut = 0;
    m_pendingChanges.reset();
    m_sentence.land(whatIsShown());
    halt();
    endMeasuring(whyNothingIsComputed());
    show(m_position);
    emit failed(sentence);
    emit stood();
}

QString Navigation::whyNothingIsComputed() const
{
    return m_isLost ? tr("This run has failed and cannot go on: restart for another one.") : QString();
}

void Navigation::onFailed(int job, const QString& sentence)
{
    if (job == m_loading.number)
        endLoading();
    else if (job != m_job.number)
        return;
    emit failed(sentence);
}

} // namespace draftscope
