// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane_rows.h"

#include <algorithm>

#include "gui/compare/lane_words.h"

namespace draftscope {

namespace {

RoundTimes timesOf(const Lane& lane)
{
    RoundTimes times;
    for (int r = 0; r < lane.shownRounds(); ++r)
        times.add(lane.recording().round(0, r));
    return times;
}

} // namespace

LaneRow rowOf(const Lanes& lanes, const Lane& lane)
{
    LaneRow row;
    row.number = lanes.indexOf(&lane) + 1;
    row.name = methodTitle(lane);
    row.settings = settingsInWords(lane);
    row.isPlain = lane.isPlain();
    row.metrics = lane.playhead().metrics();
    const Lane* const plain = lanes.plainLaneFor(lane);
    row.hasPlain = plain != nullptr;
    const RoundTimes times = timesOf(lane);
    const RoundTimes plainTimes = plain ? timesOf(*plain) : RoundTimes();
    row.speed = speedOf(row.metrics, times, plain ? &plainTimes : nullptr, lane.playhead().draftsTrees());
    return row;
}

} // namespace draftscope
