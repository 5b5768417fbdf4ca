// SPDX-License-Identifier: GPL-3.0-or-later
// Navigation among what is recorded. What a person changes is in navigation_changes.cpp.
#include <algorithm>

#include "gui/navigation/navigation.h"
#include "gui/playback/recorded_steps.h"

namespace draftscope {

namespace {

/// A key that is held down asks no further ahead than this, so that letting go of it ends the computing too.
constexpr int mostCommandsOut = 2;

} // namespace

void Navigation::goTo(Position position)
{
    goToShared(m_playhead.sharedOf(position));
}

void Navigation::goToShared(Position shared)
{
    if (!hasRecording())
        return;
    halt();
    m_branches.restore(shared.branch); // a bookmark may lead to one that was removed
    m_status.land();
    m_playhead.goTo(shared);
}

void Navigation::goToSequence(int sequence)
{
    if (sequence < 0 || sequence >= m_run.recordings().count() || sequence == m_run.recordings().currentSequence())
        return;
    m_run.setCurrentSequence(sequence);
    emit sequenceChanged();
    m_playhead.showCurrentSequence();
}

void Navigation::goToToken(int index)
{
    if (const auto made = momentOf(recording(), position().branch, index))
        goTo(*made);
    m_playhead.selectToken(index);
}

void Navigation::goToBranch(int branch)
{
    if (branch == position().branch || branch < 0 || branch >= int(recording().branches().size()))
        return;
    goTo(recording().end(branch));
}

void Navigation::previousMoment()
{
    if (const auto there = m_playhead.previousMoment())
        goToShared(*there);
    else
        pause();
}

void Navigation::nextMoment()
{
    if (beginsWithSetup(&Navigation::nextMoment))
        return;
    if (m_transport.isPlaying())
        halt();
    if (const auto there = m_playhead.nextMoment())
        goToShared(*there);
    else if (m_run.commandsOut() < mostCommandsOut)
        compute({Stride::Kind::moment, {}});
}

void Navigation::previousRound()
{
    goToShared(m_playhead.previousRound());
}

void Navigation::nextRound()
{
    if (beginsWithSetup(&Navigation::nextRound) || !hasRecording())
        return;
    halt();
    if (const auto there = m_playhead.nextRound())
        goToShared(*there);
    else if (m_run.commandsOut() < mostCommandsOut)
        compute({Stride::Kind::round, {}});
}

void Navigation::finishRound()
{
    if (beginsWithSetup(&Navigation::finishRound))
        return;
    if (!m_playhead.hasFinishedRound() || (m_playhead.isAtEnd() && !canCompute()))
        nextRound();
    else if (isBatch() ? hasEnded() : m_run.isLastRound(position().branch, position().round))
        sayEnd();
    else
        say(tr("This round is finished: F10 does the next one."));
}

void Navigation::first()
{
    goToShared(m_playhead.beginning());
}

void Navigation::last()
{
    goToShared(m_playhead.end());
}

void Navigation::toggleStopAtSelectedToken()
{
    const auto selected = m_playhead.tokenInHand();
    if (!selected) {
        say(tr("Click a token in the text or a draft on the stage first: F9 stops wherever it is committed again."),
            TrueFor::choice);
        return;
    }
    const TokenId token = *selected;
    StopConditions conditions = stopConditions();
    const auto found = std::find(conditions.tokens.begin(), conditions.tokens.end(), token);
    const bool stoppedThere = found != conditions.tokens.end();
    if (stoppedThere)
        conditions.tokens.erase(found);
    else
        conditions.tokens.push_back(token);
    setStopConditions(conditions);
    say((stoppedThere ? tr("No longer stops at %1.") : tr("Stops when %1 is committed."))
            .arg(quoted(recording(), token)),
        TrueFor::stopConditions);
}

} // namespace draftscope
