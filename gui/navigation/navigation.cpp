// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown. Loading is in navigation_runs.cpp.
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
    connect(&m_run, &Run::readingProgressed, this, &Navigation::readingProgressed);
    connect(&m_run, &Run::lost, this, &Navigation::onLost);
    connect(&m_run, &Run::failed, this, &Navigation::failed);
    connect(&m_player, &Player::activityChanged, this, [this] {
        m_status.review();
        emit activityChanged();
    });
    connect(&m_player, &Player::stood, this, &Navigation::stood);
    connect(&m_player, &MomentPlayer::sequenceChanged, this, &Navigation::sequenceChanged);
    connect(&m_player, &MomentPlayer::failed, this, &Navigation::failed);
    connect(&m_player, &MomentPlayer::aboutToCompute, this, [this] {
        m_measuring.end(tr("Measuring was cancelled, because the run went on: measure where it stands still."));
    });
    connect(&m_whatIfs, &WhatIfs::forked, this, &Navigation::forked);
    connect(&m_whatIfs, &WhatIfs::failed, this, &Navigation::failed);
    connect(&m_whatIfs, &WhatIfs::changing, this,
            [this] { m_measuring.end(tr("Measuring was cancelled, because something was changed: measure again.")); });
    connect(&m_player.transport(), &Transport::stopConditionsChanged, this, [this] {
        m_status.review();
        emit stopConditionsChanged();
    });
}

bool Navigation::setupIsOther() const
{
    if (!hasRecording())
        return false;
    const SessionSettings& wanted = m_setup.settings;
    const RoundSettings now = inForce();
    RunSetup elsewhere = m_run.setup();
    elsewhere.settings.sampler = wanted.sampler;
    elsewhere.settings.draftLength = wanted.draftLength;
    const bool drafts = now.draftLength > 0; // else K is not asked for
    return elsewhere != m_setup || now.sampler != wanted.sampler || (drafts && now.draftLength != wanted.draftLength);
}

Shown Navigation::whatIsShown() const
{
    return {.run = m_run.number(),
            .position = m_playhead.shared(),
            .isPlaying = m_player.isPlaying(),
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
