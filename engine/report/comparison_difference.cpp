// SPDX-License-Identifier: MIT
#include "engine/report/comparison_difference.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "engine/report/markup_text.h"

namespace draftscope {
namespace {

/// Of a directory or a file: the same one may lie elsewhere on another machine.
std::string lastPartOf(const std::string& path)
{
    const std::filesystem::path whole(path);
    return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

/// What makes two lanes the same one: what they decode with, not what they decoded or where.
std::string identityOf(const ComparedLane& lane)
{
    const TraceHeader& header = lane.header;
    std::string identity =
        fmt::format("{}|{}|{}|{}|{}|{}|{}|{}", header.method, header.shape, header.draws, header.verifier,
                    header.draftLength, header.fault, header.target.name, header.draft ? header.draft->name : "");
    identity += fmt::format("|{}|{}|{}|{}|{}", header.sampler.temperature, header.sampler.topK, header.sampler.topP,
                            header.sampler.minP, header.sampler.greedy);
    for (const auto& [name, value] : header.options)
        identity += fmt::format("|{}={}", name, value);
    for (const auto& [name, path] : header.files) // datastores, heads and further drafts
        identity += fmt::format("|{}={}", name, lastPartOf(path));
    identity += fmt::format("|{}", lastPartOf(header.head));
    return identity;
}

FigureChange changeOf(std::size_t figure, const ReportedWay& before, const ReportedWay& after)
{
    FigureChange change;
    change.figure = figure;
    if (figure < before.figures.size())
        change.before = before.figures[figure];
    if (figure < after.figures.size())
        change.after = after.figures[figure];
    if (!change.before.value || !change.after.value)
        return change;
    const auto a = intervalOf(change.before, before.prompts), b = intervalOf(change.after, after.prompts);
    if (*change.before.value == *change.after.value)
        change.verdict = FigureChange::Verdict::same;
    else if (a && b)
        change.verdict = a->upper < b->lower || b->upper < a->lower ? FigureChange::Verdict::beyondNoise
                                                                    : FigureChange::Verdict::withinNoise;
    return change;
}

std::string shownFigure(const FigureValue& figure, std::size_t which)
{
    const int decimals = comparedFigures()[which].decimals;
    if (!figure.value)
        return "–";
    return fmt::format("{:.{}f}", *figure.value, decimals)
        + (figure.interval ? fmt::format(" ({:.{}f} to {:.{}f})", figure.interval->lower, decimals,
                                         figure.interval->upper, decimals)
                           : "");
}

std::string changeInWords(const FigureChange& change)
{
    const auto ratio = change.ratio();
    const std::string by = ratio ? fmt::format("{:+.1f} %", 100 * (*ratio - 1)) : "–";
    switch (change.verdict) {
    case FigureChange::Verdict::same:
        return "the same";
    case FigureChange::Verdict::withinNoise:
        return by + ", within noise";
    case FigureChange::Verdict::beyondNoise:
        return by + ", beyond noise";
    case FigureChange::Verdict::unknown:
        break;
    }
    return ratio ? by + ", noise not known" : "–";
}

constexpr std::string_view noiseWords = "Beyond noise: the intervals of before and after do not overlap. A speed-up's "
                                        "interval is measured; that of another "
                                        "figure is the notch around the median of its prompts, 1.57 quartile distances "
                                        "over the root of their number. Without "
                                        "four prompts there is none.";

} // namespace

std::optional<double> FigureChange::ratio() const
{
    return before.value && after.value && *before.value != 0 ? std::optional(*after.value / *before.value)
                                                             : std::nullopt;
}

std::optional<Interval> intervalOf(const FigureValue& figure, int prompts)
{
    if (figure.interval)
        return figure.interval;
    if (!figure.quartiles || !figure.quartiles->median || prompts < leastForQuartiles)
        return std::nullopt;
    const double notch = 1.57 * (figure.quartiles->upper - figure.quartiles->lower) / std::sqrt(double(prompts));
    return Interval{*figure.quartiles->median - notch, *figure.quartiles->median + notch};
}

ComparisonDifference differenceOf(const ComparisonFile& before, const ComparisonFile& after)
{
    ComparisonDifference difference;
    const auto fact = [&](const char* what, const std::string& then, const std::string& now) {
        difference.facts.push_back(then == now ? fmt::format("{}: {}", what, now)
                                               : fmt::format("{}: {}, before {}", what, now, then));
    };
    fact("date", before.date, after.date);
    fact("Draftscope", before.program, after.program);
    fact("machine", before.machine, after.machine);
    const auto promptsOf = [](const ComparisonFile& file) {
        return file.prompts.empty() ? std::string("one text")
                                    : fmt::format("{} ({})", file.promptTitle, file.prompts.size());
    };
    fact("prompts", promptsOf(before), promptsOf(after));
    const auto isSame = [](const Prompt& a, const Prompt& b) { return a.kind == b.kind && a.text == b.text; };
    if (!std::ranges::equal(before.prompts, after.prompts, isSame))
        difference.facts.push_back("the prompts are others: figures differ for that alone");
    std::vector<bool> isTaken(before.lanes.size());
    for (const ComparedLane& lane : after.lanes) {
        std::size_t same = 0;
        while (same < before.lanes.size() && (isTaken[same] || identityOf(before.lanes[same]) != identityOf(lane)))
            ++same;
        if (same == before.lanes.size()) {
            difference.onlyAfter.push_back(lane.way.name);
            continue;
        }
        isTaken[same] = true;
        LaneChange& change = difference.lanes.emplace_back(LaneChange{lane.way.name, lane.way.settings, {}});
        for (std::size_t f = 0; f < comparedFigures().size(); ++f)
            if (FigureChange figure = changeOf(f, before.lanes[same].way, lane.way);
                figure.before.value || figure.after.value)
                change.figures.push_back(figure);
    }
    for (std::size_t i = 0; i < before.lanes.size(); ++i)
        if (!isTaken[i])
            difference.onlyBefore.push_back(before.lanes[i].way.name);
    return difference;
}

std::string markdownOfDifference(const ComparisonDifference& difference)
{
    std::string text = "# Two comparisons beside each other\n\n";
    for (const std::string& fact : difference.facts)
        text += fmt::format("- {}\n", markdownCell(fact));
    for (const LaneChange& lane : difference.lanes) {
        text += fmt::format("\n## {}\n\n{}\n\n| figure | before | after | change |\n|---|---:|---:|---|\n",
                            markdownCell(lane.name), markdownCell(lane.settings));
        for (const FigureChange& change : lane.figures)
            text += fmt::format("| {} | {} | {} | {} |\n", comparedFigures()[change.figure].metric,
                                shownFigure(change.before, change.figure), shownFigure(change.after, change.figure),
                                changeInWords(change));
    }
    for (const auto& [words, lanes] :
         {std::pair("Only before", &difference.onlyBefore), {"Only after", &difference.onlyAfter}})
        if (!lanes->empty())
            text += fmt::format("\n{}: {}.\n", words, markdownCell(fmt::format("{}", fmt::join(*lanes, ", "))));
    return text + fmt::format("\n{}\n", noiseWords);
}

std::string htmlOfDifference(const ComparisonDifference& difference)
{
    std::string html =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Two comparisons</title><style>"
        "body{font:15px/1.5 sans-serif;color:#1d2430;max-width:900px;margin:24px auto;padding:0 16px}"
        "table{border-collapse:collapse}td,th{padding:4px 10px;border-bottom:1px solid #dfe3e9;text-align:right}"
        "td:first-child,th:first-child,td:last-child,th:last-child{text-align:left}.beyond{font-weight:bold}"
        "</style></head><body>\n<h1>Two comparisons beside each other</h1>\n<ul>\n";
    for (const std::string& fact : difference.facts)
        html += "<li>" + htmlText(fact) + "</li>\n";
    html += "</ul>\n";
    for (const LaneChange& lane : difference.lanes) {
        html += fmt::format("<h2>{}</h2>\n<p>{}</p>\n<table><thead><tr><th>figure</th><th>before</th><th>after</th>"
                            "<th>change</th></tr></thead><tbody>\n",
                            htmlText(lane.name), htmlText(lane.settings));
        for (const FigureChange& change : lane.figures)
            html += fmt::format("<tr{}><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                                change.verdict == FigureChange::Verdict::beyondNoise ? " class=\"beyond\"" : "",
                                htmlText(comparedFigures()[change.figure].metric),
                                shownFigure(change.before, change.figure), shownFigure(change.after, change.figure),
                                htmlText(changeInWords(change)));
        html += "</tbody></table>\n";
    }
    for (const auto& [words, lanes] :
         {std::pair("Only before", &difference.onlyBefore), {"Only after", &difference.onlyAfter}})
        if (!lanes->empty())
            html += fmt::format("<p>{}: {}.</p>\n", words, htmlText(fmt::format("{}", fmt::join(*lanes, ", "))));
    return html + fmt::format("<p>{}</p>\n</body></html>\n", htmlText(noiseWords));
}

} // namespace draftscope
