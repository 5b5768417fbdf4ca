// SPDX-License-Identifier: MIT
#include "engine/report/comparison_file.h"
#include "engine/analysis/published_figures.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "engine/core/base64.h"
#include "engine/core/json_parser.h"
#include "engine/core/replacing_file.h"
#include "engine/core/text_file.h"
#include "engine/report/file_kind.h"
#include "engine/trace/json_fields.h"
#include "engine/trace/trace_check.h"
#include "engine/trace/trace_input.h"
#include "engine/trace/trace_json.h"

namespace draftscope {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* kind = "draftscope comparison";
constexpr double greatestFigure = 1e12; ///< far above what any machine can reach; tables have room for it

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
            if (figure.quartiles->median)
                entry["median"] = *figure.quartiles->median;
        }
        if (figure.interval) {
            entry["lower"] = figure.interval->lower;
            entry["upper"] = figure.interval->upper;
        }
        figures[std::string(comparedFigures()[f].name)] = std::move(entry);
    }
    return figures;
}

// What reads throws BrokenRecord where a key is missing, of another type, or has a value that cannot be.

double figureAt(const JsonFields& fields, const char* key)
{
    double value = 0;
    if (!fields.at(key).is_number())
        throw BrokenRecord(fmt::format("\"{}\" is no number", key));
    fields.read(key, value);
    if (value < 0 || value > greatestFigure)
        throw BrokenRecord(fmt::format("\"{}\" has a value that cannot be", key));
    return value;
}

std::vector<FigureValue> figuresOf(const json& object)
{
    const JsonFields fields(object);
    std::vector<FigureValue> figures;
    for (const ComparedFigure& figure : comparedFigures()) {
        FigureValue& value = figures.emplace_back();
        const std::string name(figure.name);
        if (!fields.has(name.c_str()))
            continue;
        const JsonFields entry(fields.at(name.c_str()));
        value.value = figureAt(entry, "value");
        if (entry.has("lower")) {
            value.interval = Interval{figureAt(entry, "lower"), figureAt(entry, "upper")};
            if (value.interval->lower > value.interval->upper)
                throw BrokenRecord(fmt::format("the interval of \"{}\" is not in order", name));
        }
        if (!entry.has("lower_quartile"))
            continue;
        value.quartiles = Quartiles{figureAt(entry, "lower_quartile"), figureAt(entry, "upper_quartile")};
        if (value.quartiles->lower > value.quartiles->upper)
            throw BrokenRecord(fmt::format("the quartiles of \"{}\" are not in order", name));
        if (entry.has("median")) {
            value.quartiles->median = figureAt(entry, "median");
            if (*value.quartiles->median < value.quartiles->lower || *value.quartiles->median > value.quartiles->upper)
                throw BrokenRecord(fmt::format("the median of \"{}\" is not between its quartiles", name));
        }
    }
    return figures;
}

ComparedLane laneOf(const json& object)
{
    const JsonFields fields(object);
    ComparedLane lane;
    lane.header = decodeHeader(fields.at("header"));
    checkHeader(lane.header);
    fields.read("tokens", lane.maxTokens);
    if (fields.has("chat"))
        fields.read("chat", lane.message.emplace());
    if (lane.message && fields.has("system"))
        fields.read("system", lane.system.emplace());
    if (lane.message)
        fields.readIfThere("turns", lane.turns);
    if (fields.has("backend")) {
        const JsonFields on(fields.at("backend"));
        ComparedBackend& backend = lane.backend.emplace();
        on.read("name", backend.name);
        on.read("threads", backend.threads);
        on.read("arithmetic", backend.arithmetic);
        if (backend.threads < 0 || backend.threads > ComparedBackend::mostThreads)
            throw BrokenRecord(fmt::format("a lane has {} threads, and 0 to {} are allowed", backend.threads,
                                           ComparedBackend::mostThreads));
    }
    if (fields.has("trace")) {
        std::string text;
        fields.read("trace", text);
        auto bytes = fromBase64(text);
        if (!bytes)
            throw BrokenRecord("the rounds of a lane are no base64");
        lane.trace = *std::move(bytes);
    }
    fields.read("name", lane.way.name);
    fields.read("settings", lane.way.settings);
    fields.read("prompts", lane.way.prompts);
    lane.way.figures = figuresOf(fields.at("figures"));
    if (lane.maxTokens < 1 || lane.way.prompts < 0)
        throw BrokenRecord("a number of tokens or prompts is negative");
    return lane;
}

