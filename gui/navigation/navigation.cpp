// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown. Moving about is in navigation_moves.cpp, going on in navigation_play.cpp, loading in
// navigation_runs.cpp.
#include "gui/navigation/navigation.h"

#include <utility>

namespace draftscope {

Navigation::Navigation(const BackendChoice& backend, QObject* parent)
    : Navigation(std::make_unique<SessionThread>(backend), nullptr, parent)
{
}

Navigation::Navigation(SessionThread& thread, QObject* parent) : Navigation(nullptr, &thread, parent) {}

Navigation::Navigation(std::unique_ptr<SessionThread> own, SessionThread* thread, QObject* parent)
    : QObject(parent), m_ownThread(std::move(own)), m_thread(thread ? *thread : *m_ownThread)
{
    connect(&m_loader, &RunLoader::progressed, this, &Navigation::loadingProgressed);
    connect(&m_loader, &RunLoader::runStarted, this, &Navigation::onStarted);
    connect(&m_loader, &RunLoader::traceRead, this, &Navigation::onTraceRead);
    connect(&m_loader, &RunLoader::failed, this, &Navigation::onLoadingFailed);
    connect(&m_measuring, &StageMeasuring::changed, this, &Navigation::measuringChanged);
    connect(&m_measuring, &StageMeasuring::measured, this, &Navigation::stagesMeasured);
    connect(&m_measuring, &StageMeasuring::notMeasured, this, &Navigation::stagesNotMeasured);
    connect(&m_speed, &RunSpeed::changed, this, &Navigation::speedChanged);
    connect(&m_status, &StatusLine::changed, this, &Navigation::sentenceChanged);
    connect(&m_files, &RunFiles::failed, this, &Navigation::failed);
    connect(this, &Navigation::activityChanged, this, &Navigation::noteIdle);
    connect(this, &Navigation::measuringChanged, this, &Navigation::noteIdle);
    connect(&m_playhead, &Playhead::shown, this, [this] {
        m_status.review();
        noteIdle();
        emit shown();
    });
    connect(&m_run, &Run::asking, &m_status, &StatusLine::review);
    connect(&m_run, &Run::computingChanged, this, &Navigation::activityChanged);
    connect(&m_run, &Run::readingChanged, this, &Navigation::activityChanged);
    connect(&m_run, &Run::readingProgressed, this, &Navigation::readingProgressed);
    connect(&m_run, &Run::grown, &m_playhead, &Playhead::follow);
    connect(&m_run, &Run::done, this, &Navigation::onDone);
    connect(&m_run, &Run::lost, this, &Navigation::onLost);
    connect(&m_run, &Run::failed, this, &Navigation::failed);
    connect(&m_transport, &Transport::beat, this, &Navigation::onBeat);
    connect(&m_transport, &Transport::playingChanged, this, &Navigation::noteActivity);
    connect(&m_transport, &Transport::freeRunChanged, this, &Navigation::onFreeRunChanged);
    connect(&m_transport, &Transport::stopConditionsChanged, this, [this] {
        m_status.review();
        emit stopConditionsChanged();
    });
}

bool Navigation::hasEnded() const
{
    return m_playhead.isAtEnd() && (!canCompute() || m_run.hasEnded(position().branch));
}

Navigation::Activity Navigation::activity() const
{
    return m_loader.isLoading()   ? Activity::loading
        : m_transport.isPlaying() ? Activity::playing
        : hasRecording()          ? Activity::paused
                                  : Activity::nothing;
}

QString Navigation::whyNotInBatch() const
{
    return isBatch() ? tr("A batch goes on with all its sequences or not at all: it has no what-ifs, which a run of "
                          "one sequence has.")
                     : QString();
}

void Navigation::noteActivity()
{
    if (activity() == std::exchange(m_noted, activity()))
        return;
    m_status.review();
    emit activityChanged();
}

Shown Navigation::whatIsShown() const
{
    return {.run = m_run.number(),
            .position = m_playhead.shared(),
            .isPlaying = m_transport.isPlaying(),
            .isLoading = m_loader.isLoading(),
            .asked = m_run.asked(),
            .selectedToken = m_playhead.selectedToken(),
            .stops = stopConditions(),
            .setup = m_setup};
}

void Navigation::say(const QString& sentence, TrueFor trueFor)
{
    m_status.say(sentence, trueFor);
}

void Navigation::noteIdle()
{
    m_speed.setIdle(activity() == Activity::paused && !m_run.isComputing() && !isMeasuring());
}

} // namespace draftscope
