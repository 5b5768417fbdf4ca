// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane_rows.h"

#include <algorithm>

#include "engine/analysis/published_figures.h"
#include "gui/compare/lane_words.h"
#include "gui/compare/measurement.h"
#include "gui/language/engine_words.h"
#include "widgets/words/speed_figures.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

void addPublished(LaneRow& row, std::string_view method, std::string_view shape)
{
    const auto figures = publishedFiguresOf(method, shape);
    if (!figures)
        return;
    row.published = engineWords(inWords(*figures));
    row.source = QString::fromUtf8(figures->source.data(), qsizetype(figures->source.size()));
    row.publishedShort = QStringLiteral("%1 · %2 ×").arg(number(figures->tokensPerStep), number(figures->speedUp));
}

LaneRow namedRow(const Lanes& lanes, const Lane& lane)
{
    LaneRow row;
    row.number = lanes.indexOf(&lane) + 1;
    row.name = methodTitle(lane);
    row.settings = settingsInWords(lane);
    row.isPlain = lane.isPlain();
    addPublished(row, lane.setup().settings.method, lane.setup().settings.shape);
    row.hasPlain = lanes.plainLaneFor(lane) != nullptr;
    return row;
}

/// Until everything was decoded often enough.
void hideTimes(FiguresOverPrompts& figures, LaneRow& row)
{
    figures.speed = {};
    for (std::size_t f = 0; f < figures.quartiles.size(); ++f)
        if (isTimed(comparedFigures()[f]))
            figures.quartiles[f].reset();
    row.whyNoTimes = Lanes::tr("Times are shown when all prompts were decoded often enough.");
}

} // namespace

LaneRow rowOf(const Lanes& lanes, const Lane& lane)
{
    LaneRow row = namedRow(lanes, lane);
    const Metrics& metrics = lane.playhead().metrics();
    row.figures = figureValues({metrics, lanes.speeds().of(lane).value_or(Speed()), lane.run().resources().memory});
    row.hasRounds = metrics.rounds() > 0;
    row.whyNoTimes = lanes.speeds().whyNone(lane);
    if (lanes.speeds().background().isMeasured())
        row.busy = busyWords(lanes.speeds().background().measurement().steadiness());
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
    if (!measurement->isComplete() && !measurement->isStopped())
        hideTimes(figures, row);
    else
        row.busy = busyWords(measurement->steadiness());
    row.prompts = figures.prompts;
    row.figures = figureValues(figures, figures.quartiles);
    row.hasRounds = figures.metrics.rounds() > 0;
    return row;
}

LaneRow rowOf(const ComparedLane& lane, int number)
{
    LaneRow row;
    row.number = number;
    row.name = QString::fromStdString(lane.way.name);
    row.settings = QString::fromStdString(lane.way.settings);
    row.isPlain = lane.header.method == "plain";
    addPublished(row, lane.header.method, lane.header.shape);
    row.whyNothing = Lanes::tr("The file has no such figure.");
    row.figures = lane.way.figures;
    row.prompts = lane.way.prompts;
    return row;
}

} // namespace draftscope