ComparisonFile fileOf(const JsonFields& fields)
{
    ComparisonFile file;
    fields.read("date", file.date);
    fields.read("program", file.program);
    fields.read("machine", file.machine);
    fields.read("prompt_title", file.promptTitle);
    if (fields.has("times"))
        fields.read("times", file.times);
    for (const json& object : fields.arrayAt("prompts")) {
        const JsonFields prompt(object);
        Prompt& each = file.prompts.emplace_back();
        prompt.read("kind", each.kind);
        prompt.read("prompt", each.text);
    }
    const json& lanes = fields.arrayAt("lanes");
    if (lanes.empty())
        throw BrokenRecord("there is no lane");
    if (lanes.size() > ComparisonFile::mostLanes)
        throw BrokenRecord(
            fmt::format("there are {} lanes, and {} are allowed", lanes.size(), ComparisonFile::mostLanes));
    for (const json& lane : lanes)
        file.lanes.push_back(laneOf(lane));
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
        if (lane.message)
            entry["chat"] = *lane.message;
        if (lane.message && lane.system)
            entry["system"] = *lane.system;
        if (lane.message && !lane.turns.empty())
            entry["turns"] = lane.turns;
        if (lane.backend)
            entry["backend"] = {{"name", lane.backend->name},
                                {"threads", lane.backend->threads},
                                {"arithmetic", lane.backend->arithmetic}};
        entry["prompts"] = lane.way.prompts;
        entry["figures"] = figuresJson(lane.way);
        entry["header"] = ordered_json::parse(encode(lane.header).text());
        if (!lane.trace.empty())
            entry["trace"] = toBase64(lane.trace);
        lanes.push_back(std::move(entry));
    }
    ordered_json document;
    document["type"] = kind;
    document["format"] = ComparisonFile::currentFormat;
    document["date"] = comparison.date;
    document["program"] = comparison.program;
    document["machine"] = comparison.machine;
    document["prompt_title"] = comparison.promptTitle;
    if (!comparison.times.empty())
        document["times"] = comparison.times;
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
        const JsonFields fields(document);
        int format = 0;
        fields.read("format", format);
        if (format > ComparisonFile::currentFormat)
            return fail("The {} was saved by a later version of Draftscope (format {}): open it with that one.", name,
                        format);
        if (format < 1)
            throw BrokenRecord("its format is no format");
        return fileOf(fields);
    } catch (const BrokenRecord& broken) {
        return fail("The {} is damaged: {}. Save the comparison again.", name, broken.what());
    }
}

Result<void> saveComparison(const std::filesystem::path& path, const ComparisonFile& comparison)
{
    return replaceFile(path, comparisonJson(comparison), "comparison");
}

namespace {

/// Of a file that zstd has packed.
Result<std::string> unpackedText(const std::filesystem::path& path)
{
    auto input = TraceInput::open(path);
    if (!input)
        return tl::unexpected(input.error());
    std::string text;
    while (true) {
        const auto line = input->next();
        if (!line)
            return fail("The file {} is damaged: it cannot be unpacked.", path.string());
        if (!*line)
            return text;
        text.append((*line)->text).push_back('\n');
        if (text.size() > ComparisonFile::mostBytes)
            return fail("{} unpacks to more than {} MiB: choose another file.", path.string(),
                        ComparisonFile::mostBytes >> 20);
    }
}

} // namespace

Result<ComparisonFile> loadComparison(const std::filesystem::path& path)
{
    const auto text = readTextFile(path, ComparisonFile::mostBytes);
    if (!text)
        return tl::unexpected(text.error());
    constexpr std::string_view zstdMagic = "\x28\xB5\x2F\xFD";
    const auto unpacked = text->starts_with(zstdMagic) ? unpackedText(path) : text;
    if (!unpacked)
        return tl::unexpected(unpacked.error());
    auto comparison = comparisonOf(*unpacked, "file " + path.string());
    if (comparison)
        return comparison;
    // What it is instead says more than what it is not.
    if (const auto seen = lookInto(path); seen && seen->kind == FileKind::trace)
        return fail("{} is a trace and no comparison: File, Open shows it.", path.string());
    else if (seen && seen->kind == FileKind::model)
        return fail("{} is a model and no comparison: File, Open takes it as target or draft.", path.string());
    else if (seen && seen->kind == FileKind::other)
        return tl::unexpected(notToBeOpened(path, *seen));
    return comparison;
}

ComparisonReport reportOf(const ComparisonFile& comparison)
{
    /// What all lanes say; where they differ, what each one says by its number.
    const auto ofLanes = [&](const auto& wordsOf) {
        std::vector<std::string> each;
        for (const ComparedLane& lane : comparison.lanes)
            each.push_back(wordsOf(lane));
        if (std::ranges::count(each, each.front()) == std::ptrdiff_t(each.size()))
            return each.front();
        for (std::size_t i = 0; i < each.size(); ++i)
            each[i] = fmt::format("lane {}: {}", i + 1, each[i]);
        return fmt::format("{}", fmt::join(each, "; "));
    };
    ComparisonReport report;
    report.facts = {{"date", comparison.date},
                    {"Draftscope", comparison.program},
                    {"machine", comparison.machine},
                    {"backend", ofLanes([](const ComparedLane& lane) { return lane.header.backend; })},
                    {"prompts", comparison.promptTitle},
                    {"times",
                     comparison.isMeasuredInTurns() ? "measured in turns of a few rounds without pauses"
                                                    : "of an older way of measuring: of rounds as they were played"},
                    {"tokens a prompt",
                     ofLanes([](const ComparedLane& lane) { return fmt::format("{} at most", lane.maxTokens); })},
                    {"seed", ofLanes([](const ComparedLane& lane) { return fmt::format("{}", lane.header.seed); })}};
    ReportedTable& table = report.tables.emplace_back();
    for (const ComparedLane& lane : comparison.lanes) {
        ReportedWay& way = table.ways.emplace_back(lane.way);
        const std::string models =
            lane.header.target.name + (lane.header.draft ? " ← " + lane.header.draft->name : std::string());
        if (const auto published = publishedFiguresOf(lane.header.method, lane.header.shape))
            way.published = inWords(*published);
        way.settings = models + (way.settings.empty() ? "" : " · ") + way.settings;
    }
    return report;
}

} // namespace draftscope
