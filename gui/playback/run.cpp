// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/run.h"

#include <algorithm>
#include <utility>

#include "gui/playback/bookmarks.h"

namespace draftscope {

namespace {

constexpr int readingShownAfterMs = 300;

} // namespace

Run::Run(SessionThread& thread, QObject* parent) : QObject(parent), m_thread(thread)
{
    const SessionWorker* worker = &thread.worker();
    connect(worker, &SessionWorker::progressed, this, &Run::onProgressed);
    connect(worker, &SessionWorker::advanced, this, &Run::onAdvanced);
    connect(worker, &SessionWorker::advancedTogether, this, &Run::onAdvancedTogether);
    connect(worker, &SessionWorker::paused, this, &Run::onPaused);
    connect(worker, &SessionWorker::sessionLost, this, &Run::onSessionLost);
    connect(worker, &SessionWorker::failed, this, [this](int job, const QString& sentence) {
        if (job == m_job.number)
            emit failed(sentence);
    });
    m_readingSoon.setSingleShot(true);
    m_readingSoon.setInterval(readingShownAfterMs);
    connect(&m_readingSoon, &QTimer::timeout, this, [this] { emit readingProgressed(m_readShare, m_readWhat); });
}

Run::~Run()
{
    m_command.stop->store(true);
}

// --- what there is

QString Run::whyNothingIsComputed() const
{
    return m_isLost ? tr("This run has failed and cannot go on: restart for another one.") : QString();
}

void Run::nameBranch(int branch, std::string name)
{
    m_recordings.current().nameBranch(branch, std::move(name));
}

void Run::setBranchRemoved(int branch, bool isRemoved)
{
    m_recordings.current().setBranchRemoved(branch, isRemoved);
}

bool Run::isLastRound(int branch, int round) const
{
    const RoundRecord& record = m_recordings.current().round(branch, round);
    const int length = record.prefixLength + int(record.committed.size());
    return record.isFinished()
        && (record.endOfText || generatedAfter(record) >= m_setup.settings.maxTokens
            || length >= m_recordings.current().header().target.context);
}

int Run::generatedAfter(const RoundRecord& round) const
{
    return round.prefixLength + int(round.committed.size()) - int(m_recordings.current().header().promptTokens.size());
}

// --- another one takes its place

void Run::begin(const Job& job, const RunStarted& run, const RunSetup& setup)
{
    m_recordings = run.sequences.empty() ? Recordings(Recording(run.header)) : Recordings(run.sequences);
    m_ends.assign(run.sequences.size(), EndReason::none);
    m_bookmarks.clear();
    m_vocabulary.setTokenizer(run.tokenizer);
    m_resources = {run.backendReason, run.memory};
    for (int sequence = 0; sequence < m_recordings.count(); ++sequence)
        m_recordings.of(sequence).learnPrompt([&](TokenId token) { return m_vocabulary.bytesOf(token); });
    m_hasSession = true;
    begin(job, setup);
}

void Run::begin(const Job& job, LoadedTrace&& trace, const RunSetup& setup)
{
    m_recordings = Recordings(std::move(trace.recording));
    m_ends.clear();
    // Anybody may have written the file.
    m_bookmarks = inOrder(m_recordings.current(), std::move(trace.bookmarks));
    for (const BranchRecord& branch : std::vector(recording().branches()))
        nameBranch(branch.branch, keptName(QString::fromStdString(branch.name)));
    m_vocabulary.setTokenizer(nullptr);
    m_resources = {};
    m_hasSession = false;
    begin(job, setup);
}

void Run::grow(const Recording& longer)
{
    Recording& mine = m_recordings.current();
    mine.setHeader(longer.header());
    for (const auto& [token, bytes] : longer.tokens())
        mine.addToken(token, bytes);
    for (int round = mine.roundCount(0); round < longer.roundCount(0); ++round)
        mine.put(0, longer.round(0, round));
    emit grown(0);
}

void Run::begin(const Job& job, const RunSetup& setup)
{
    m_job = job;
    m_command = Job{m_job.number};
    m_setup = setup;
    m_isThere = true;
    m_isLost = m_hasWhatIfs = false;
    m_changesMade = m_changesKept = 0;
    m_toCome.clear();
    m_sessionBranch = m_commandsOut = 0;
    m_end = EndReason::none;
    m_readingSoon.stop();
    m_isReading = false;
}

// --- what is asked of the models

void Run::advance(Position end, const Stride& stride)
{
    if (m_sessionBranch != end.branch)
        bringSessionTo(end, end.branch);
    ask([job = m_command, stride](SessionWorker& worker) { worker.advance(job, stride); });
}

Job Run::goOnInTurn()
{
    countCommand();
    return m_command;
}

void Run::countCommand()
{
    ++m_asked;
    emit asking();
    setCommandsOut(m_commandsOut + 1);
}

void Run::stop()
{
    m_command.stop->store(true);
    m_command = Job{m_job.number};
}

void Run::bringSessionTo(Position at, int branch)
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

void Run::force(const WhatIf& change)
{
    ask([job = m_command, change](SessionWorker& worker) { worker.force(job, change); });
}

void Run::setCommandsOut(int count)
{
    const bool was = isComputing();
    m_commandsOut = count;
    if (isComputing() != was)
        emit computingChanged();
}

void Run::onProgressed(int job, double share, const QString& what)
{
    if (job != m_job.number || !isComputing())
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

void Run::endReading()
{
    m_readingSoon.stop();
    if (std::exchange(m_isReading, false))
        emit readingChanged();
}

void Run::onAdvanced(int job, int branch, const SentRounds& rounds)
{
    if (job != m_job.number)
        return;
    endReading();
    if (m_hasWhatIfs)
        ++m_changesMade;
    for (const RoundRecord& round : *rounds) {
        m_recordings.current().learnTokens(round, [&](TokenId token) { return m_vocabulary.bytesOf(token); });
        m_recordings.current().put(branch, round);
        m_toCome.take(branch, round);
    }
    emit grown(branch);
}

void Run::onAdvancedTogether(int job, const SentBatchRounds& rounds)
{
    if (job != m_job.number)
        return;
    endReading();
    for (const BatchRound& together : *rounds) {
        for (const RoundRecord& round : together.rounds)
            m_recordings.of(round.sequence).learnTokens(round, [&](TokenId token) {
                return m_vocabulary.bytesOf(token);
            });
        m_recordings.putTogether(together.rounds);
        for (const auto& [sequence, reason] : together.ended)
            m_ends[std::size_t(sequence)] = reason;
    }
    emit grown(0);
}

void Run::onPaused(int job, const QString& reason, EndReason end)
{
    if (job != m_job.number)
        return;
    endReading();
    setCommandsOut(std::max(0, m_commandsOut - 1));
    if (m_commandsOut > 0)
        return;
    m_end = end;
    emit done(reason, end);
}

void Run::onSessionLost(int job, const QString& sentence)
{
    if (job != m_job.number)
        return;
    endReading();
    m_hasSession = false;
    m_isLost = true;
    m_resources.backendReason.clear();
    setCommandsOut(0);
    emit lost(sentence);
}

// --- what-ifs

ChangeMade Run::change(Position from, const std::vector<WhatIf>& changes)
{
    m_hasWhatIfs = true;
    ++m_changesMade;
    m_toCome.forgetWithoutEffect(from.branch);
    ChangeMade made{.at = from, .fork = {}, .kept = {}, .notKept = {}};
    for (const WhatIf& change : changes) {
        if (change.kind == OverrideRecord::Kind::token)
            m_recordings.current().learn(change.token, [&](TokenId token) { return m_vocabulary.bytesOf(token); });
        made.at.moment = std::min(made.at.moment, placeOf(change, m_recordings.current(), from).moment);
    }
    if (made.at == m_recordings.current().end(from.branch))
        changeHere(made.at, changes);
    else
        changeInFork(made, changes);
    return made;
}

/// Nothing that is recorded changes.
void Run::changeHere(Position at, const std::vector<WhatIf>& changes)
{
    const RoundSettings now = changedBy(changes, m_toCome.inForce(at));
    if (m_sessionBranch != at.branch)
        bringSessionTo(at, at.branch);
    m_toCome.await(at, changes);
    m_toCome.setForNextRound(at, begunWith(m_recordings.current(), at), now);
    for (const WhatIf& change : changes)
        force(change);
}

void Run::changeInFork(ChangeMade& made, const std::vector<WhatIf>& changes)
{
    const Position at = made.at;
    const RoundSettings before = m_toCome.inForce(at);
    // The session comes to `at` with these: at the beginning of a recorded round it opens that round as it was.
    const RoundSettings resumed = at.moment == 0 ? before : begunWith(m_recordings.current(), at);
    std::vector<WhatIf> forced = changes;
    for (const WhatIf& kept : differences(resumed, before))
        if (std::none_of(changes.begin(), changes.end(), [&](const WhatIf& c) { return c.kind == kept.kind; }))
            forced.push_back(kept);
    WhatIfsInForce::Later earlier = m_toCome.madeAfter(at);
    std::erase_if(earlier.inRound, [&](const WhatIf& kept) {
        return std::any_of(changes.begin(), changes.end(), [&](const WhatIf& c) { return replaces(c, kept); });
    });
    made.kept = earlier.inRound;
    made.kept.insert(made.kept.end(), forced.begin() + std::ptrdiff_t(changes.size()), forced.end());
    made.notKept = earlier.later;

    const int branch =
        m_recordings.current().fork(at, describeWithRound(at, changes, m_recordings.current()).toStdString());
    const Position begin = m_recordings.current().end(branch);
    made.fork = begin;
    m_toCome.await(begin, earlier.inRound);
    bringSessionTo(at, branch); // by way of the parent, which knows the settings of the round that is opened again
    m_toCome.await(begin, changes);
    m_toCome.setForNextRound(begin, begunWith(m_recordings.current(), begin), changedBy(changes, before));
    for (const WhatIf& change : forced)
        force(change);
}

void Run::keep(std::uint64_t changes)
{
    m_changesKept = std::max(m_changesKept, changes);
}

} // namespace draftscope
