// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown. Moving about is in navigation_moves.cpp, going on in navigation_play.cpp, loading in navigation_runs.cpp.
#include "gui/navigation.h"

#include <algorithm>

#include "engine/record/end_of_text.h"
#include "widgets/round_tree.h"

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
    if (!m_round)
        return -1;
    const std::vector<int> drafted = childrenOf(*m_round, context());
    const auto isThere = [&](int node) { return std::ranges::count(drafted, node) > 0; };
    if (m_context && isThere(m_node))
        return m_node;
    if (const Moment& now = m_round->moments.back(); now.kind == MomentKind::judge && isThere(now.node))
        return now.node;
    const auto wasJudged = [&](int node) { return m_round->nodes[std::size_t(node)].verdict != Verdict::notJudged; };
    const auto last = std::find_if(drafted.rbegin(), drafted.rend(), wasJudged);
    return last != drafted.rend() ? *last : drafted.empty() ? -1 : drafted.front();
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
    return {.run = m_job.number,
            .position = m_position,
            .isPlaying = m_activity == Activity::playing,
            .isLoading = m_activity == Activity::loading,
            .asked = m_asked,
            .selectedToken = m_selectedToken,
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
