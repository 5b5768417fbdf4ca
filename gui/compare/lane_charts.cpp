// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane_charts.h"

#include <algorithm>

#include "widgets/style/qt_text.h"
#include "widgets/words/metric_words.h"

namespace draftscope {

namespace {

QString nameOfRow(const LaneRow& row)
{
    return QStringLiteral("%1 · %2").arg(row.name, row.settings);
}

LaneDrawing emptyDrawing(const std::vector<LaneRow>& rows, const QString& nothing)
{
    LaneDrawing drawing;
    drawing.nothing = nothing;
    for (const LaneRow& row : rows)
        drawing.lanes.push_back({row.number, nameOfRow(row)});
    return drawing;
}

QString prompts(int count)
{
    return count == 1 ? Lanes::tr("over 1 prompt") : Lanes::tr("over %1 prompts").arg(count);
}

/// The kinds of the prompts, in their order.
std::vector<std::string> kindsOf(const std::vector<Prompt>& prompts)
{
    std::vector<std::string> kinds;
    for (const Prompt& prompt : prompts)
        if (std::ranges::count(kinds, prompt.kind) == 0)
            kinds.push_back(prompt.kind);
    return kinds;
}

} // namespace

QString nameOf(LanesShownAs what)
{
    switch (what) {
    case LanesShownAs::table:
        return Lanes::tr("Table");
    case LanesShownAs::speedUps:
        return Lanes::tr("Speed-up by method");
    case LanesShownAs::survival:
        return Lanes::tr("Survival by position");
    case LanesShownAs::tokensByKind:
        break;
    }
    return Lanes::tr("Tokens per step by kind of text");
}

LaneDrawing speedUpDrawing(const std::vector<LaneRow>& rows, const QString& nothing)
{
    LaneDrawing drawing = emptyDrawing(rows, nothing);
    drawing.title = titleOfMetric("measured speed-up");
    drawing.key = QStringLiteral("speed_up");
    drawing.unit = QStringLiteral(" ×");
    drawing.isByLane = true;
    drawing.level = 1;
    drawing.levelName = Lanes::tr("plain decoding");
    for (const LaneRow& row : rows) {
        drawing.groups.push_back(QStringLiteral("%1 · %2").arg(
            row.number > 0 ? QString::number(row.number) : QStringLiteral("–"), row.name));
        LaneDrawing::Point& point = drawing.points.emplace_back();
        point.value = LaneTable::valueOf(row, LaneTable::measuredSpeedUp);
        if (point.value) {
            const FigureValue& figure = row.figures.at(LaneTable::measuredSpeedUp - 1);
            point.spread = figure.quartiles;
            if (!point.spread && figure.interval) {
                point.spread = Quartiles{figure.interval->lower, figure.interval->upper};
                point.isInterval = true;
            }
            point.detail = row.prompts > 0 ? prompts(row.prompts) : Lanes::tr("measured in turns");
        } else {
            point.why = LaneTable::whyMissing(row, LaneTable::measuredSpeedUp);
        }
    }
    return drawing;
}

LaneDrawing survivalDrawing(const std::vector<LaneRow>& rows, const std::function<const Metrics*(int row)>& metricsOf,
                            const QString& nothing)
{
    LaneDrawing drawing = emptyDrawing(rows, nothing);
    drawing.form = LaneDrawing::Form::lines;
    drawing.title = Lanes::tr("survival");
    drawing.key = QStringLiteral("survival");
    drawing.groupTitle = Lanes::tr("position in the draft");
    drawing.groupKey = QStringLiteral("position");
    drawing.least = 1;
    int deepest = 0;
    for (int row = 0; row < int(rows.size()); ++row)
        if (const Metrics* metrics = metricsOf(row))
            deepest = std::max(deepest, metrics->maxDepth());
    for (int depth = 1; depth <= deepest; ++depth) {
        drawing.groups.push_back(QString::number(depth));
        for (int row = 0; row < int(rows.size()); ++row) {
            LaneDrawing::Point& point = drawing.points.emplace_back();
            const Metrics* const metrics = metricsOf(row);
            if (!metrics || metrics->atDepth(depth).drafted == 0) {
                point.why = rows[std::size_t(row)].isPlain ? Lanes::tr("plain decoding drafts nothing.")
                    : metrics                              ? Lanes::tr("nothing has been drafted there.")
                                                           : rows[std::size_t(row)].whyNothing;
                continue;
            }
            const DepthCounts counts = metrics->atDepth(depth);
            point.value = metrics->survivalAt(depth);
            point.detail = Lanes::tr("accepted in %1 of %2 rounds that drafted it")
                               .arg(QString::number(counts.accepted), QString::number(counts.drafted));
        }
    }
    return drawing;
}

LaneDrawing tokensByKindDrawing(const std::vector<LaneRow>& rows, const Measurement* measurement,
                                const std::function<int(int row)>& wayOf, const QString& nothing)
{
    LaneDrawing drawing = emptyDrawing(rows, nothing);
    drawing.title = titleOfMetric("tokens per step");
    drawing.key = QStringLiteral("tokens_per_step");
    drawing.groupTitle = Lanes::tr("kind of text");
    drawing.groupKey = QStringLiteral("kind");
    if (!measurement)
        return drawing;
    std::vector<std::string> kinds = kindsOf(measurement->prompts());
    const bool hasSeveral = kinds.size() > 1;
    if (hasSeveral)
        kinds.emplace_back();
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        const bool isAll = hasSeveral && k + 1 == kinds.size();
        drawing.groups.push_back(isAll                  ? Lanes::tr("all")
                                     : kinds[k].empty() ? Lanes::tr("without a kind")
                                                        : qtText(kinds[k]));
        for (int row = 0; row < int(rows.size()); ++row) {
            LaneDrawing::Point& point = drawing.points.emplace_back();
            const int way = wayOf(row);
            if (way < 0) {
                point.why = rows[std::size_t(row)].whyNothing;
                continue;
            }
            std::vector<int> meant;
            for (const int prompt : measurement->decodes().counted(way))
                if (isAll || measurement->prompts()[std::size_t(prompt)].kind == kinds[k])
                    meant.push_back(prompt);
            const FiguresOverPrompts figures = measurement->decodes().over(way, -1, meant);
            point.value = figures.metrics.tokensPerStep();
            point.spread = figures.quartiles.at(LaneTable::tokensPerStep - 1);
            point.detail = prompts(figures.prompts);
            if (!point.value)
                point.why = measurement->isRunning() ? Lanes::tr("none of these prompts is decoded yet.")
                                                     : Lanes::tr("none of these prompts could be decoded.");
        }
    }
    return drawing;
}

} // namespace draftscope
