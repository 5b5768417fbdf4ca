// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane_rows.h"

#include <algorithm>

#include "gui/compare/lane_words.h"
#include "gui/compare/measurement.h"

namespace draftscope {

namespace {

RoundTimes timesOf(const Lane& lane)
{
    RoundTimes times;
    for (int r = 0; r < lane.shownRounds(); ++r)
        times.add(lane.recording().round(0, r));
    return times;
}

LaneRow namedRow(const Lanes& lanes, const Lane& lane)
{
    LaneRow row;
    row.number = lanes.indexOf(&lane) + 1;
    row.name = methodTitle(lane);
    row.settings = settingsInWords(lane);
    row.isPlain = lane.isPlain();
    row.hasPlain = lanes.plainLaneFor(lane) != nullptr;
    return row;
}

} // namespace

LaneRow rowOf(const Lanes& lanes, const Lane& lane)
{
    LaneRow row = namedRow(lanes, lane);
    row.metrics = lane.playhead().metrics();
    const Lane* const plain = lanes.plainLaneFor(lane);
    const RoundTimes times = timesOf(lane);
    const RoundTimes plainTimes = plain ? timesOf(*plain) : RoundTimes();
    row.speed = speedOf(row.metrics, times, plain ? &plainTimes : nullptr, lane.playhead().draftsTrees());
    return row;
}

LaneRow rowOver(const Lanes& lanes, const Lane& lane, const Measurement* measurement)
{
    LaneRow row = namedRow(lanes, lane);
    const int way = measurement ? measurement->wayOf(lane.setup()) : -1;
    if (way < 0) {
        row.whyNothing = measurement
            ? Lanes::tr("This lane was not there when the prompts were decoded: decode them again.")
            : Lanes::tr("Nothing is decoded yet: start it above the table.");
        return row;
    }
    row.whyNothing = QString::fromStdString(measurement->decodes().whyOut(way));
    const Lane* const plain = lanes.plainLaneFor(lane);
    FiguresOverPrompts figures = measurement->decodes().over(way, plain ? measurement->wayOf(plain->setup()) : -1);
    row.prompts = figures.prompts;
    row.metrics = figures.metrics;
    row.speed = figures.speed;
    row.quartiles = std::move(figures.quartiles);
    return row;
}

} // namespace draftscope
