// SPDX-License-Identifier: MIT
#include "engine/report/comparison_file.h"

#include <span>

#include <nlohmann/json.hpp>

#include "engine/core/json_parser.h"
#include "engine/core/replacing_file.h"
#include "engine/core/text_file.h"
#include "engine/trace/trace_json.h"

namespace draftscope {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* kind = "draftscope comparison";

ordered_json figuresJson(const ReportedWay& way)
{
    ordered_json figures = ordered_json::object();
    for (std::size_t f = 0; f < way.figures.size(); ++f) {
        const FigureValue& figure = way.figures[f];
        if (!figure.value)
            continue;
        ordered_json entry{{"value", *figure.value}};
        if (figure.quartiles) {
            entry["lower_quartile"] = figure.quartiles->lower;
            entry["upper_quartile"] = figure.quartiles->upper;
        }
        figures[std::string(comparedFigures()[f].name)] = std::move(entry);
    }
    return figures;
}

/// Throw nlohmann's exceptions where a key is missing or of another type.
std::vector<FigureValue> figuresOf(const json& object)
{
    std::vector<FigureValue> figures;
    for (const ComparedFigure& figure : comparedFigures()) {
        FigureValue& value = figures.emplace_back();
        const auto found = object.find(figure.name);
        if (found == object.end())
            continue;
        value.value = found->at("value").get<double>();
        if (found->contains("lower_quartile"))
            value.quartiles =
                Quartiles{found->at("lower_quartile").get<double>(), found->at("upper_quartile").get<double>()};
    }
    return figures;
}

ComparedLane laneOf(const json& object)
{
    ComparedLane lane;
    lane.header = decodeHeader(object.at("header"));
    lane.maxTokens = object.at("tokens").get<int>();
    lane.way.name = object.at("name").get<std::string>();
    lane.way.settings = object.at("settings").get<std::string>();
    lane.way.prompts = object.at("prompts").get<int>();
    lane.way.figures = figuresOf(object.at("figures"));
    if (lane.maxTokens < 1 || lane.way.prompts < 0)
        throw BrokenRecord("a number of tokens or prompts is negative");
    return lane;
}

ComparisonFile fileOf(const json& document)
{
    ComparisonFile file;
    file.date = document.at("date").get<std::string>();
    file.program = document.at("program").get<std::string>();
    file.machine = document.at("machine").get<std::string>();
    file.promptTitle = document.at("prompt_title").get<std::string>();
    for (const json& prompt : document.at("prompts"))
        file.prompts.push_back({prompt.at("kind").get<std::string>(), {}, prompt.at("prompt").get<std::string>()});
    for (const json& lane : document.at("lanes"))
        file.lanes.push_back(laneOf(lane));
    if (file.lanes.empty())
        throw BrokenRecord("there is no lane");
    return file;
}

} // namespace

std::string comparisonJson(const ComparisonFile& comparison)
{
    ordered_json prompts = ordered_json::array(), lanes = ordered_json::array();
    for (const Prompt& prompt : comparison.prompts)
        prompts.push_back({{"kind", prompt.kind}, {"prompt", prompt.text}});
    for (const ComparedLane& lane : comparison.lanes) {
        ordered_json entry;
        entry["name"] = lane.way.name;
        entry["settings"] = lane.way.settings;
        entry["tokens"] = lane.maxTokens;
        entry["prompts"] = lane.way.prompts;
        entry["figures"] = figuresJson(lane.way);
        entry["header"] = ordered_json::parse(encode(lane.header).text());
        lanes.push_back(std::move(entry));
    }
    ordered_json document;
    document["type"] = kind;
    document["format"] = ComparisonFile::currentFormat;
    document["date"] = comparison.date;
    document["program"] = comparison.program;
    document["machine"] = comparison.machine;
    document["prompt_title"] = comparison.promptTitle;
    document["prompts"] = std::move(prompts);
    document["lanes"] = std::move(lanes);
    return document.dump(1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

Result<ComparisonFile> comparisonOf(std::string_view text, std::string_view name)
{
    const ParsedJson parsed = parseJson(text);
    const json& document = parsed.document;
    if (parsed.flaw != ParsedJson::Flaw::none || !document.is_object() || document.value("type", json()) != kind)
        return fail("The {} is no comparison: choose one that Compare has saved.", name);
    try {
        const int format = document.at("format").get<int>();
        if (format > ComparisonFile::currentFormat)
            return fail("The {} was saved by a later version of Draftscope (format {}): open it with that one.", name,
                        format);
        return fileOf(document);
    } catch (const json::exception&) {
        return fail("The {} is damaged: something in it is missing or of the wrong kind. Save the comparison again.",
                    name);
    } catch (const BrokenRecord& broken) {
        return fail("The {} is damaged: {}. Save the comparison again.", name, broken.what());
    }
}

Result<void> saveComparison(const std::filesystem::path& path, const ComparisonFile& comparison)
{
    auto file = ReplacingFile::create(path, "comparison");
    if (!file)
        return tl::unexpected(file.error());
    const std::string json = comparisonJson(comparison);
    if (const auto written = file->write(std::as_bytes(std::span(json))); !written)
        return written;
    return file->putInPlace();
}

Result<ComparisonFile> loadComparison(const std::filesystem::path& path)
{
    const auto text = readTextFile(path);
    if (!text)
        return tl::unexpected(text.error());
    return comparisonOf(*text, "file " + path.string());
}

ComparisonReport reportOf(const ComparisonFile& comparison)
{
    const ComparedLane& first = comparison.lanes.front();
    ComparisonReport report;
    report.facts = {{"date", comparison.date},
                    {"Draftscope", comparison.program},
                    {"machine", comparison.machine},
                    {"backend", first.header.backend},
                    {"prompts", comparison.promptTitle},
                    {"tokens a prompt", fmt::format("{} at most", first.maxTokens)},
                    {"seed", fmt::format("{}", first.header.seed)}};
    ReportedTable& table = report.tables.emplace_back();
    for (const ComparedLane& lane : comparison.lanes) {
        ReportedWay& way = table.ways.emplace_back(lane.way);
        const std::string models =
            lane.header.target.name + (lane.header.draft ? " ← " + lane.header.draft->name : std::string());
        way.settings = models + (way.settings.empty() ? "" : " · ") + way.settings;
    }
    return report;
}

} // namespace draftscope
