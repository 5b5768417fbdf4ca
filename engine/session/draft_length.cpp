// SPDX-License-Identifier: MIT
#include "engine/session/draft_length.h"

#include <algorithm>

#include "engine/session/shapes.h"

namespace draftscope {
namespace {

// Of Draft & Verify: the share of drafts that should be accepted, how much of the old share and of the old threshold
// stays, and the step that a threshold would take.
constexpr double wantedMatchRate = 0.9, keptMatchRate = 0.5, keptThreshold = 0.9, thresholdStep = 0.01;

int deepestNode(const RoundRecord& round)
{
    int depth = 0;
    for (const NodeRecord& node : round.nodes)
        depth = std::max(depth, node.depth);
    return depth;
}

/// A person's K for this round, or 0.
int chosenLength(const RoundRecord& round)
{
    int length = 0;
    for (const OverrideRecord& change : round.overrides)
        if (change.kind == OverrideRecord::Kind::draftLength)
            length = int(change.value);
    return length;
}

} // namespace

LengthSchedule lengthScheduleOf(const SessionSettings& settings)
{
    const auto method = methodNamed(settings.method);
    return method && (*method)->drafts() ? LengthSchedule(optionOf(settings, "length-schedule"))
                                         : LengthSchedule::constant;
}

const std::vector<MethodOption>& lengthOptions()
{
    static const std::vector<MethodOption> options = {
        {"stop-below", "Stop below",
         "Nothing is drafted behind a token that the draft gives a smaller probability, in percent at temperature 1; 0 "
         "is off",
         0, 100, 0},
        {"length-schedule",
         "Schedule",
         "Constant (0): K stays; additive (1): K rises by 2 after a round whose drafts were all accepted, else falls "
         "by "
         "1; Draft & Verify (2): stop-below rises while less than 90 % of drafts are accepted, else falls",
         0,
         2,
         0,
         {"Constant", "Additive", "Draft & Verify"}}};
    return options;
}

int mostDraftLength(const SessionSettings& settings)
{
    return lengthScheduleOf(settings) == LengthSchedule::additive ? maxDraftLength : settings.draftLength;
}

void planDraftLength(RoundRecord& round, const RoundRecord& before, const SessionSettings& settings)
{
    const LengthSchedule schedule = lengthScheduleOf(settings);
    round.draftLength = settings.draftLength;
    round.stopBelow = optionOf(settings, "stop-below") / 100.0;
    if (schedule == LengthSchedule::matching)
        round.matchRate = wantedMatchRate;
    const int chosen = chosenLength(round), drafted = deepestNode(before), accepted = before.acceptedCount();
    if (schedule == LengthSchedule::additive && chosen > 0)
        round.draftLength = chosen;
    if (!before.isFinished())
        return;
    if (schedule == LengthSchedule::additive && chosen == 0) {
        // A round without drafts teaches nothing, and a copy nothing of the method's own.
        const int step = drafted == 0 || before.copied ? 0 : accepted == drafted ? 2 : -1;
        round.draftLength = std::clamp(before.draftLength + step, 1, maxDraftLength);
    }
    if (schedule == LengthSchedule::matching) {
        round.stopBelow = before.stopBelow;
        round.matchRate = before.matchRate;
        if (drafted == 0 || before.copied)
            return;
        round.matchRate = keptMatchRate * before.matchRate + (1 - keptMatchRate) * accepted / drafted;
        const double step = round.matchRate <= wantedMatchRate ? thresholdStep : -thresholdStep;
        round.stopBelow = std::clamp(before.stopBelow + (1 - keptThreshold) * step, 0.0, 1.0);
    }
}

} // namespace draftscope
