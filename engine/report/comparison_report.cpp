// SPDX-License-Identifier: MIT
#include "engine/report/comparison_report.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <thread>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "engine/core/version.h"
#include "engine/report/comparison_conclusion.h"
#include "engine/report/markup_text.h"

#if __has_include(<sys/utsname.h>)
#include <sys/utsname.h>
#endif

namespace draftscope {
namespace {

/// What the kernel calls the processor; empty where it does not say.
std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const auto colon = line.find(':'); colon != std::string::npos)
                return line.substr(line.find_first_not_of(' ', colon + 1));
    return {};
}

std::string systemName()
{
#if __has_include(<sys/utsname.h>)
    if (utsname names; uname(&names) == 0)
        return fmt::format("{} {}", names.sysname, names.release);
#endif
    return {};
}

std::string figureText(const FigureValue& figure, int decimals)
{
    if (!figure.value)
        return "–";
    std::string text = fmt::format("{:.{}f}", *figure.value, decimals);
    if (figure.interval)
        text +=
            fmt::format(" ({:.{}f} to {:.{}f})", figure.interval->lower, decimals, figure.interval->upper, decimals);
    if (const auto& spread = figure.quartiles)
        text += fmt::format("; {}quartiles {:.{}f} – {:.{}f}",
                            spread->median ? fmt::format("median {:.{}f}, ", *spread->median, decimals) : "",
                            spread->lower, decimals, spread->upper, decimals);
    return text;
}

/// A chart that Markdown can have: bars of speed-up as blocks, each an eighth.
std::string barsInText(const ReportedTable& table)
{
    std::string bars;
    for (const ReportedWay& way : sortedWays(table)) {
        const FigureValue figure = figureNamed(way, "speed_up");
        if (!figure.value)
            continue;
        std::string name = way.name;
        for (char& c : name)
            if (c == '`' || c == '\n' || c == '\r')
                c = ' ';
        bars += fmt::format("{:<28} {:5.2f} ", name, *figure.value); // it counts characters, not bytes
        for (int i = 0; i < int(std::lround(16 * std::min(*figure.value, 4.0))); ++i)
            bars += "▇";
        bars += '\n';
    }
    return bars.empty()
        ? bars
        : fmt::format("\nMeasured speed-up over plain decoding; sixteen blocks are 1:\n\n```\n{}```\n", bars);
}

std::string tableText(const ReportedTable& table)
{
    bool hasSettings = false, hasQuartiles = false, hasIntervals = false, hasPublished = false;
    for (const ReportedWay& way : table.ways) {
        hasSettings |= !way.settings.empty();
        hasPublished |= !way.published.empty();
        for (const FigureValue& figure : way.figures) {
            hasQuartiles |= figure.quartiles.has_value();
            hasIntervals |= figure.interval.has_value();
        }
    }
    std::string text = table.title.empty() ? std::string() : fmt::format("## {}\n\n", markdownCell(table.title));
    text += hasSettings ? "| way | settings | prompts |" : "| way | prompts |";
    for (const ComparedFigure& figure : comparedFigures())
        text += fmt::format(" {} |", figure.metric);
    if (hasPublished)
        text += " *published elsewhere* |";
    text += hasSettings ? "\n|---|---|---:|" : "\n|---|---:|";
    for (std::size_t f = 0; f < comparedFigures().size(); ++f)
        text += "---:|";
    text += hasPublished ? "---|\n" : "\n";
    for (const ReportedWay& way : sortedWays(table)) {
        text += hasSettings
            ? fmt::format("| {} | {} | {} |", markdownCell(way.name), markdownCell(way.settings), way.prompts)
            : fmt::format("| {} | {} |", markdownCell(way.name), way.prompts);
        for (std::size_t f = 0; f < comparedFigures().size(); ++f)
            text += fmt::format(
                " {} |", f < way.figures.size() ? figureText(way.figures[f], comparedFigures()[f].decimals) : "–");
        if (hasPublished)
            text += way.published.empty() ? " – |" : fmt::format(" *{}* |", markdownCell(way.published));
        text += '\n';
    }
    text += barsInText(table);
    if (hasPublished)
        text += "\nWhat is published elsewhere was measured with other models on other machines.\n";
    if (hasQuartiles)
        text +=
            "\nMedian and quartiles are of the prompts' own figures: a quarter of them is below the first quartile, a "
            "quarter above the second. The figure before them is over the rounds of all prompts together.\n";
    if (hasIntervals)
        text += "\nIn brackets behind a speed-up the interval that it lies in, in 95 of 100 measurements.\n";
    return text + '\n';
}

} // namespace

std::string machineInWords()
{
    std::string words = processorName();
    const auto add = [&words](const std::string& part) {
        if (!part.empty())
            words += (words.empty() ? "" : " · ") + part;
    };
    if (const unsigned threads = std::thread::hardware_concurrency(); threads > 0)
        add(fmt::format("{} thread{}", threads, threads == 1 ? "" : "s"));
    add(systemName());
    return words;
}

std::string nowInWords()
{
    return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)));
}

std::vector<std::pair<std::string, std::string>> generalFacts()
{
    return {{"date", nowInWords()}, {"Draftscope", version()}, {"machine", machineInWords()}};
}

std::string markdownOf(const ComparisonReport& report)
{
    std::string text = "# Comparison of ways to decode\n\n";
    for (const std::string& sentence : conclusionOf(report))
        text += fmt::format("- {}\n", markdownCell(sentence));
    text += "\n| | |\n|---|---|\n";
    for (const auto& [what, value] : report.facts)
        text += fmt::format("| {} | {} |\n", markdownCell(what), markdownCell(value));
    text += '\n';
    for (const ReportedTable& table : report.tables)
        text += tableText(table);
    for (const ComparedFigure& figure : comparedFigures())
        text += fmt::format("- *{}*: {}\n", figure.metric, metricDefinition(figure.metric));
    return text;
}

} // namespace draftscope
