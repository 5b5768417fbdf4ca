// SPDX-License-Identifier: GPL-3.0-or-later
// Navigation among what is recorded. What a person changes is in navigation_changes.cpp.
#include <algorithm>

#include "gui/navigation.h"
#include "gui/walk.h"

namespace draftscope {

namespace {

/// A key that is held down asks no further ahead than this, so that letting go of it ends the computing too.
constexpr int mostCommandsOut = 2;

} // namespace

void Navigation::goTo(Position position)
{
    if (!m_hasRecording)
        return;
    halt();
    m_follows = false;
    m_sentence.land(whatIsShown());
    show(nearest(m_recording, position));
}

void Navigation::goToToken(int index)
{
    if (const auto made = momentOf(m_recording, m_position.branch, index))
        goTo(*made);
    m_selectedToken = index;
    refreshRound();
    review();
    emit shown();
}

void Navigation::goToBranch(int branch)
{
    if (branch == m_position.branch || branch < 0 || branch >= int(m_recording.branches().size()))
        return;
    goTo(m_recording.end(branch));
}

void Navigation::selectContext(int context, int node)
{
    m_context = context;
    m_node = node;
    refreshRound();
    emit shown();
}

void Navigation::previousMoment()
{
    if (const auto position = before(m_recording, m_position))
        goTo(*position);
    else
        pause();
}

void Navigation::nextMoment()
{
    if (m_activity == Activity::playing)
        halt();
    if (const auto position = m_hasRecording ? after(m_recording, m_position) : std::nullopt)
        goTo(*position);
    else if (m_commandsOut < mostCommandsOut)
        compute({Stride::Kind::moment, {}});
}

void Navigation::previousRound()
{
    if (!m_hasRecording)
        return;
    // To the end of the round before; from within the first round, to its beginning.
    if (m_position.round > 0)
        goTo(endOfRound(m_recording, m_position.branch, m_position.round - 1));
    else
        goTo({m_position.branch, 0, 0});
}

void Navigation::nextRound()
{
    if (!m_hasRecording)
        return;
    halt();
    const bool isFinished = m_round && m_round->isFinished();
    const int round = m_position.moment == 0 || !isFinished ? m_position.round : m_position.round + 1;
    if (round < m_recording.roundCount(m_position.branch) && m_recording.round(m_position.branch, round).isFinished())
        goTo(endOfRound(m_recording, m_position.branch, round));
    else if (const Position there = end(); there != m_position)
        goTo(there);
    else if (m_commandsOut < mostCommandsOut)
        compute({Stride::Kind::round, {}});
}

void Navigation::finishRound()
{
    if (!m_round || !m_round->isFinished() || (isAtEnd() && !canCompute()))
        nextRound();
    else if (isLastRound(m_position.branch, m_position.round))
        sayEnd();
    else
        say(tr("This round is finished: F10 does the next one."));
}

void Navigation::first()
{
    goTo({m_position.branch, 0, 0});
}

void Navigation::last()
{
    if (m_hasRecording)
        goTo(end());
}

void Navigation::setStopConditions(const StopConditions& conditions)
{
    if (conditions == m_stops)
        return;
    m_stops = conditions;
    review();
    emit stopConditionsChanged();
    if (m_activity == Activity::playing && !m_ticks.isActive()) { // a free run looks for the old ones: begin it anew
        m_command.stop->store(true);
        m_command = Job{m_job.number};
        compute({Stride::Kind::untilStopped, m_stops});
    }
}

void Navigation::toggleStopAtSelectedToken()
{
    const auto selected = m_selectedToken ? tokenAt(m_recording, m_position.branch, *m_selectedToken) : std::nullopt;
    if (!selected) {
        say(tr("Click a token in the text first: F9 stops wherever it is committed again."), TrueFor::choice);
        return;
    }
    const TokenId token = *selected;
    StopConditions conditions = m_stops;
    const auto found = std::find(conditions.tokens.begin(), conditions.tokens.end(), token);
    const bool stoppedThere = found != conditions.tokens.end();
    if (stoppedThere)
        conditions.tokens.erase(found);
    else
        conditions.tokens.push_back(token);
    setStopConditions(conditions);
    say((stoppedThere ? tr("No longer stops at %1.") : tr("Stops when %1 is committed."))
            .arg(quoted(m_recording, token)),
        TrueFor::stopConditions);
}

} // namespace draftscope
