// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/run_changes.h"

#include <algorithm>

namespace draftscope {

ChangeMade RunChanges::make(Position from, const std::vector<WhatIf>& changes)
{
    m_areThere = true;
    ++m_count;
    m_computation.toCome().forgetWithoutEffect(from.branch);
    ChangeMade made{.at = from, .fork = {}, .kept = {}, .notKept = {}};
    for (const WhatIf& change : changes) {
        if (change.kind == OverrideRecord::Kind::token)
            recording().learn(change.token, [this](TokenId token) { return m_vocabulary.bytesOf(token); });
        made.at.moment = std::min(made.at.moment, placeOf(change, recording(), from).moment);
    }
    if (made.at == recording().end(from.branch))
        makeHere(made.at, changes);
    else
        makeInFork(made, changes);
    return made;
}

/// Nothing that is recorded changes.
void RunChanges::makeHere(Position at, const std::vector<WhatIf>& changes)
{
    WhatIfsInForce& toCome = m_computation.toCome();
    const RoundSettings now = changedBy(changes, toCome.inForce(at));
    if (m_computation.sessionBranch() != at.branch)
        m_computation.bringSessionTo(at, at.branch);
    toCome.await(at, changes);
    toCome.setForNextRound(at, begunWith(recording(), at), now);
    for (const WhatIf& change : changes)
        m_computation.force(change);
}

void RunChanges::makeInFork(ChangeMade& made, const std::vector<WhatIf>& changes)
{
    WhatIfsInForce& toCome = m_computation.toCome();
    const Position at = made.at;
    const RoundSettings before = toCome.inForce(at);
    // The session comes to `at` with these: at the beginning of a recorded round it opens that round as it was.
    const RoundSettings resumed = at.moment == 0 ? before : begunWith(recording(), at);
    std::vector<WhatIf> forced = changes;
    for (const WhatIf& kept : differences(resumed, before))
        if (std::none_of(changes.begin(), changes.end(), [&](const WhatIf& c) { return c.kind == kept.kind; }))
            forced.push_back(kept);
    WhatIfsInForce::Later earlier = toCome.madeAfter(at);
    std::erase_if(earlier.inRound, [&](const WhatIf& kept) {
        return std::any_of(changes.begin(), changes.end(), [&](const WhatIf& c) { return replaces(c, kept); });
    });
    made.kept = earlier.inRound;
    made.kept.insert(made.kept.end(), forced.begin() + std::ptrdiff_t(changes.size()), forced.end());
    made.notKept = earlier.later;

    const int branch = recording().fork(at, describeWithRound(at, changes, recording()).toStdString());
    const Position begin = recording().end(branch);
    made.fork = begin;
    toCome.await(begin, earlier.inRound);
    // By way of the parent, which knows the settings of the round that is opened again.
    m_computation.bringSessionTo(at, branch);
    toCome.await(begin, changes);
    toCome.setForNextRound(begin, begunWith(recording(), begin), changedBy(changes, before));
    for (const WhatIf& change : forced)
        m_computation.force(change);
}

void RunChanges::noteGrown()
{
    if (m_areThere)
        ++m_count;
}

void RunChanges::keep(std::uint64_t count)
{
    m_kept = std::max(m_kept, count);
}

void RunChanges::clear()
{
    m_areThere = false;
    m_count = m_kept = 0;
}

} // namespace draftscope
