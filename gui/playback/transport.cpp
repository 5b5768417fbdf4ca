// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/transport.h"

#include <algorithm>
#include <utility>

namespace draftscope {

namespace {

/// Faster than this a timer cannot pace moments; the models run freely then.
constexpr double mostMomentsPerSecond = 60;
constexpr int shortestBeatMs = 16;

} // namespace

Transport::Transport(QObject* parent) : QObject(parent)
{
    m_beats.setTimerType(Qt::PreciseTimer);
    connect(&m_beats, &QTimer::timeout, this, &Transport::beat);
}

void Transport::play()
{
    setMode(Mode::beats);
    if (m_mode == Mode::beats) // it was not stopped since
        startBeats();
}

void Transport::playFreely()
{
    setMode(Mode::free);
}

void Transport::playToStop()
{
    setMode(Mode::toStop);
}

void Transport::stop()
{
    setMode(Mode::still);
}

void Transport::setMode(Mode mode)
{
    const bool wasPlaying = isPlaying();
    m_mode = mode;
    if (!hasBeats())
        m_beats.stop();
    if (isPlaying() != wasPlaying)
        emit playingChanged();
}

void Transport::setSpeed(double momentsPerSecond)
{
    m_speed = momentsPerSecond;
    if (!isPlaying() || m_mode == Mode::toStop)
        return;
    const bool wasFree = std::exchange(m_mode, Mode::beats) == Mode::free;
    startBeats();
    if (wasFree && m_speed != fastest)
        emit freeRunChanged();
}

void Transport::startBeats()
{
    if (m_speed != fastest) {
        m_beats.start(int(1000 / std::min(m_speed, mostMomentsPerSecond)));
        return;
    }
    m_beats.start(shortestBeatMs);
    emit beat();
}

void Transport::setStopConditions(const StopConditions& conditions)
{
    if (conditions == m_stops)
        return;
    m_stops = conditions;
    emit stopConditionsChanged();
    if (isFree())
        emit freeRunChanged();
}

} // namespace draftscope
