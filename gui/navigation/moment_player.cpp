// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/moment_player.h"

#include <algorithm>
#include <utility>

#include "gui/language/engine_words.h"

namespace draftscope {

namespace {

/// A key that is held down asks no further ahead than this, so that letting go of it ends the computing too.
constexpr int mostCommandsOut = 2;

} // namespace

MomentPlayer::MomentPlayer(Decode& decode, StatusLine& status, BranchList& branches, WhatIfs& whatIfs, Begin begin,
                           QObject* parent)
    : Player(parent), m_run(decode.run()), m_playhead(decode.playhead()), m_status(status), m_branches(branches),
      m_whatIfs(whatIfs), m_begin(std::move(begin))
{
    drive(decode);
    connect(&m_run, &Run::grown, &m_playhead, &Playhead::follow);
    connect(&m_computation, &Computation::done, this, &MomentPlayer::onDone);
}

bool MomentPlayer::begins(void (MomentPlayer::*then)())
{
    return m_begin([this, then] { (this->*then)(); });
}

bool MomentPlayer::hasEnded() const
{
    return m_playhead.ways().isAtEnd() && (!m_computation.canCompute() || m_computation.hasEnded(position().branch));
}

bool MomentPlayer::hasStoppedAtRejection() const
{
    if (m_stoppedAt != m_playhead.shared() || transport().isPlaying() || m_computation.isComputing()
        || !m_playhead.round() || m_playhead.round()->moments.empty())
        return false;
    const Moment& last = m_playhead.round()->moments.back();
    return last.kind == MomentKind::judge && last.node >= 0
        && m_playhead.round()->nodes[std::size_t(last.node)].verdict == Verdict::rejected;
}

// --- where one goes among what is recorded

void MomentPlayer::goTo(Position position)
{
    goToShared(m_playhead.ways().sharedOf(position));
}

void MomentPlayer::goToShared(Position shared)
{
    if (!m_run.isThere())
        return;
    halt();
    m_branches.restore(shared.branch); // a bookmark may lead to one that was removed
    m_status.land();
    m_playhead.goTo(shared);
}

void MomentPlayer::goToSequence(int sequence)
{
    if (sequence < 0 || sequence >= m_run.recordings().count() || sequence == m_run.recordings().currentSequence())
        return;
    m_run.setCurrentSequence(sequence);
    emit sequenceChanged();
    m_playhead.showCurrentSequence();
}

void MomentPlayer::goToToken(int index)
{
    if (const auto made = momentOf(recording(), position().branch, index))
        goTo(*made);
    m_playhead.selection().selectToken(index);
}

void MomentPlayer::goToBranch(int branch)
{
    if (branch == position().branch || branch < 0 || branch >= int(recording().branches().size()))
        return;
    goTo(recording().end(branch));
}

void MomentPlayer::previousMoment()
{
    if (const auto there = m_playhead.ways().previousMoment())
        goToShared(*there);
    else
        pause();
}

void MomentPlayer::nextMoment()
{
    if (begins(&MomentPlayer::nextMoment))
        return;
    if (transport().isPlaying())
        halt();
    if (const auto there = m_playhead.ways().nextMoment())
        goToShared(*there);
    else if (m_computation.commandsOut() < mostCommandsOut)
        compute({Stride::Kind::moment, {}});
}

void MomentPlayer::previousRound()
{
    goToShared(m_playhead.ways().previousRound());
}

void MomentPlayer::nextRound()
{
    if (begins(&MomentPlayer::nextRound) || !m_run.isThere())
        return;
    halt();
    if (const auto there = m_playhead.ways().nextRound())
        goToShared(*there);
    else if (m_computation.commandsOut() < mostCommandsOut)
        compute({Stride::Kind::round, {}});
}

void MomentPlayer::finishRound()
{
    if (begins(&MomentPlayer::finishRound))
        return;
    if (!m_playhead.ways().hasFinishedRound() || (m_playhead.ways().isAtEnd() && !m_computation.canCompute()))
        nextRound();
    else if (m_run.isBatch() ? hasEnded() : m_run.isLastRound(position().branch, position().round))
        sayEnd();
    else
        m_status.say(tr("This round is finished: F10 does the next one."));
}

void MomentPlayer::first()
{
    goToShared(m_playhead.ways().beginning());
}

void MomentPlayer::last()
{
    goToShared(m_playhead.ways().end());
}

void MomentPlayer::toggleStopAtSelectedToken()
{
    const auto selected = m_playhead.selection().tokenInHand();
    if (!selected) {
        m_status.say(
            tr("Click a token in the text or a draft on the stage first: F9 stops wherever it is committed again."),
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
    transport().setStopConditions(conditions);
    m_status.say((stoppedThere ? tr("No longer stops at %1.") : tr("Stops when %1 is committed."))
                     .arg(quoted(recording(), token)),
                 TrueFor::stopConditions);
}

} // namespace draftscope
