// SPDX-License-Identifier: GPL-3.0-or-later
// Navigation among what is recorded, and the changes that a person makes there.
#include <algorithm>

#include "gui/navigation.h"
#include "gui/walk.h"

namespace draftscope {

namespace {

/// A key that is held down asks no further ahead than this, so that letting go of it ends the computing too.
constexpr int mostCommandsOut = 2;

/// The changes that make sampler and K of `from` those of `to`.
std::vector<WhatIf> differences(const Navigation::InForce& from, const Navigation::InForce& to)
{
    std::vector<WhatIf> changes;
    if (from.sampler != to.sampler)
        changes.push_back({.kind = OverrideRecord::Kind::sampler, .sampler = to.sampler});
    if (from.draftLength != to.draftLength)
        changes.push_back({.kind = OverrideRecord::Kind::draftLength, .draftLength = to.draftLength});
    return changes;
}

} // namespace

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
    refreshRound();
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

void Navigation::change(const std::vector<WhatIf>& changes, std::optional<Position> from)
{
    if (!m_hasRecording || changes.empty())
        return;
    if (m_activity == Activity::loading) {
        emit failed(tr("Another run is being loaded: change something when it is there."));
        return;
    }
    if (!canCompute()) {
        const QString why = whyNothingIsComputed();
        emit failed(!why.isEmpty() ? why
                                   : tr("A trace cannot be changed, because its models are not loaded: restart with "
                                        "models to try a change."));
        return;
    }
    halt();
    const Position shownAt = from.value_or(m_position);
    if (m_commandsOut > 0) {
        m_pendingChanges = {changes, shownAt};
        return;
    }
    endMeasuring(tr("Measuring was cancelled, because something was changed: measure again."));
    m_hasWhatIfs = true;
    ++m_changesMade;
    if (shownAt != m_position)
        show(nearest(m_recording, shownAt));
    Position at = m_position;
    QStringList words;
    for (const WhatIf& change : changes) {
        if (change.kind == OverrideRecord::Kind::token)
            m_recording.learn(change.token, [&](TokenId token) { return m_tokenizer->bytes(token); });
        at.moment = std::min(at.moment, placeOf(change, m_recording, m_position).moment);
        words << describe(change, m_recording);
    }
    Changed changed{at, inForce(), {}};
    for (const WhatIf& change : changes) {
        if (change.kind == OverrideRecord::Kind::sampler)
            changed.to.sampler = change.sampler;
        else if (change.kind == OverrideRecord::Kind::draftLength)
            changed.to.draftLength = change.draftLength;
        if (change.node < 0)
            changed.changes.push_back(change);
    }
    if (at == end()) {
        if (m_sessionBranch != at.branch)
            bringSessionTo(at, at.branch);
        await(at, changes);
        const bool isAboutRounds = changed.changes.size() == changes.size();
        const QString when = isAboutRounds && m_round && !m_round->isFinished() ? tr("From the next round on: %1.")
                                                                                : tr("From here on: %1.");
        emit said(when.arg(words.join(QStringLiteral(", "))));
    } else {
        const int branch = m_recording.fork(at, words.join(QStringLiteral(", ")).toStdString());
        for (const Awaited& before : m_awaited[at.branch]) // a fork has what was changed before it
            if (isToCome(before, at))
                m_awaited[branch].push_back(before);
        bringSessionTo(at, branch); // by way of the parent, which knows the settings of the round that is opened again
        show(m_recording.end(branch));
        await(m_position, changes);
        changed.at = m_position;
        changed.changes = differences(inForce(), changed.to);
        emit said(
            tr("Branch %1 begins here: %2. The old one stays.").arg(branch).arg(words.join(QStringLiteral(", "))));
    }
    if (!changed.changes.empty()) {
        if (const auto before = m_changed.find(changed.at.branch);
            before != m_changed.end() && before->second.at == changed.at)
            changed.changes.insert(changed.changes.begin(), before->second.changes.begin(),
                                   before->second.changes.end());
        m_changed.insert_or_assign(changed.at.branch, changed);
    }
    m_follows = true;
    for (const WhatIf& change : changes)
        post(change);
}

} // namespace draftscope
