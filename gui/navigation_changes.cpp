// SPDX-License-Identifier: GPL-3.0-or-later
// What a person changes: where a change counts, the fork that it takes, and what a fork keeps of earlier changes.
#include <algorithm>

#include "gui/navigation.h"
#include "gui/walk.h"

namespace draftscope {

namespace {

using Kind = OverrideRecord::Kind;

/// The changes that make sampler and K of `from` those of `to`.
std::vector<WhatIf> differences(const Navigation::InForce& from, const Navigation::InForce& to)
{
    std::vector<WhatIf> changes;
    if (from.sampler != to.sampler)
        changes.push_back({.kind = Kind::sampler, .sampler = to.sampler});
    if (from.draftLength != to.draftLength)
        changes.push_back({.kind = Kind::draftLength, .draftLength = to.draftLength});
    return changes;
}

/// Both are about sampler or K, or about how one node is drafted, or about how it is judged.
bool replaces(const WhatIf& change, const WhatIf& earlier)
{
    return change.node == earlier.node
        && (change.node < 0 ? change.kind == earlier.kind
                            : (change.kind == Kind::token) == (earlier.kind == Kind::token));
}

bool areAboutRounds(const std::vector<WhatIf>& changes)
{
    return std::all_of(changes.begin(), changes.end(), [](const WhatIf& change) { return change.node < 0; });
}

/// The first round that sampler and K can still be changed for.
int firstToBegin(Position at)
{
    return at.round + (at.moment > 0 ? 1 : 0);
}

/// Sampler and K may be changed more than once before a round begins; the round has what came last.
std::vector<OverrideRecord> lastOfEachSetting(const std::vector<OverrideRecord>& overrides)
{
    std::vector<OverrideRecord> last;
    for (const OverrideRecord& record : overrides) {
        if (record.node < 0)
            std::erase_if(last, [&](const OverrideRecord& earlier) { return earlier.kind == record.kind; });
        last.push_back(record);
    }
    return last;
}

constexpr qsizetype mostNamed = 4;

QString joined(QStringList words)
{
    if (const auto others = words.size() - mostNamed; others > 0) {
        words.resize(mostNamed);
        words << QObject::tr("%1 more").arg(others);
    }
    return words.join(QStringLiteral(", "));
}

} // namespace

// --- what is in force

Navigation::InForce Navigation::askedOf(int branch, int round) const
{
    InForce asked{m_recording.round(branch, round).sampler, m_recording.header().draftLength};
    for (int r = 0; r <= round; ++r)
        for (const OverrideRecord& change : m_recording.round(branch, r).overrides)
            if (change.kind == Kind::draftLength)
                asked.draftLength = int(change.value);
    return asked;
}

Navigation::InForce Navigation::begunWith(Position at) const
{
    const int round = firstToBegin(at) - 1;
    if (round < 0 || m_recording.roundCount(at.branch) == 0)
        return {m_recording.header().sampler, m_recording.header().draftLength};
    return askedOf(at.branch, std::min(round, m_recording.roundCount(at.branch) - 1));
}

Navigation::InForce Navigation::inForceAt(Position at) const
{
    const int next = firstToBegin(at);
    if (m_hasRecording && next < m_recording.roundCount(at.branch))
        return askedOf(at.branch, next);
    const Changed* changed = changedForNextRound(at);
    return changed ? changed->to : begunWith(at);
}

const Navigation::Changed* Navigation::changedForNextRound(Position at) const
{
    const auto changed = m_changed.find(at.branch);
    const bool isForIt = changed != m_changed.end() && firstToBegin(changed->second.at) == firstToBegin(at);
    return isForIt ? &changed->second : nullptr;
}

bool Navigation::isLastRound(int branch, int round) const
{
    const RoundRecord& record = m_recording.round(branch, round);
    const int length = record.prefixLength + int(record.committed.size());
    return record.isFinished()
        && (record.endOfText || generatedAfter(record) >= m_running.settings.maxTokens
            || length >= m_recording.header().target.context);
}

int Navigation::generatedAfter(const RoundRecord& round) const
{
    return round.prefixLength + int(round.committed.size()) - int(m_recording.header().promptTokens.size());
}

std::optional<int> Navigation::nextRoundToBegin() const
{
    const int next = firstToBegin(position());
    const bool isOver =
        next > 0 && next - 1 < m_recording.roundCount(position().branch) && isLastRound(position().branch, next - 1);
    return m_hasRecording && !isOver ? std::optional(next) : std::nullopt;
}

bool Navigation::setupDiffers() const
{
    if (!m_hasRecording)
        return false;
    const SessionSettings& wanted = m_setup.settings;
    const InForce now = inForce();
    RunSetup elsewhere = m_running;
    elsewhere.settings.sampler = wanted.sampler;
    elsewhere.settings.draftLength = wanted.draftLength;
    const bool drafts = now.draftLength > 0; // else nobody asks for K
    return elsewhere != m_setup || now.sampler != wanted.sampler || (drafts && now.draftLength != wanted.draftLength);
}

// --- changes

bool Navigation::mayChange()
{
    if (m_activity == Activity::loading) {
        emit failed(tr("Nothing was changed, because another run was being loaded: choose again when it is there."));
        return false;
    }
    if (canCompute())
        return true;
    const QString why = whyNothingIsComputed();
    emit failed(!why.isEmpty() ? why
                               : tr("A trace cannot be changed, because its models are not loaded: restart with "
                                    "models to try a change."));
    return false;
}

void Navigation::change(const std::vector<WhatIf>& changes, std::optional<Position> from)
{
    carryOut({changes, from.value_or(position())});
}

void Navigation::changeFromStartOfRound(const std::vector<WhatIf>& changes)
{
    carryOut({changes, {position().branch, position().round, 0}, true});
}

void Navigation::carryOut(const PendingChanges& wanted)
{
    const std::vector<WhatIf>& changes = wanted.changes;
    if (!m_hasRecording || changes.empty() || !mayChange())
        return;
    halt();
    if (m_commandsOut > 0) {
        putOff(wanted);
        return;
    }
    if (wanted.from != position())
        m_playhead.show(wanted.from);
    if (const int begun = firstToBegin(position()) - 1;
        areAboutRounds(changes) && !nextRoundToBegin()) { // whose settings would they be?
        say(tr("The text ends in round %1, so no round after it can have %2: redo this round with it, or go back to "
               "an earlier one.")
                .arg(begun + 1)
                .arg(describe(changes, m_recording)));
        return;
    }
    m_measuring.end(tr("Measuring was cancelled, because something was changed: measure again."));
    m_hasWhatIfs = true;
    ++m_changesMade;
    std::erase_if(m_withoutEffect, [this](const WithoutEffect& change) { return change.branch == position().branch; });
    Position at = position();
    for (const WhatIf& change : changes) {
        if (change.kind == Kind::token)
            m_recording.learn(change.token, [&](TokenId token) { return m_tokenizer->bytes(token); });
        at.moment = std::min(at.moment, placeOf(change, m_recording, position()).moment);
    }
    if (at == m_playhead.end())
        changeHere(at, changes);
    else
        changeInFork(at, changes);
    m_playhead.setFollowing(true);
    if (wanted.showsRound)
        ask([job = m_command](SessionWorker& worker) { worker.advance(job, {Stride::Kind::moment, {}}); });
    m_sentence.follow();
    m_playhead.showAgain(); // what is in force from here on
}

/// Changes of the same moment are made as one, so that they stack; those of another one are another fork.
void Navigation::putOff(const PendingChanges& wanted)
{
    if (m_pendingChanges.empty() || m_pendingChanges.back().from != wanted.from
        || m_pendingChanges.back().showsRound != wanted.showsRound) {
        m_pendingChanges.push_back(wanted);
        return;
    }
    std::vector<WhatIf>& waiting = m_pendingChanges.back().changes;
    for (const WhatIf& change : wanted.changes) {
        std::erase_if(waiting, [&](const WhatIf& earlier) { return replaces(change, earlier); });
        waiting.push_back(change);
    }
}

/// Nothing that is recorded changes.
void Navigation::changeHere(Position at, const std::vector<WhatIf>& changes)
{
    const InForce before = inForceAt(at);
    InForce now = before;
    for (const WhatIf& change : changes)
        if (change.kind == Kind::sampler)
            now.sampler = change.sampler;
        else if (change.kind == Kind::draftLength)
            now.draftLength = change.draftLength;
    if (m_sessionBranch != at.branch)
        bringSessionTo(at, at.branch);
    await(at, changes);
    rememberInForce(at, begunWith(at), now);
    for (const WhatIf& change : changes)
        post(change);
    say(areAboutRounds(changes)
            ? tr("From round %1 on: %2.").arg(QString::number(firstToBegin(at) + 1), describe(changes, m_recording))
            : tr("In round %1: %2.").arg(QString::number(roundAbout(at) + 1), inWords(changes, at)));
}

void Navigation::changeInFork(Position at, const std::vector<WhatIf>& changes)
{
    const QString words = inWords(changes, at);
    InForce now = inForceAt(at);
    // The session comes to `at` with these: at the beginning of a recorded round it opens that round as it was.
    const InForce resumed = at.moment == 0 ? now : begunWith(at);
    std::vector<WhatIf> posted = changes;
    for (const WhatIf& kept : differences(resumed, now))
        if (std::none_of(changes.begin(), changes.end(), [&](const WhatIf& c) { return c.kind == kept.kind; }))
            posted.push_back(kept);
    for (const WhatIf& change : changes)
        if (change.kind == Kind::sampler)
            now.sampler = change.sampler;
        else if (change.kind == Kind::draftLength)
            now.draftLength = change.draftLength;
    ChangedLater before = changedAfter(at);
    std::erase_if(before.inRound, [&](const WhatIf& earlier) {
        return std::any_of(changes.begin(), changes.end(), [&](const WhatIf& c) { return replaces(c, earlier); });
    });
    std::vector<WhatIf> kept = before.inRound;
    kept.insert(kept.end(), posted.begin() + std::ptrdiff_t(changes.size()), posted.end());
    const QString keptWords = inWords(kept, at);

    const int branch = m_recording.fork(at, describe(changes, m_recording).toStdString());
    const Position begin = m_recording.end(branch);
    await(begin, before.inRound);
    bringSessionTo(at, branch); // by way of the parent, which knows the settings of the round that is opened again
    m_playhead.show(begin);
    await(begin, changes);
    rememberInForce(begin, begunWith(begin), now);
    for (const WhatIf& change : posted)
        post(change);

    QString sentence = tr("Branch %1 begins here: %2. Branch %3 stays.")
                           .arg(QString::number(branch), words, QString::number(at.branch));
    if (!kept.empty())
        sentence += QLatin1Char(' ') + tr("Kept from it: %1.").arg(keptWords);
    if (!before.later.isEmpty())
        sentence +=
            QLatin1Char(' ') + tr("Not kept, as the text is another one by then: %1.").arg(joined(before.later));
    say(sentence);
}

/// Sampler and K of the next round, until it shows them itself: the session forgets them when it leaves the branch.
void Navigation::rememberInForce(Position at, const InForce& before, const InForce& now)
{
    if (const auto changes = differences(before, now); !changes.empty())
        m_changed.insert_or_assign(at.branch, Changed{at, now, changes});
    else
        m_changed.erase(at.branch);
}

QString Navigation::inWords(const std::vector<WhatIf>& changes, Position at) const
{
    std::vector<WhatIf> nodes, settings;
    for (const WhatIf& change : changes)
        (change.node < 0 ? settings : nodes).push_back(change);
    QStringList words;
    if (!nodes.empty())
        words << describe(nodes, m_recording);
    if (!settings.empty())
        words << tr("%1 from round %2 on").arg(describe(settings, m_recording), QString::number(firstToBegin(at) + 1));
    return words.join(QStringLiteral(", "));
}

Navigation::ChangedLater Navigation::changedAfter(Position at) const
{
    ChangedLater changed;
    const int again = roundAbout(at), next = firstToBegin(at);
    const auto nameLater = [&](const WhatIf& change, int round) {
        changed.later << (change.node < 0 ? tr("%1 from round %2 on") : tr("%1 of round %2"))
                             .arg(describe(change, m_recording), QString::number(round + 1));
    };
    for (int r = again; r < m_recording.roundCount(at.branch); ++r) {
        const RoundRecord& whole = m_recording.round(at.branch, r);
        const RoundRecord kept = r == at.round ? atMoment(whole, at.moment) : RoundRecord();
        for (const OverrideRecord& record : lastOfEachSetting(whole.overrides)) {
            const bool happened = std::ranges::count(kept.overrides, record) > 0;
            const WhatIf change = whatIfOf(record, whole);
            if (change.node >= 0 && r == again && !happened)
                changed.inRound.push_back(change);
            else if (change.node < 0 ? r > next : r > again)
                nameLater(change, r);
        }
    }
    if (const auto awaited = m_awaited.find(at.branch); awaited != m_awaited.end())
        for (const Awaited& before : awaited->second) {
            if (before.round == again)
                changed.inRound.push_back(before.change);
            else if (before.round > again)
                nameLater(before.change, before.round);
        }
    if (const auto pending = m_changed.find(at.branch); pending != m_changed.end())
        if (const int from = firstToBegin(pending->second.at); from > next && from >= m_recording.roundCount(at.branch))
            for (const WhatIf& change : pending->second.changes)
                nameLater(change, from);
    return changed;
}

// --- until a change takes effect

int Navigation::roundAbout(Position at) const
{
    const bool isRecorded = at.round < m_recording.roundCount(at.branch);
    const bool hasEnded =
        isRecorded && at.moment > 0 && atMoment(m_recording.round(at.branch, at.round), at.moment).isFinished();
    return at.round + (hasEnded ? 1 : 0);
}

void Navigation::await(Position at, const std::vector<WhatIf>& changes)
{
    const int round = roundAbout(at);
    std::vector<Awaited>& here = m_awaited[at.branch];
    for (const WhatIf& change : changes) {
        if (change.node < 0)
            continue;
        std::erase_if(
            here, [&](const Awaited& earlier) { return earlier.round == round && replaces(change, earlier.change); });
        here.push_back({at, round, change});
    }
}

bool Navigation::isToCome(const Awaited& awaited, Position at) const
{
    return awaited.round == roundAbout(at) && !isBefore(at, awaited.at);
}

void Navigation::forgetWhatHasTakenEffect(int branch, const RoundRecord& round)
{
    const auto here = m_awaited.find(branch);
    if (here == m_awaited.end())
        return;
    std::erase_if(here->second, [&](const Awaited& awaited) {
        if (awaited.round != round.round)
            return false;
        const bool hasEffect = hasTakenEffect(awaited.change, round);
        if (!hasEffect && round.isFinished())
            m_withoutEffect.push_back(
                {branch, round.round, whyWithoutEffect(awaited.change, round, m_recording.header())});
        return hasEffect || round.isFinished();
    });
}

std::vector<WhatIf> Navigation::awaitedFor(int node) const
{
    std::vector<WhatIf> changes;
    const auto branch = m_awaited.find(position().branch);
    if (branch == m_awaited.end())
        return changes;
    for (const Awaited& awaited : branch->second)
        if (awaited.change.node == node && isToCome(awaited, position()))
            changes.push_back(awaited.change);
    return changes;
}

} // namespace draftscope
