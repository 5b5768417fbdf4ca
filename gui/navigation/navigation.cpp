// SPDX-License-Identifier: GPL-3.0-or-later
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
    connectParts();
    connect(&m_decode.playhead(), &Playhead::shown, this, [this] {
        m_status.review();
        noteIdle();
        emit shown();
    });
    connect(&m_decode.run().computation(), &Computation::asking, &m_status, &StatusLine::review);
    connect(&m_decode.run().computation(), &Computation::lost, this, &Navigation::onLost);
    connect(&m_decode.run().computation(), &Computation::failed, this, &Navigation::failed);
    connect(&m_files, &RunFiles::failed, this, &Navigation::failed);
    connect(&m_player, &MomentPlayer::failed, this, &Navigation::failed);
    connect(&m_whatIfs, &WhatIfs::failed, this, &Navigation::failed);
    connect(&m_starter, &RunStarter::failed, this, &Navigation::failed);
}

/// What one of them does that another one has to know of.
void Navigation::connectParts()
{
    connect(&m_player, &Player::activityChanged, &m_status, &StatusLine::review);
    connect(&m_player, &Player::activityChanged, this, &Navigation::noteIdle);
    connect(&m_player.transport(), &Transport::stopConditionsChanged, &m_status, &StatusLine::review);
    connect(&m_player, &MomentPlayer::aboutToCompute, this, [this] {
        m_measurements.endStages(
            tr("Measuring was cancelled, because the run went on: measure where it stands still."));
    });
    connect(&m_whatIfs, &WhatIfs::changing, this, [this] {
        m_measurements.endStages(tr("Measuring was cancelled, because something was changed: measure again."));
    });
    connect(&m_starter, &RunStarter::setupChanged, &m_status, &StatusLine::review);
    connect(&m_starter, &RunStarter::makingWay, this, [this] {
        m_planner.giveWay();
        m_speed.giveBack(); // its memory may be wanted
        m_measurements.giveBack(tr("Measuring was cancelled, because another run was asked for."));
    });
    connect(&m_starter, &RunStarter::taken, this,
            [this] { run().computation().canCompute() ? m_speed.begin() : m_speed.forget(); });
    connect(&m_starter, &RunStarter::replaced, this, [this] {
        emit recordingReplaced();
        emit recordingChanged();
    });
    connect(&m_player, &MomentPlayer::sequenceChanged, this, &Navigation::recordingChanged);
    connect(&m_measurements, &RunMeasurements::changed, this, &Navigation::noteIdle);
}

Shown Navigation::whatIsShown() const
{
    return {.run = run().number(),
            .position = playhead().shared(),
            .isPlaying = m_player.isPlaying(),
            .isLoading = m_player.isLoading(),
            .asked = run().computation().asked(),
            .selectedToken = playhead().selection().selectedToken(),
            .stops = m_player.transport().stopConditions(),
            .setup = m_starter.setup()};
}

void Navigation::noteIdle()
{
    m_speed.setIdle(m_player.activity() == Player::Activity::paused && !run().computation().isComputing()
                    && !m_measurements.areStagesMeasured());
}

void Navigation::onLost(const QString& sentence)
{
    m_whatIfs.forgetWaiting();
    m_status.land();
    m_player.halt();
    m_speed.giveBack();
    m_measurements.giveBack(run().computation().whyNothingIsComputed());
    m_decode.playhead().show(playhead().shared());
    emit failed(sentence);
    emit m_player.stood();
}

} // namespace draftscope
