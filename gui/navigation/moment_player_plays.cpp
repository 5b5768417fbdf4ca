// SPDX-License-Identifier: GPL-3.0-or-later
// A player of moments past the end of what is recorded: it asks the run to go on, takes its answers, and plays.
#include <utility>

#include "gui/language/engine_words.h"
#include "gui/navigation/moment_player.h"

namespace draftscope {

/// Stops playing and the command at hand; what has been computed still arrives.
void MomentPlayer::halt()
{
    m_decodedTo.reset();
    m_computation.stop();
    transport().stop();
}

void MomentPlayer::pause()
{
    const bool wasReading = m_computation.isReading();
    halt();
    if (wasReading)
        m_status.say(tr("Stopped while the models were reading the text: going on takes up from there."),
                     TrueFor::standstill);
    m_playhead.setFollowing(m_playhead.isFollowing() && m_playhead.ways().isAtEnd());
    if (!m_computation.isComputing() && m_run.isThere() && m_computation.toCome().hasWithoutEffect())
        saySequel({});
}

void MomentPlayer::playOrPause()
{
    if (activity() == Activity::playing) {
        pause();
    } else if (begins(&MomentPlayer::playOrPause)) {
        return;
    } else if (activity() == Activity::paused) {
        halt();
        transport().play();
    }
}

bool MomentPlayer::compute(const Stride& stride)
{
    if (!m_run.isThere())
        return false;
    if (!m_computation.canCompute()) {
        if (const QString why = m_computation.whyNothingIsComputed(); !why.isEmpty())
            emit failed(why);
        else
            m_status.say(tr("This is where the trace ends. To decode on, choose models in Setup and restart."));
        return false;
    }
    if (m_computation.hasEnded(position().branch) && !m_computation.isComputing()) {
        sayEnd();
        return false;
    }
    emit aboutToCompute();
    m_playhead.setFollowing(true);
    m_playhead.followByMoments(m_run.isBatch() && stride.kind == Stride::Kind::moment);
    m_status.land();
    m_computation.advance(position(), stride);
    return true;
}

bool MomentPlayer::computeFreely()
{
    return compute({Stride::Kind::untilStopped, stopConditions()});
}

/// The next recorded moment; as fast as it goes: the rest of its round.
bool MomentPlayer::showNext(bool isFast)
{
    const auto next = m_playhead.ways().nextMoment();
    if (!next)
        return false;
    const Position last = isFast ? endOfRound(m_run.recordings(), next->branch, next->round) : *next;
    const auto stop = stopInRound(m_run.recordings(), stopConditions(), {next->branch, next->round, next->moment - 1});
    if (stop && stop->position.moment <= last.moment) {
        goToShared(stop->position);
        sayStop(*stop);
    } else {
        m_playhead.show(last);
    }
    return true;
}

void MomentPlayer::continueToStop()
{
    if (begins(&MomentPlayer::continueToStop) || activity() != Activity::paused)
        return;
    if (const auto stop = nextStop(m_run.recordings(), stopConditions(), m_playhead.shared())) {
        goToShared(stop->position);
        sayStop(*stop);
        return;
    }
    halt();
    m_playhead.show(m_playhead.ways().end());
    transport().playToStop();
    if (!computeFreely())
        transport().stop();
}

/// A stop condition that is met where the run has come to, and whose sentence the models have not given: by the clock
/// they look for none, and of a batch they stop at the end of the round.
std::optional<RecordedStop> MomentPlayer::stopOfPlaying(bool haveStopped) const
{
    const Position here = m_playhead.shared();
    if (transport().hasBeats() && (m_run.isBatch() || m_playhead.ways().isAtEnd()) && here.moment > 0) {
        auto stop = stopInRound(m_run.recordings(), stopConditions(), {here.branch, here.round, here.moment - 1});
        if (stop && !isBefore(here, stop->position)) {
            stop->position = here;
            return stop;
        }
    }
    if (m_run.isBatch() && transport().isFree() && haveStopped) {
        const Position last = m_playhead.ways().end();
        return stopInRound(m_run.recordings(), stopConditions(), {last.branch, last.round, 0});
    }
    return std::nullopt;
}

void MomentPlayer::onDone(const QString& reason, EndReason end)
{
    if (m_whatIfs.areWaiting()) {
        m_decodedTo.reset();
        m_whatIfs.makeWaiting();
        if (!m_computation.isComputing())
            emit stood(); // none of them could be made
        return;
    }
    if (const auto wanted = std::exchange(m_decodedTo, {})) {
        decodeOn(*wanted, end);
        return;
    }
    const bool isFree = transport().isFree();
    if (!isFree)
        m_playhead.showWhatIsDue(); // a step: at once
    if (const auto stop = stopOfPlaying(!reason.isEmpty())) {
        transport().hasBeats() ? halt() : transport().stop();
        m_playhead.show(stop->position);
        sayStop(*stop);
        emit stood();
        return;
    }
    const bool hasMore = transport().hasBeats() && !m_playhead.ways().isAtEnd(); // the rest of a batch's round
    if (isFree || !reason.isEmpty() || (end != EndReason::none && transport().isPlaying() && !hasMore)) {
        transport().stop();
        m_playhead.show(m_playhead.shared());
        if (!reason.isEmpty())
            m_stoppedAt = m_playhead.shared();
    }
    saySequel(reason);
    emit stood();
}

void MomentPlayer::decodeTo(Position shared)
{
    if (!m_run.isThere())
        return;
    halt();
    const Position end = m_run.recordings().end(shared.branch);
    if (!isBefore(end, shared) || !m_computation.canCompute()) {
        goToShared(isBefore(end, shared) ? end : shared);
        emit stood();
        return;
    }
    m_playhead.show(end);
    transport().playToStop();
    if (compute({Stride::Kind::untilStopped, {.atRound = shared.round}})) {
        m_decodedTo = shared;
        return;
    }
    transport().stop();
    emit stood();
}

/// On the way of decodeTo(): the round of that moment has begun or is finished, or the text has ended.
void MomentPlayer::decodeOn(Position wanted, EndReason end)
{
    m_playhead.showWhatIsDue();
    const Position last = m_run.recordings().end(wanted.branch);
    const bool isMissing = isBefore(last, wanted);
    if (isMissing && end == EndReason::none && compute({Stride::Kind::round, {}})) {
        m_decodedTo = wanted;
        return;
    }
    transport().stop();
    m_playhead.goTo(isMissing ? last : wanted);
    emit stood();
}

void MomentPlayer::sayStop(const RecordedStop& stop)
{
    const QString reason = engineWords(stop.reason);
    if (m_run.isBatch())
        goToSequence(stop.sequence);
    m_stoppedAt = m_playhead.shared();
    m_status.say(m_run.isBatch() ? tr("Sequence %1: %2").arg(stop.sequence + 1).arg(reason) : reason);
}

/// Where the end of a text is shown.
void MomentPlayer::sayEnd()
{
    if (m_run.isBatch()) {
        if (hasEnded() && m_computation.canCompute())
            m_status.say(tr("All %1 sequences have ended.").arg(m_run.recordings().count()));
        return;
    }
    if (!m_playhead.ways().isAtEnd() || position().moment == 0
        || !m_run.isLastRound(position().branch, position().round))
        return;
    const RoundRecord& last = recording().round(position().branch, position().round);
    if (last.endOfText)
        m_status.say(tr("The text has ended."));
    else if (m_run.generatedAfter(last) >= m_run.setup().settings.maxTokens)
        m_status.say(tr("All %1 tokens asked for are there.").arg(m_run.setup().settings.maxTokens));
    else
        m_status.say(tr("The context is full."));
}

void MomentPlayer::saySequel(const QString& reason)
{
    if (transport().isPlaying())
        return; // it would go before it is read; at the pause there is still time for it
    QStringList sentences;
    const bool follows = m_status.follows();
    if (follows)
        sentences << m_status.text();
    sentences << m_computation.toCome().takeWithoutEffect(position());
    const bool isShown = m_computation.sessionBranch() == position().branch && m_playhead.ways().isAtEnd();
    if (isShown) // else the reason is about another moment
        sentences << reason;
    const int before = position().round - 1;
    if (m_playhead.round() && m_playhead.round()->draftContextFull
        && (before < 0 || !recording().round(position().branch, before).draftContextFull))
        sentences << QString::fromStdString(draftContextNote(recording().header()));
    sentences.removeAll(QString());
    sentences.removeDuplicates();
    m_status.land();
    if (sentences.size() > (follows ? 1 : 0))
        m_status.say(sentences.join(QLatin1Char(' ')));
    else if (!follows)
        sayEnd();
    m_status.review();
}

} // namespace draftscope
