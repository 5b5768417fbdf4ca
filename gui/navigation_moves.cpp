// SPDX-License-Identifier: GPL-3.0-or-later
// Navigation among what is recorded, and the changes that a person makes there.
#include <algorithm>

#include "gui/navigation.h"
#include "gui/walk.h"

namespace draftscope {

void Navigation::goTo(Position position)
{
    if (!m_hasRecording)
        return;
    halt();
    m_follows = false;
    show(nearest(m_recording, position));
}

void Navigation::goToToken(int index)
{
    if (const auto made = momentOf(m_recording, m_position.branch, index))
        goTo(*made);
    m_selectedToken = index;
    emit shown();
}

void Navigation::goToBranch(int branch)
{
    if (branch == m_position.branch || branch < 0 || branch >= int(m_recording.branches().size()))
        return;
    goTo(m_recording.end(branch));
}

void Navigation::selectContext(int context)
{
    m_context = context;
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
    else
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
    else
        compute({Stride::Kind::round, {}});
}

void Navigation::finishRound()
{
    if (m_round && m_round->isFinished())
        emit said(tr("This round is finished: F10 does the next one."));
    else
        nextRound();
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
        emit said(tr("Click a token in the text first: F9 stops wherever it is committed again."));
        return;
    }
    const TokenId token = *selected;
    StopConditions conditions = m_stops;
    const auto found = std::find(conditions.tokens.begin(), conditions.tokens.end(), token);
    if (found != conditions.tokens.end()) {
        conditions.tokens.erase(found);
        emit said(tr("No longer stops at %1.").arg(quoted(m_recording, token)));
    } else {
        conditions.tokens.push_back(token);
        emit said(tr("Stops when %1 is committed.").arg(quoted(m_recording, token)));
    }
    setStopConditions(conditions);
}

void Navigation::change(const std::vector<WhatIf>& changes)
{
    if (!m_hasRecording || changes.empty())
        return;
    if (!canCompute()) {
        emit failed(tr("A trace cannot be changed, because its models are not loaded: restart with models to try a change."));
        return;
    }
    halt();
    if (m_commandsOut > 0) {
        m_pendingChanges = changes;
        return;
    }
    Position at = m_position;
    QStringList words;
    for (const WhatIf& change : changes) {
        at.moment = std::min(at.moment, placeOf(change, m_recording, m_position).moment);
        words << describe(change, m_recording);
    }
    if (at == end()) {
        if (m_sessionBranch != at.branch)
            bringSessionTo(at);
        emit said(tr("From here on: %1.").arg(words.join(QStringLiteral(", "))));
    } else {
        const int branch = m_recording.fork(at, words.join(QStringLiteral(", ")).toStdString());
        bringSessionTo({branch, at.round, at.moment});
        show(m_recording.end(branch));
        emit said(tr("Branch %1 begins here: %2. The old one stays.").arg(branch).arg(words.join(QStringLiteral(", "))));
    }
    m_changed = inForce();
    for (const WhatIf& change : changes) {
        if (change.kind == OverrideRecord::Kind::sampler)
            m_changed.sampler = change.sampler;
        else if (change.kind == OverrideRecord::Kind::draftLength)
            m_changed.draftLength = change.draftLength;
    }
    m_changedAt = m_position;
    m_follows = true;
    for (const WhatIf& change : changes) {
        ++m_commandsOut;
        post([job = m_command, change](SessionWorker& worker) { worker.force(job, change); });
    }
}

} // namespace draftscope
