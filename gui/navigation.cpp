// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown. Moving about is in navigation_moves.cpp, going on in navigation_play.cpp, loading in navigation_runs.cpp.
#include "gui/navigation.h"

#include <utility>

namespace draftscope {

namespace {

constexpr int readingShownAfterMs = 300;

} // namespace

Navigation::Navigation(const BackendChoice& backend, QObject* parent) : QObject(parent), m_thread(backend)
{
    const SessionWorker* worker = &m_thread.worker();
    connect(worker, &SessionWorker::advanced, this, &Navigation::onAdvanced);
    connect(worker, &SessionWorker::paused, this, &Navigation::onPaused);
    connect(worker, &SessionWorker::sessionLost, this, &Navigation::onSessionLost);
    connect(worker, &SessionWorker::failed, this, [this](int job, const QString& sentence) {
        if (job == m_job.number)
            emit failed(sentence);
    });
    connect(worker, &SessionWorker::progressed, this, [this](int job, double share, const QString& what) {
        if (job == m_job.number && m_commandsOut > 0)
            onReadingProgressed(share, what);
    });
    connect(&m_loader, &RunLoader::progressed, this, &Navigation::loadingProgressed);
    connect(&m_loader, &RunLoader::runStarted, this, &Navigation::onStarted);
    connect(&m_loader, &RunLoader::traceRead, this, &Navigation::onTraceRead);
    connect(&m_loader, &RunLoader::failed, this, &Navigation::onLoadingFailed);
    connect(&m_measuring, &StageMeasuring::changed, this, &Navigation::measuringChanged);
    connect(&m_measuring, &StageMeasuring::measured, this, &Navigation::stagesMeasured);
    connect(&m_measuring, &StageMeasuring::notMeasured, this, &Navigation::stagesNotMeasured);
    connect(&m_playhead, &Playhead::shown, this, [this] {
        review();
        emit shown();
    });
    m_readingSoon.setSingleShot(true);
    m_readingSoon.setInterval(readingShownAfterMs);
    connect(&m_readingSoon, &QTimer::timeout, this, [this] { emit readingProgressed(m_readShare, m_readWhat); });
    connect(&m_transport, &Transport::beat, this, &Navigation::onBeat);
    connect(&m_transport, &Transport::playingChanged, this, &Navigation::noteActivity);
    connect(&m_transport, &Transport::freeRunChanged, this, &Navigation::onFreeRunChanged);
    connect(&m_transport, &Transport::stopConditionsChanged, this, [this] {
        review();
        emit stopConditionsChanged();
    });
}

Navigation::~Navigation()
{
    m_command.stop->store(true);
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

Navigation::Activity Navigation::activity() const
{
    return m_loader.isLoading()   ? Activity::loading
        : m_transport.isPlaying() ? Activity::playing
        : m_hasRecording          ? Activity::paused
                                  : Activity::nothing;
}

void Navigation::noteActivity()
{
    if (activity() == std::exchange(m_noted, activity()))
        return;
    review();
    emit activityChanged();
}

Shown Navigation::whatIsShown() const
{
    return {.run = m_job.number,
            .position = position(),
            .isPlaying = m_transport.isPlaying(),
            .isLoading = m_loader.isLoading(),
            .asked = m_asked,
            .selectedToken = selectedToken(),
            .stops = stopConditions(),
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
