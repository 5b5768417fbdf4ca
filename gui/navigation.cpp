// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown. Moving about is in navigation_moves.cpp, going on in navigation_play.cpp, loading in navigation_runs.cpp.
#include "gui/navigation.h"

namespace draftscope {

namespace {

constexpr int readingShownAfterMs = 300;

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
    m_ticks.setTimerType(Qt::PreciseTimer);
    connect(&m_playhead, &Playhead::shown, this, [this] {
        review();
        emit shown();
    });
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

bool Navigation::hasEnded() const
{
    return m_playhead.isAtEnd()
        && (!canCompute() || (m_sessionBranch == position().branch && m_end != EndReason::none));
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
    return {.run = m_job.number,
            .position = position(),
            .isPlaying = m_activity == Activity::playing,
            .isLoading = m_activity == Activity::loading,
            .asked = m_asked,
            .selectedToken = selectedToken(),
            .stops = m_stops,
            .setup = m_setup};
}

void Navigation::say(const QString& sentence, TrueFor trueFor)
{
    m_sentence.say(sentence, trueFor, whatIsShown());
    emit sentenceChanged();
}

/// Something else is shown: what is no longer true is no longer said.
void Navigation::review()
{
    if (m_sentence.review(whatIsShown()))
        emit sentenceChanged();
}

} // namespace draftscope
