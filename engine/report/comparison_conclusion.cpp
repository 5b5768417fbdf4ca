// SPDX-License-Identifier: MIT
#include "engine/report/comparison_conclusion.h"

#include <algorithm>

#include <fmt/format.h>

namespace draftscope {
namespace {

std::string joined(const std::vector<std::string>& names)
{
    std::string words;
    for (std::size_t i = 0; i < names.size(); ++i)
        words += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return words;
}

std::string speedUpInWords(const FigureValue& figure)
{
    return figure.interval
        ? fmt::format("{:.2f} times as fast as plain decoding (95 of 100 measurements: {:.2f} to {:.2f})",
                      *figure.value, figure.interval->lower, figure.interval->upper)
        : fmt::format("{:.2f} times as fast as plain decoding", *figure.value);
}

/// Plain decoding is beside itself.
bool isMeasuredBeside(const ReportedWay& way)
{
    const FigureValue figure = figureNamed(way, "speed_up");
    return figure.value.has_value() && figure.interval.has_value();
}

} // namespace

FigureValue figureNamed(const ReportedWay& way, std::string_view name)
{
    const auto figures = comparedFigures();
    for (std::size_t f = 0; f < figures.size() && f < way.figures.size(); ++f)
        if (figures[f].name == name)
            return way.figures[f];
    return {};
}

const ReportedTable* tableOfAll(const ComparisonReport& report)
{
    // A kind may be called so, too: the table over all prompts is the last one.
    for (auto table = report.tables.rbegin(); table != report.tables.rend(); ++table)
        if (table->title == "all")
            return &*table;
    return report.tables.empty() ? nullptr : &report.tables.back();
}

std::vector<ReportedWay> sortedWays(const ReportedTable& table)
{
    std::vector<ReportedWay> ways = table.ways;
    std::ranges::stable_sort(ways, std::ranges::greater(),
                             [](const ReportedWay& way) { return figureNamed(way, "speed_up").value.value_or(-1); });
    return ways;
}

std::vector<std::string> conclusionOf(const ComparisonReport& report)
{
    const ReportedTable* all = tableOfAll(report);
    if (!all)
        return {"Nothing was measured."};
    std::vector<ReportedWay> ways = sortedWays(*all);
    std::erase_if(ways, [](const ReportedWay& way) { return !isMeasuredBeside(way); });
    if (ways.empty())
        return {"No speed-up was measured: there is no way beside plain decoding, or its texts were too short."};
    std::vector<std::string> sentences;
    const auto called = [](const ReportedWay& way) {
        return way.settings.empty() ? way.name : fmt::format("{} ({})", way.name, way.settings);
    };
    const FigureValue best = figureNamed(ways.front(), "speed_up");
    const bool gains = best.interval->lower > 1;
    sentences.push_back(gains ? fmt::format("Fastest over {} prompt{}: {}, {}.", ways.front().prompts,
                                            ways.front().prompts == 1 ? "" : "s", called(ways.front()),
                                            speedUpInWords(best))
                              : fmt::format("No way is certainly faster than plain decoding: the best, {}, is {}.",
                                            called(ways.front()), speedUpInWords(best)));
    std::vector<std::string> alike, slower;
    for (std::size_t i = 1; i < ways.size(); ++i) {
        const FigureValue figure = figureNamed(ways[i], "speed_up");
        if (figure.interval->upper >= best.interval->lower)
            alike.push_back(
                fmt::format("{} ({:.2f} to {:.2f})", called(ways[i]), figure.interval->lower, figure.interval->upper));
    }
    for (const ReportedWay& way : ways)
        if (figureNamed(way, "speed_up").interval->upper < 1)
            slower.push_back(called(way));
    if (!alike.empty())
        sentences.push_back(fmt::format("Not told apart from it by this measurement: {}.", joined(alike)));
    if (!slower.empty())
        sentences.push_back(fmt::format("Slower than plain decoding here: {}.", joined(slower)));
    std::vector<std::string> byKind;
    for (const ReportedTable& table : report.tables) {
        if (&table == all || table.title.empty())
            continue;
        for (const ReportedWay& way : sortedWays(table))
            if (isMeasuredBeside(way)) {
                byKind.push_back(
                    fmt::format("{}: {}, {:.2f}", table.title, called(way), *figureNamed(way, "speed_up").value));
                break;
            }
    }
    if (!byKind.empty())
        sentences.push_back(fmt::format("Fastest by kind of prompt: {}.", fmt::join(byKind, "; ")));
    return sentences;
}

} // namespace draftscope
