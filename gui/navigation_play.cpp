// SPDX-License-Identifier: GPL-3.0-or-later
// Navigation past the end of what is recorded: asking the worker, taking its answers, and playing.
#include <algorithm>
#include <utility>

#include "gui/navigation.h"
#include "gui/walk.h"

namespace draftscope {

bool Navigation::compute(const Stride& stride)
{
    if (!m_hasRecording)
        return false;
    if (!canCompute()) {
        if (const QString why = whyNothingIsComputed(); !why.isEmpty())
            emit failed(why);
        else
            say(tr("This is where the trace ends. To decode on, choose models in Setup and restart."));
        return false;
    }
    if (m_sessionBranch != position().branch)
        bringSessionTo(position(), position().branch);
    else if (m_end != EndReason::none && m_commandsOut == 0) {
        sayEnd();
        return false;
    }
    m_measuring.end(tr("Measuring was cancelled, because the run went on: measure where it stands still."));
    m_playhead.setFollowing(true);
    m_sentence.land(whatIsShown());
    ask([job = m_command, stride](SessionWorker& worker) { worker.advance(job, stride); });
    return true;
}

void Navigation::setCommandsOut(int count)
{
    const bool was = isComputing();
    m_commandsOut = count;
    if (isComputing() != was)
        emit activityChanged();
}

void Navigation::bringSessionTo(Position at, int branch)
{
    m_sessionBranch = branch;
    m_end = EndReason::none;
    m_thread.post([job = m_command, spine = m_recording.spineTo(at), at, branch,
                   awaited = m_toCome.awaitedOn(branch)](SessionWorker& worker) {
        worker.resume(job, spine, {0, at.round, at.moment}, branch, awaited);
    });
    // What was changed for the next round before this branch was left.
    for (const WhatIf& change : m_toCome.forNextRound({branch, at.round, at.moment}))
        post(change);
}

void Navigation::post(const WhatIf& change)
{
    ask([job = m_command, change](SessionWorker& worker) { worker.force(job, change); });
}

void Navigation::onReadingProgressed(double share, const QString& what)
{
    m_readShare = share;
    m_readWhat = what;
    if (!m_isReading) {
        m_isReading = true;
        m_readingSoon.start();
        emit activityChanged();
    } else if (!m_readingSoon.isActive()) {
        emit readingProgressed(share, what);
    }
}

void Navigation::endReading()
{
    m_readingSoon.stop();
    if (std::exchange(m_isReading, false))
        emit activityChanged();
}

void Navigation::onAdvanced(int job, int branch, const std::vector<RoundRecord>& rounds)
{
    m_thread.acknowledge();
    if (job != m_job.number)
        return;
    endReading();
    if (m_hasWhatIfs)
        ++m_changesMade;
    for (const RoundRecord& round : rounds) {
        m_recording.learnTokens(round, [&](TokenId token) { return m_tokenizer->bytes(token); });
        m_recording.put(branch, round);
        m_toCome.take(branch, round);
    }
    m_playhead.follow(branch);
}

void Navigation::onPaused(int job, const QString& reason, EndReason end)
{
    if (job != m_job.number)
        return;
    endReading();
    setCommandsOut(std::max(0, m_commandsOut - 1));
    if (m_commandsOut > 0)
        return;
    m_end = end;
    if (!m_pendingChanges.isEmpty()) {
        while (!m_pendingChanges.isEmpty() && m_commandsOut == 0)
            carryOut(m_pendingChanges.takeFirst());
        if (m_commandsOut == 0)
            emit stood(); // none of them could be made
        return;
    }
    const bool isFree = m_transport.isFree();
    if (!isFree)
        m_playhead.showWhatIsDue(); // a step: at once
    if (m_transport.hasBeats() && m_playhead.isAtEnd() && position().moment > 0) {
        // By the clock stop conditions are ours.
        const Position before{position().branch, position().round, position().moment - 1};
        if (const auto stop = stopInRound(m_recording, stopConditions(), before)) {
            halt();
            m_playhead.show(position());
            say(QString::fromStdString(stop->reason));
            emit stood();
            return;
        }
    }
    if (isFree || !reason.isEmpty() || (end != EndReason::none && m_transport.isPlaying())) {
        m_transport.stop();
        m_playhead.show(position());
    }
    saySequel(reason);
    emit stood();
}

/// Where the end of a text is shown.
void Navigation::sayEnd()
{
    if (!m_playhead.isAtEnd() || position().moment == 0 || !isLastRound(position().branch, position().round))
        return;
    const RoundRecord& last = m_recording.round(position().branch, position().round);
    if (last.endOfText)
        say(tr("The text has ended."));
    else if (generatedAfter(last) >= m_running.settings.maxTokens)
        say(tr("All %1 tokens asked for are there.").arg(m_running.settings.maxTokens));
    else
        say(tr("The context is full."));
}

void Navigation::saySequel(const QString& reason)
{
    if (m_transport.isPlaying())
        return; // it would go before it is read; at the pause there is still time for it
    QStringList sentences;
    const bool follows = m_sentence.follows();
    if (follows)
        sentences << m_sentence.text();
    sentences << m_toCome.takeWithoutEffect(position());
    if (m_sessionBranch == position().branch && m_playhead.isAtEnd()) // else it is about a moment that is not shown
        sentences << reason;
    const int before = position().round - 1;
    if (round() && round()->draftContextFull
        && (before < 0 || !m_recording.round(position().branch, before).draftContextFull))
        sentences << QString::fromStdString(draftContextNote(m_recording.header()));
    sentences.removeAll(QString());
    sentences.removeDuplicates();
    m_sentence.land(whatIsShown());
    if (sentences.size() > (follows ? 1 : 0))
        say(sentences.join(QLatin1Char(' ')));
    else if (!follows)
        sayEnd();
    review();
}

void Navigation::endCommand()
{
    m_command.stop->store(true);
    m_command = Job{m_job.number};
}

/// Stops playing and the command at hand; what has been computed still arrives.
void Navigation::halt()
{
    endCommand();
    m_transport.stop();
}

void Navigation::pause()
{
    const bool wasReading = m_isReading;
    halt();
    if (wasReading)
        say(tr("Stopped while the models were reading the text: going on takes up from there."), TrueFor::standstill);
    m_playhead.setFollowing(m_playhead.isFollowing() && m_playhead.isAtEnd());
    if (m_commandsOut == 0 && m_hasRecording && m_toCome.hasWithoutEffect())
        saySequel({});
}

void Navigation::playOrPause()
{
    if (activity() == Activity::playing) {
        pause();
    } else if (activity() == Activity::paused) {
        halt();
        m_transport.play();
    }
}

/// The models go by the clock from now on, or look for other stop conditions.
void Navigation::onFreeRunChanged()
{
    endCommand();
    if (m_transport.isFree())
        compute({Stride::Kind::untilStopped, stopConditions()});
}

/// The next recorded moment (as fast as it goes: round), or the next one computed.
void Navigation::onBeat()
{
    const bool isFast = speed() == fastest;
    if (const auto next = m_playhead.nextMoment()) {
        const Position last = isFast ? endOfRound(m_recording, next->branch, next->round) : *next;
        const auto stop = stopInRound(m_recording, stopConditions(), {next->branch, next->round, next->moment - 1});
        if (stop && stop->position.moment <= last.moment) {
            goTo(stop->position);
            say(QString::fromStdString(stop->reason));
        } else {
            m_playhead.show(last);
        }
    } else if (isFast) {
        m_transport.playFreely();
        if (!compute({Stride::Kind::untilStopped, stopConditions()}))
            m_transport.stop();
    } else if (m_commandsOut == 0 && !compute({Stride::Kind::moment, {}})) {
        pause();
    }
}

void Navigation::continueToStop()
{
    if (activity() != Activity::paused)
        return;
    if (const auto stop = nextStop(m_recording, stopConditions(), position())) {
        goTo(stop->position);
        say(QString::fromStdString(stop->reason));
        return;
    }
    halt();
    m_playhead.show(m_playhead.end());
    m_transport.playToStop();
    if (!compute({Stride::Kind::untilStopped, stopConditions()}))
        m_transport.stop();
}

} // namespace draftscope
