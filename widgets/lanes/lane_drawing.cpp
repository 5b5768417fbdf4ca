// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lanes/lane_drawing.h"

#include <algorithm>

#include "widgets/lanes/lane_chart.h"
#include "widgets/words/token_text.h"

namespace draftscope {

QString LaneDrawing::Lane::title() const
{
    return QStringLiteral("%1 · %2").arg(number > 0 ? QString::number(number) : QStringLiteral("–"), name);
}

QString LaneDrawing::textOf(double value) const
{
    return number(value) + unit;
}

bool LaneDrawing::isEmpty() const
{
    return std::ranges::none_of(points, [](const Point& point) { return point.value.has_value(); });
}

int LaneDrawing::laneOf(int point) const
{
    return isByLane ? point : point % int(lanes.size());
}

int LaneDrawing::groupOf(int point) const
{
    return isByLane ? point : point / int(lanes.size());
}

QString LaneDrawing::sentenceOf(int point) const
{
    const Point& at = points.at(std::size_t(point));
    QString name = lanes.at(std::size_t(laneOf(point))).title();
    if (!isByLane)
        name += QStringLiteral(", %1 %2").arg(groupTitle, groups.at(std::size_t(groupOf(point))));
    if (!at.value)
        return QStringLiteral("%1: %2").arg(name, at.why.isEmpty() ? LaneChart::tr("nothing yet.") : at.why);
    QString words = QStringLiteral("%1: %2 %3").arg(name, title, textOf(*at.value));
    if (at.spread)
        words += (at.isInterval ? LaneChart::tr(", interval %1 to %2")
                                : LaneChart::tr(", quartiles over the prompts %1 – %2"))
                     .arg(textOf(at.spread->lower), textOf(at.spread->upper));
    if (!at.detail.isEmpty())
        words += QStringLiteral(", ") + at.detail;
    return words + QLatin1Char('.');
}

DataTable tableOf(const LaneDrawing& drawing)
{
    DataTable table{{QStringLiteral("lane"), QStringLiteral("method")}, {}};
    if (!drawing.isByLane)
        table.columns << drawing.groupKey;
    table.columns << drawing.key << drawing.key + QStringLiteral("_lower_quartile")
                  << drawing.key + QStringLiteral("_upper_quartile");
    if (drawing.isByLane)
        table.columns << drawing.key + QStringLiteral("_lower") << drawing.key + QStringLiteral("_upper");
    for (int point = 0; point < int(drawing.points.size()); ++point) {
        const LaneDrawing::Point& at = drawing.points[std::size_t(point)];
        const LaneDrawing::Lane& lane = drawing.lanes.at(std::size_t(drawing.laneOf(point)));
        QStringList cells{lane.number > 0 ? QString::number(lane.number) : QString(), lane.name};
        if (!drawing.isByLane)
            cells << drawing.groups.at(std::size_t(drawing.groupOf(point)));
        const auto end = [&at](bool isOfInterval, double Quartiles::*which) {
            return exactCell(at.spread && at.isInterval == isOfInterval ? std::optional((*at.spread).*which)
                                                                        : std::nullopt);
        };
        cells << exactCell(at.value) << end(false, &Quartiles::lower) << end(false, &Quartiles::upper);
        if (drawing.isByLane)
            cells << end(true, &Quartiles::lower) << end(true, &Quartiles::upper);
        table.rows << cells;
    }
    return table;
}

} // namespace draftscope
