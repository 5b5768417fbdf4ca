// SPDX-License-Identifier: GPL-3.0-or-later
// Navigation past the end of what is recorded: asking the run to go on, taking its answers, and playing.
#include <utility>

#include "gui/language/engine_words.h"
#include "gui/navigation/navigation.h"
#include "gui/playback/recorded_steps.h"

namespace draftscope {

bool Navigation::playTakesSetup() const
{
    if (m_loader.isLoading() || m_setup.target.empty())
        return false;
    if (!hasRecording())
        return true;
    return canCompute() && !m_run.isComputing() && !m_run.hasUnsavedWhatIfs() && recording().branches().size() == 1
        && m_run.recordings().roundCount(0) == 0;
}

bool Navigation::beginsWithSetup(void (Navigation::*then)())
{
    if (m_beginsNow || !playTakesSetup() || (hasRecording() && !setupIsOther()))
        return false;
    restart();
    m_afterStart = then;
    return true;
}

bool Navigation::compute(const Stride& stride)
{
    if (!hasRecording())
        return false;
    if (!canCompute()) {
        if (const QString why = m_run.whyNothingIsComputed(); !why.isEmpty())
            emit failed(why);
        else
            say(tr("This is where the trace ends. To decode on, choose models in Setup and restart."));
        return false;
    }
    if (m_run.hasEnded(position().branch) && !m_run.isComputing()) {
        sayEnd();
        return false;
    }
    m_measuring.end(tr("Measuring was cancelled, because the run went on: measure where it stands still."));
    m_playhead.setFollowing(true);
    m_playhead.followByMoments(isBatch() && stride.kind == Stride::Kind::moment);
    m_status.land();
    m_run.advance(position(), stride);
    return true;
}

void Navigation::onDone(const QString& reason, EndReason end)
{
    if (!m_whatIfQueue.isEmpty()) {
        m_decodedTo.reset();
        while (!m_whatIfQueue.isEmpty() && !m_run.isComputing())
            carryOut(m_whatIfQueue.takeFirst());
        if (!m_run.isComputing())
            emit stood(); // none of them could be made
        return;
    }
    if (const auto wanted = std::exchange(m_decodedTo, {})) {
        decodeOn(*wanted, end);
        return;
    }
    const bool isFree = m_transport.isFree();
    if (!isFree)
        m_playhead.showWhatIsDue(); // a step: at once
    const Position here = m_playhead.shared();
    if (m_transport.hasBeats() && (isBatch() || m_playhead.isAtEnd()) && here.moment > 0) {
        // By the clock stop conditions are ours.
        const Position before{here.branch, here.round, here.moment - 1};
        const auto stop = stopInRound(m_run.recordings(), stopConditions(), before);
        if (stop && !isBefore(here, stop->position)) {
            halt();
            m_playhead.show(here);
            sayStop(*stop);
            emit stood();
            return;
        }
    }
    if (isBatch() && isFree && !reason.isEmpty()) {
        const Position last = m_playhead.end();
        if (const auto stop = stopInRound(m_run.recordings(), stopConditions(), {last.branch, last.round, 0})) {
            m_transport.stop();
            m_playhead.show(stop->position);
            sayStop(*stop);
            emit stood();
            return;
        }
    }
    const bool hasMore = m_transport.hasBeats() && !m_playhead.isAtEnd(); // the rest of a batch's round
    if (isFree || !reason.isEmpty() || (end != EndReason::none && m_transport.isPlaying() && !hasMore)) {
        m_transport.stop();
        m_playhead.show(m_playhead.shared());
        if (!reason.isEmpty())
            m_stoppedAt = m_playhead.shared();
    }
    saySequel(reason);
    emit stood();
}

void Navigation::decodeTo(Position shared)
{
    if (!hasRecording())
        return;
    halt();
    const Position end = m_run.recordings().end(shared.branch);
    if (!isBefore(end, shared) || !canCompute()) {
        goToShared(isBefore(end, shared) ? end : shared);
        emit stood();
        return;
    }
    m_playhead.show(end);
    m_transport.playToStop();
    if (compute({Stride::Kind::untilStopped, {.atRound = shared.round}})) {
        m_decodedTo = shared;
        return;
    }
    m_transport.stop();
    emit stood();
}

/// On the way of decodeTo(): the round of that moment has begun or is finished, or the text has ended.
void Navigation::decodeOn(Position wanted, EndReason end)
{
    m_playhead.showWhatIsDue();
    const Position last = m_run.recordings().end(wanted.branch);
    const bool isMissing = isBefore(last, wanted);
    if (isMissing && end == EndReason::none && compute({Stride::Kind::round, {}})) {
        m_decodedTo = wanted;
        return;
    }
    m_transport.stop();
    m_playhead.goTo(isMissing ? last : wanted);
    emit stood();
}

void Navigation::sayStop(const RecordedStop& stop)
{
    const QString reason = engineWords(stop.reason);
    if (isBatch())
        goToSequence(stop.sequence);
    m_stoppedAt = m_playhead.shared();
    say(isBatch() ? tr("Sequence %1: %2").arg(stop.sequence + 1).arg(reason) : reason);
}

bool Navigation::hasStoppedAtRejection() const
{
    if (m_stoppedAt != m_playhead.shared() || m_transport.isPlaying() || m_run.isComputing() || !round()
        || round()->moments.empty())
        return false;
    const Moment& last = round()->moments.back();
    return last.kind == MomentKind::judge && last.node >= 0
        && round()->nodes[std::size_t(last.node)].verdict == Verdict::rejected;
}

/// Where the end of a text is shown.
void Navigation::sayEnd()
{
    if (isBatch()) {
        if (hasEnded() && canCompute())
            say(tr("All %1 sequences have ended.").arg(m_run.recordings().count()));
        return;
    }
    if (!m_playhead.isAtEnd() || position().moment == 0 || !m_run.isLastRound(position().branch, position().round))
        return;
    const RoundRecord& last = recording().round(position().branch, position().round);
    if (last.endOfText)
        say(tr("The text has ended."));
    else if (m_run.generatedAfter(last) >= m_run.setup().settings.maxTokens)
        say(tr("All %1 tokens asked for are there.").arg(m_run.setup().settings.maxTokens));
    else
        say(tr("The context is full."));
}

void Navigation::saySequel(const QString& reason)
{
    if (m_transport.isPlaying())
        return; // it would go before it is read; at the pause there is still time for it
    QStringList sentences;
    const bool follows = m_status.follows();
    if (follows)
        sentences << m_status.text();
    sentences << m_run.toCome().takeWithoutEffect(position());
    const bool isShown = m_run.sessionBranch() == position().branch && m_playhead.isAtEnd();
    if (isShown) // else the reason is about another moment
        sentences << reason;
    const int before = position().round - 1;
    if (round() && round()->draftContextFull
        && (before < 0 || !recording().round(position().branch, before).draftContextFull))
        sentences << QString::fromStdString(draftContextNote(recording().header()));
    sentences.removeAll(QString());
    sentences.removeDuplicates();
    m_status.land();
    if (sentences.size() > (follows ? 1 : 0))
        say(sentences.join(QLatin1Char(' ')));
    else if (!follows)
        sayEnd();
    m_status.review();
}

/// Stops playing and the command at hand; what has been computed still arrives.
void Navigation::halt()
{
    m_decodedTo.reset();
    m_run.stop();
    m_transport.stop();
}

void Navigation::pause()
{
    const bool wasReading = m_run.isReading();
    halt();
    if (wasReading)
        say(tr("Stopped while the models were reading the text: going on takes up from there."), TrueFor::standstill);
    m_playhead.setFollowing(m_playhead.isFollowing() && m_playhead.isAtEnd());
    if (!m_run.isComputing() && hasRecording() && m_run.toCome().hasWithoutEffect())
        saySequel({});
}

void Navigation::playOrPause()
{
    if (activity() == Activity::playing) {
        pause();
    } else if (beginsWithSetup(&Navigation::playOrPause)) {
        return;
    } else if (activity() == Activity::paused) {
        halt();
        m_transport.play();
    }
}

/// The models go by the clock from now on, or look for other stop conditions.
void Navigation::onFreeRunChanged()
{
    if (m_decodedTo)
        return; // that stops at its moment
    m_run.stop();
    if (m_transport.isFree())
        compute({Stride::Kind::untilStopped, stopConditions()});
}

/// The next recorded moment (as fast as it goes: round), or the next one computed.
void Navigation::onBeat()
{
    const bool isFast = m_transport.speed() == fastest;
    if (const auto next = m_playhead.nextMoment()) {
        const Position last = isFast ? endOfRound(m_run.recordings(), next->branch, next->round) : *next;
        const auto stop =
            stopInRound(m_run.recordings(), stopConditions(), {next->branch, next->round, next->moment - 1});
        if (stop && stop->position.moment <= last.moment) {
            goToShared(stop->position);
            sayStop(*stop);
        } else {
            m_playhead.show(last);
        }
    } else if (isFast) {
        m_transport.playFreely();
        if (!compute({Stride::Kind::untilStopped, stopConditions()}))
            m_transport.stop();
    } else if (!m_run.isComputing() && !compute({Stride::Kind::moment, {}})) {
        pause();
    }
}

void Navigation::continueToStop()
{
    if (beginsWithSetup(&Navigation::continueToStop) || activity() != Activity::paused)
        return;
    if (const auto stop = nextStop(m_run.recordings(), stopConditions(), m_playhead.shared())) {
        goToShared(stop->position);
        sayStop(*stop);
        return;
    }
    halt();
    m_playhead.show(m_playhead.end());
    m_transport.playToStop();
    if (!compute({Stride::Kind::untilStopped, stopConditions()}))
        m_transport.stop();
}

} // namespace draftscope
