// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/what_ifs_in_force.h"

#include <algorithm>

#include <QObject>

#include "gui/playback/recorded_steps.h"

namespace draftscope {

namespace {

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

} // namespace

// --- nodes

void WhatIfsInForce::await(Position at, const std::vector<WhatIf>& changes)
{
    const int round = roundAbout(recording(), at);
    std::vector<Awaited>& here = m_awaited[at.branch];
    for (const WhatIf& change : changes) {
        if (change.node < 0)
            continue;
        std::erase_if(
            here, [&](const Awaited& earlier) { return earlier.round == round && replaces(change, earlier.change); });
        here.push_back({at, round, change});
    }
}

std::vector<WhatIf> WhatIfsInForce::awaitedOn(int branch) const
{
    std::vector<WhatIf> changes;
    if (const auto here = m_awaited.find(branch); here != m_awaited.end())
        for (const Awaited& awaited : here->second)
            changes.push_back(awaited.change);
    return changes;
}

std::vector<WhatIf> WhatIfsInForce::awaitedFor(int node, Position at) const
{
    std::vector<WhatIf> changes;
    const auto here = m_awaited.find(at.branch);
    if (here == m_awaited.end())
        return changes;
    const int round = roundAbout(recording(), at);
    for (const Awaited& awaited : here->second)
        if (awaited.change.node == node && awaited.round == round && !isBefore(at, awaited.at))
            changes.push_back(awaited.change);
    return changes;
}

void WhatIfsInForce::take(int branch, const RoundRecord& round)
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
                {branch, round.round, whyWithoutEffect(awaited.change, round, recording().header())});
        return hasEffect || round.isFinished();
    });
}

// --- sampler and K

void WhatIfsInForce::setForNextRound(Position at, const RoundSettings& before, const RoundSettings& now)
{
    if (const auto changes = differences(before, now); !changes.empty())
        m_nextRound.insert_or_assign(at.branch, NextRound{at, now, changes});
    else
        m_nextRound.erase(at.branch);
}

const WhatIfsInForce::NextRound* WhatIfsInForce::changedForNextRound(Position at) const
{
    const auto changed = m_nextRound.find(at.branch);
    const bool isForIt = changed != m_nextRound.end() && firstToBegin(changed->second.at) == firstToBegin(at);
    return isForIt ? &changed->second : nullptr;
}

std::vector<WhatIf> WhatIfsInForce::forNextRound(Position at) const
{
    const NextRound* changed = changedForNextRound(at);
    return changed ? changed->changes : std::vector<WhatIf>();
}

RoundSettings WhatIfsInForce::inForce(Position at) const
{
    if (const int next = firstToBegin(at); next < recording().roundCount(at.branch))
        return askedOf(recording(), at.branch, next);
    const NextRound* changed = changedForNextRound(at);
    return changed ? changed->settings : begunWith(recording(), at);
}

// --- changes that came to nothing

QStringList WhatIfsInForce::takeWithoutEffect(Position shown)
{
    QStringList sentences;
    std::erase_if(m_withoutEffect, [&](const WithoutEffect& change) {
        const auto& [branch, round, why] = change;
        const bool isToBeSaid = branch == shown.branch && !isBefore(shown, endOfRound(recording(), branch, round));
        if (isToBeSaid)
            sentences << (round == shown.round ? why : QObject::tr("Round %1: %2").arg(round + 1).arg(why));
        return isToBeSaid;
    });
    return sentences;
}

void WhatIfsInForce::forgetWithoutEffect(int branch)
{
    std::erase_if(m_withoutEffect, [branch](const WithoutEffect& change) { return change.branch == branch; });
}

// --- what a fork leaves behind

WhatIfsInForce::Later WhatIfsInForce::madeAfter(Position at) const
{
    Later made;
    const int again = roundAbout(recording(), at), next = firstToBegin(at);
    const auto nameLater = [&](const WhatIf& change, int round) {
        made.later << (change.node < 0 ? QObject::tr("%1 from round %2 on") : QObject::tr("%1 of round %2"))
                          .arg(describe(change, recording()), QString::number(round + 1));
    };
    for (int r = again; r < recording().roundCount(at.branch); ++r) {
        const RoundRecord& whole = recording().round(at.branch, r);
        const RoundRecord kept = r == at.round ? atMoment(whole, at.moment) : RoundRecord();
        for (const OverrideRecord& record : lastOfEachSetting(whole.overrides)) {
            const bool happened = std::ranges::count(kept.overrides, record) > 0;
            const WhatIf change = whatIfOf(record, whole);
            if (change.node >= 0 && r == again && !happened)
                made.inRound.push_back(change);
            else if (change.node < 0 ? r > next : r > again)
                nameLater(change, r);
        }
    }
    if (const auto awaited = m_awaited.find(at.branch); awaited != m_awaited.end())
        for (const Awaited& before : awaited->second) {
            if (before.round == again)
                made.inRound.push_back(before.change);
            else if (before.round > again)
                nameLater(before.change, before.round);
        }
    if (const auto changed = m_nextRound.find(at.branch); changed != m_nextRound.end())
        if (const int from = firstToBegin(changed->second.at); from > next && from >= recording().roundCount(at.branch))
            for (const WhatIf& change : changed->second.changes)
                nameLater(change, from);
    return made;
}

void WhatIfsInForce::clear()
{
    m_awaited.clear();
    m_nextRound.clear();
    m_withoutEffect.clear();
}

} // namespace draftscope
