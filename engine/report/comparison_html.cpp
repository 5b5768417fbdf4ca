// SPDX-License-Identifier: MIT
#include "engine/report/comparison_html.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/core/utf8.h"
#include "engine/report/comparison_conclusion.h"
#include "engine/report/markup_text.h"

namespace draftscope {
namespace {

constexpr std::string_view reportStyle = R"(
body { font: 15px/1.5 system-ui, "Segoe UI", Inter, "DejaVu Sans", sans-serif; color: #1d2430; background: #fff;
   max-width: 1180px; margin: 24px auto; padding: 0 16px; }
h1 { font-size: 22px; } h2 { font-size: 17px; margin-top: 28px; }
.conclusion { border-left: 4px solid #1b8a5a; padding: 2px 14px; background: #f4f5f7; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; } th, td {
   padding: 4px 9px; border-bottom: 1px solid #dfe3e9; text-align: right; vertical-align: top; }
th { color: #5f6a79; font-weight: 600; } th:first-child, td:first-child, .words { text-align: left; }
   th button { all: unset; cursor: pointer; } th button:focus-visible { outline: 2px solid #2f6fb0; }
small { color: #5f6a79; } .scroll { overflow-x: auto; } svg { max-width: 100%; height: auto; }
   .published { font-style: italic; }
)";

/// Sorts by the cell's own number; a cell without one comes last.
constexpr std::string_view reportScript = R"(
for (const button of document.querySelectorAll('th button')) button.onclick = () => {
  const head = button.closest('th'), body = head.closest('table').tBodies[0], at = head.cellIndex,
     up = head.ariaSort === 'descending' ? 1 : -1;
  for (const other of head.parentNode.cells) other.ariaSort = null;
  head.ariaSort = up > 0 ? 'ascending' : 'descending';
  const key = (row) => row.cells[at].dataset.value, number = (text) => text === undefined || text === '' 
     ? NaN : Number(text);
  [...body.rows].sort((a, b) => {
    const x = number(key(a)), y = number(key(b));
    if (Number.isNaN(x) && Number.isNaN(y)) return up * a.cells[at].textContent.localeCompare(b.cells[at].textContent);
    return Number.isNaN(x) ? 1 : Number.isNaN(y) ? -1 : up * (x - y);
  }).forEach((row) => body.append(row));
};
)";

std::string valueCell(const FigureValue& figure, int decimals)
{
    if (!figure.value)
        return "<td>–</td>";
    std::string cell = fmt::format("<td data-value=\"{}\">{:.{}f}", *figure.value, *figure.value, decimals);
    if (figure.interval)
        cell += fmt::format("<br><small>{:.{}f} to {:.{}f}</small>", figure.interval->lower, decimals,
                            figure.interval->upper, decimals);
    if (const auto& spread = figure.quartiles)
        cell += (spread->median ? fmt::format("<br><small>median {:.{}f}</small>", *spread->median, decimals) : "")
            + fmt::format("<br><small>quartiles {:.{}f} – {:.{}f}</small>", spread->lower, decimals, spread->upper,
                          decimals);
    return cell + "</td>";
}

std::string htmlTable(const ReportedTable& table)
{
    std::string html = "<div class=\"scroll\"><table><thead><tr><th><button type=\"button\">way</button></th>"
                       "<th class=\"words\">settings</th><th><button type=\"button\">prompts</button></th>";
    for (const ComparedFigure& figure : comparedFigures())
        html += fmt::format("<th title=\"{}\"><button type=\"button\">{}</button></th>",
                            htmlText(metricDefinition(figure.metric)), htmlText(figure.metric));
    const bool hasPublished =
        std::ranges::any_of(table.ways, [](const ReportedWay& way) { return !way.published.empty(); });
    html +=
        hasPublished ? "<th class=\"words\">published elsewhere</th></tr></thead><tbody>\n" : "</tr></thead><tbody>\n";
    for (const ReportedWay& way : sortedWays(table)) {
        html += fmt::format("<tr><td>{}</td><td class=\"words\">{}</td><td data-value=\"{}\">{}</td>",
                            htmlText(way.name), htmlText(way.settings), way.prompts, way.prompts);
        for (std::size_t f = 0; f < comparedFigures().size(); ++f)
            html += f < way.figures.size() ? valueCell(way.figures[f], comparedFigures()[f].decimals) : "<td>–</td>";
        if (hasPublished)
            html += fmt::format("<td class=\"words published\">{}</td>",
                                way.published.empty() ? "–" : htmlText(way.published));
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

/// Steps of an axis that people read: 0.1, 0.2, 0.5, 1, 2…
double niceStep(double whole, int most)
{
    const double rough = whole / most, power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough)
            return factor * power;
    return 10 * power;
}

} // namespace

std::string speedUpChart(const ReportedTable& table, int width)
{
    std::vector<ReportedWay> ways = sortedWays(table);
    std::erase_if(ways, [](const ReportedWay& way) { return !figureNamed(way, "speed_up").value; });
    if (ways.empty())
        return {};
    constexpr int left = 300, right = 60, row = 26, top = 8, bottom = 34;
    double most = 1.2;
    for (const ReportedWay& way : ways) {
        const FigureValue figure = figureNamed(way, "speed_up");
        most = std::max({most, *figure.value, figure.interval ? figure.interval->upper : 0});
    }
    const double step = niceStep(most, 6), end = step * std::ceil(most / step);
    const auto x = [&](double value) { return left + (width - left - right) * value / end; };
    const int height = top + row * int(ways.size()) + bottom;
    std::string svg =
        fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" height="{}" role="img" )"
                    R"(font-family="sans-serif" font-size="12"><title>measured speed-up over plain decoding</title>)",
                    width, height, width, height);
    for (double tick = 0; tick <= end + step / 2; tick += step)
        svg += fmt::format(
            R"(<line x1="{0:.1f}" x2="{0:.1f}" y1="{1}" y2="{2}" stroke="#dfe3e9"/><text x="{0:.1f}" y="{3}" )"
            R"(text-anchor="middle" fill="#5f6a79">{4:g}</text>)",
            x(tick), top, height - bottom, height - bottom + 14, std::round(tick * 100) / 100);
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const FigureValue figure = figureNamed(ways[i], "speed_up");
        const double middle = top + row * (double(i) + 0.5);
        std::string name = ways[i].name + (ways[i].settings.empty() ? "" : " · " + ways[i].settings);
        constexpr std::size_t mostBytes = 48;
        if (name.size() > mostBytes) {
            const std::size_t space = name.find_last_of(' ', mostBytes);
            name = std::string(beginningOf(name, std::min(space, mostBytes))) + "…";
        }
        svg += fmt::format(R"(<text x="{}" y="{:.1f}" text-anchor="end" fill="#1d2430">{}</text>)", left - 8,
                           middle + 4, htmlText(name));
        svg += fmt::format(R"(<rect x="{}" y="{:.1f}" width="{:.1f}" height="14" fill="{}"/>)", left, middle - 7,
                           x(*figure.value) - left, *figure.value >= 1 ? "#1b8a5a" : "#c8442b");
        if (figure.interval)
            svg += fmt::format(R"(<path d="M{0:.1f} {2:.1f}V{3:.1f}M{0:.1f} {4:.1f}H{1:.1f}M{1:.1f} {2:.1f}V{3:.1f}" )"
                               R"(stroke="#1d2430" stroke-width="1.5" fill="none"/>)",
                               x(figure.interval->lower), x(figure.interval->upper), middle - 5, middle + 5, middle);
        const double behind = x(std::max(*figure.value, figure.interval ? figure.interval->upper : 0));
        svg += fmt::format(R"(<text x="{:.1f}" y="{:.1f}" fill="#1d2430">{:.2f}</text>)", behind + 6, middle + 4,
                           *figure.value);
    }
    svg += fmt::format(R"(<line x1="{0:.1f}" x2="{0:.1f}" y1="{1}" y2="{2}" stroke="#1d2430" stroke-dasharray="4 3"/>)",
                       x(1), top, height - bottom);
    svg +=
        fmt::format(R"(<text x="{}" y="{}" text-anchor="middle" fill="#5f6a79">measured speed-up over plain decoding, )"
                    R"(with its interval (95 %)</text></svg>)",
                    (left + width - right) / 2, height - 4);
    return svg;
}

std::string htmlOf(const ComparisonReport& report, const std::function<std::string(const ReportedTable&)>& chartOf)
{
    std::string html =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\"><title>Comparison of ways to decode</title><style>";
    html += reportStyle;
    html += "</style></head><body>\n<h1>Comparison of ways to decode</h1>\n<div class=\"conclusion\">";
    for (const std::string& sentence : conclusionOf(report))
        html += "<p>" + htmlText(sentence) + "</p>";
    html += "</div>\n<h2>What was measured</h2>\n<table class=\"facts\"><tbody>\n";
    for (const auto& [what, value] : report.facts)
        html += fmt::format("<tr><td>{}</td><td class=\"words\">{}</td></tr>\n", htmlText(what), htmlText(value));
    html += "</tbody></table>\n";
    for (const ReportedTable& table : report.tables) {
        html += fmt::format("<h2>{}</h2>\n", table.title.empty() ? "Figures" : htmlText(table.title));
        html += (chartOf ? chartOf(table) : speedUpChart(table)) + htmlTable(table);
    }
    html += "<p>A figure is over the rounds of all prompts together; median and quartiles are of the prompts' own "
            "figures: half, a quarter and "
            "three quarters of these lie below. Below a speed-up stands the interval that it lies in, in 95 of 100 "
            "measurements. What is published "
            "elsewhere was measured with other models on other machines.</p>\n<h2>Definitions</h2>\n<dl>\n";
    for (const ComparedFigure& figure : comparedFigures())
        html +=
            fmt::format("<dt>{}</dt><dd>{}</dd>\n", htmlText(figure.metric), htmlText(metricDefinition(figure.metric)));
    html += "</dl>\n<script>";
    html += reportScript;
    return html + "</script>\n</body></html>\n";
}

} // namespace draftscope
