// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/computation.h"

#include <algorithm>
#include <utility>

namespace draftscope {

namespace {

constexpr int readingShownAfterMs = 300;

} // namespace

Computation::Computation(SessionThread& thread, Recordings& recordings, const RunVocabulary& vocabulary)
    : m_thread(thread), m_recordings(recordings), m_vocabulary(vocabulary)
{
    const SessionWorker* worker = &thread.worker();
    connect(worker, &SessionWorker::progressed, this, &Computation::onProgressed);
    connect(worker, &SessionWorker::advanced, this, &Computation::onAdvanced);
    connect(worker, &SessionWorker::advancedTogether, this, &Computation::onAdvancedTogether);
    connect(worker, &SessionWorker::paused, this, &Computation::onPaused);
    connect(worker, &SessionWorker::sessionLost, this, &Computation::onSessionLost);
    connect(worker, &SessionWorker::failed, this, [this](int job, const QString& sentence) {
        if (isOurs(job))
            emit failed(sentence);
    });
    m_readingSoon.setSingleShot(true);
    m_readingSoon.setInterval(readingShownAfterMs);
    connect(&m_readingSoon, &QTimer::timeout, this, [this] { emit readingProgressed(m_readShare, m_readWhat); });
}

Computation::~Computation()
{
    m_command.stop->store(true);
}

void Computation::begin(int run, bool hasSession)
{
    m_command = Job{run};
    m_hasSession = hasSession;
    m_isLost = false;
    m_toCome.clear();
    m_ends.assign(std::size_t(m_recordings.count()), EndReason::none);
    m_sessionBranch = m_commandsOut = 0;
    m_end = EndReason::none;
    m_readingSoon.stop();
    m_isReading = false;
}

QString Computation::whyNothingIsComputed() const
{
    return m_isLost ? tr("This run has failed and cannot go on: restart for another one.") : QString();
}

// --- commands

void Computation::advance(Position end, const Stride& stride)
{
    if (m_sessionBranch != end.branch)
        bringSessionTo(end, end.branch);
    ask([job = m_command, stride](SessionWorker& worker) { worker.advance(job, stride); });
}

Job Computation::goOnInTurn()
{
    countCommand();
    return m_command;
}

void Computation::bringSessionTo(Position at, int branch)
{
    m_sessionBranch = branch;
    m_end = EndReason::none;
    m_thread.post([job = m_command, spine = m_recordings.current().spineTo(at), at, branch,
                   awaited = m_toCome.awaitedOn(branch)](SessionWorker& worker) {
        worker.resume(job, spine, {0, at.round, at.moment}, branch, awaited);
    });
    // What was changed for the next round before this branch was left.
    for (const WhatIf& change : m_toCome.forNextRound({branch, at.round, at.moment}))
        force(change);
}

void Computation::force(const WhatIf& change)
{
    ask([job = m_command, change](SessionWorker& worker) { worker.force(job, change); });
}

void Computation::stop()
{
    m_command.stop->store(true);
    m_command = Job{m_command.number};
}

void Computation::countCommand()
{
    ++m_asked;
    emit asking();
    setCommandsOut(m_commandsOut + 1);
}

void Computation::setCommandsOut(int count)
{
    const bool was = isComputing();
    m_commandsOut = count;
    if (isComputing() != was)
        emit computingChanged();
}

// --- what comes back

void Computation::onProgressed(int job, double share, const QString& what)
{
    if (!isOurs(job) || !isComputing())
        return;
    m_readShare = share;
    m_readWhat = what;
    if (!m_isReading) {
        m_isReading = true;
        m_readingSoon.start();
        emit readingChanged();
    } else if (!m_readingSoon.isActive()) {
        emit readingProgressed(share, what);
    }
}

void Computation::endReading()
{
    m_readingSoon.stop();
    if (std::exchange(m_isReading, false))
        emit readingChanged();
}

void Computation::onAdvanced(int job, int branch, const SentRounds& rounds)
{
    if (!isOurs(job))
        return;
    endReading();
    for (const RoundRecord& round : *rounds) {
        m_recordings.current().learnTokens(round, [this](TokenId token) { return m_vocabulary.bytesOf(token); });
        m_recordings.current().put(branch, round);
        m_toCome.take(branch, round);
    }
    emit grown(branch);
}

void Computation::onAdvancedTogether(int job, const SentBatchRounds& rounds)
{
    if (!isOurs(job))
        return;
    endReading();
    for (const BatchRound& together : *rounds) {
        for (const RoundRecord& round : together.rounds)
            m_recordings.of(round.sequence).learnTokens(round, [this](TokenId token) {
                return m_vocabulary.bytesOf(token);
            });
        m_recordings.putTogether(together.rounds);
        for (const auto& [sequence, reason] : together.ended)
            m_ends[std::size_t(sequence)] = reason;
    }
    emit grown(0);
}

void Computation::onPaused(int job, const QString& reason, EndReason end)
{
    if (!isOurs(job))
        return;
    endReading();
    setCommandsOut(std::max(0, m_commandsOut - 1));
    if (m_commandsOut > 0)
        return;
    m_end = end;
    emit done(reason, end);
}

void Computation::onSessionLost(int job, const QString& sentence)
{
    if (!isOurs(job))
        return;
    endReading();
    m_hasSession = false;
    m_isLost = true;
    setCommandsOut(0);
    emit lost(sentence);
}

} // namespace draftscope
