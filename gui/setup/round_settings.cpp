// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/setup/round_settings.h"

#include <algorithm>

#include <QObject>

namespace draftscope {

namespace {

using Kind = OverrideRecord::Kind;

} // namespace

RoundSettings askedOf(const Recording& recording, int branch, int round)
{
    RoundSettings asked{recording.round(branch, round).sampler, recording.header().draftLength};
    for (int r = 0; r <= round; ++r)
        for (const OverrideRecord& change : recording.round(branch, r).overrides)
            if (change.kind == Kind::draftLength)
                asked.draftLength = int(change.value);
    return asked;
}

RoundSettings begunWith(const Recording& recording, Position at)
{
    const int round = firstToBegin(at) - 1;
    if (round < 0 || recording.roundCount(at.branch) == 0)
        return {recording.header().sampler, recording.header().draftLength};
    return askedOf(recording, at.branch, std::min(round, recording.roundCount(at.branch) - 1));
}

RoundSettings changedBy(const std::vector<WhatIf>& changes, RoundSettings settings)
{
    for (const WhatIf& change : changes)
        if (change.kind == Kind::sampler)
            settings.sampler = change.sampler;
        else if (change.kind == Kind::draftLength)
            settings.draftLength = change.draftLength;
    return settings;
}

std::vector<WhatIf> differences(const RoundSettings& from, const RoundSettings& to)
{
    std::vector<WhatIf> changes;
    if (from.sampler != to.sampler)
        changes.push_back({.kind = Kind::sampler, .sampler = to.sampler});
    if (from.draftLength != to.draftLength)
        changes.push_back({.kind = Kind::draftLength, .draftLength = to.draftLength});
    return changes;
}

int firstToBegin(Position at)
{
    return at.round + (at.moment > 0 ? 1 : 0);
}

int roundAbout(const Recording& recording, Position at)
{
    const bool isRecorded = at.round < recording.roundCount(at.branch);
    const bool hasEnded =
        isRecorded && at.moment > 0 && atMoment(recording.round(at.branch, at.round), at.moment).isFinished();
    return at.round + (hasEnded ? 1 : 0);
}

namespace {

/// `ofNodes` says what is about nodes: "%1", or "%1 in round 3".
QString describeAs(const QString& ofNodes, Position at, const std::vector<WhatIf>& changes, const Recording& recording)
{
    std::vector<WhatIf> nodes, settings;
    for (const WhatIf& change : changes)
        (change.node < 0 ? settings : nodes).push_back(change);
    QStringList words;
    if (!nodes.empty())
        words << ofNodes.arg(describe(nodes, recording));
    if (!settings.empty())
        words << QObject::tr("%1 from round %2 on")
                     .arg(describe(settings, recording), QString::number(firstToBegin(at) + 1));
    return words.join(QStringLiteral(", "));
}

} // namespace

QString describeAt(Position at, const std::vector<WhatIf>& changes, const Recording& recording)
{
    return describeAs(QStringLiteral("%1"), at, changes, recording);
}

QString describeWithRound(Position at, const std::vector<WhatIf>& changes, const Recording& recording)
{
    return describeAs(QObject::tr("%2 in round %1").arg(roundAbout(recording, at) + 1), at, changes, recording);
}

} // namespace draftscope
