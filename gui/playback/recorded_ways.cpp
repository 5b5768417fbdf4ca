// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/recorded_ways.h"

#include "gui/playback/recorded_steps.h"

namespace draftscope {

bool RecordedWays::hasFinishedRound() const
{
    return m_from.moment > 0 && m_recordings.isFinished(m_from.branch, m_from.round)
        && m_from.moment == m_recordings.momentCount(m_from.branch, m_from.round);
}

std::optional<Position> RecordedWays::nextMoment() const
{
    return after(m_recordings, m_from);
}

std::optional<Position> RecordedWays::previousMoment() const
{
    return before(m_recordings, m_from);
}

std::optional<Position> RecordedWays::nextRound() const
{
    const int round = m_from.moment == 0 || !hasFinishedRound() ? m_from.round : m_from.round + 1;
    if (round < m_recordings.roundCount(m_from.branch) && m_recordings.isFinished(m_from.branch, round))
        return endOfRound(m_recordings, m_from.branch, round);
    return isAtEnd() ? std::nullopt : std::optional(end());
}

Position RecordedWays::previousRound() const
{
    return m_from.round > 0 ? endOfRound(m_recordings, m_from.branch, m_from.round - 1) : beginning();
}

} // namespace draftscope
