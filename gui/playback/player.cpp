// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/player.h"

#include <algorithm>
#include <utility>

namespace draftscope {

Player::Player(QObject* parent) : QObject(parent)
{
    connect(&m_transport, &Transport::beat, this, &Player::onBeat);
    connect(&m_transport, &Transport::playingChanged, this, &Player::noteActivity);
    connect(&m_transport, &Transport::freeRunChanged, this, &Player::onFreeRunChanged);
}

void Player::drive(Decode& decode)
{
    m_decodes.push_back(&decode);
    connect(&decode.run().computation(), &Computation::computingChanged, this, &Player::activityChanged);
    connect(&decode.run().computation(), &Computation::readingChanged, this, &Player::activityChanged);
}

void Player::leave(Decode& decode)
{
    decode.run().disconnect(this);
    decode.run().computation().disconnect(this);
    std::erase(m_decodes, &decode);
}

Player::Activity Player::activity() const
{
    const auto isThere = [](const Decode* decode) { return decode->run().isThere(); };
    return isLoading()                            ? Activity::loading
        : isPlaying()                             ? Activity::playing
        : std::ranges::any_of(m_decodes, isThere) ? Activity::paused
                                                  : Activity::nothing;
}

bool Player::isLoading() const
{
    return std::ranges::any_of(m_decodes, [](const Decode* decode) { return decode->loader().isLoading(); });
}

bool Player::isComputing() const
{
    return std::ranges::any_of(m_decodes,
                               [](const Decode* decode) { return decode->run().computation().isComputing(); });
}

void Player::noteActivity()
{
    if (activity() != std::exchange(m_noted, activity()))
        emit activityChanged();
}

void Player::halt()
{
    for (Decode* decode : m_decodes)
        decode->run().computation().stop();
    m_transport.stop();
}

void Player::playOrPause()
{
    if (activity() == Activity::playing) {
        pause();
    } else if (activity() == Activity::paused) {
        halt();
        m_transport.play();
    }
}

void Player::pause()
{
    halt();
}

/// The next recorded step or, as fast as it goes, several at once; else the next one computed.
void Player::onBeat()
{
    const bool isFast = m_transport.speed() == fastest;
    if (showNext(isFast))
        return;
    if (isFast) {
        m_transport.playFreely();
        if (!computeFreely())
            m_transport.stop();
    } else if (!isComputing() && !computeNext()) {
        pause();
    }
}

/// The models go by the clock from now on, or look for other stop conditions.
void Player::onFreeRunChanged()
{
    if (isLed())
        return;
    for (Decode* decode : m_decodes)
        decode->run().computation().stop();
    if (m_transport.isFree() && !computeFreely())
        m_transport.stop();
}

} // namespace draftscope
