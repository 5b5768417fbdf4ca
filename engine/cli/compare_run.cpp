// SPDX-License-Identifier: MIT
// draftscope-cli compare: one pair of models or several, or the lanes of a saved comparison.
#include <algorithm>
#include <utility>

#include "engine/analysis/published_figures.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/compare_options.h"
#include "engine/cli/compare_output.h"
#include "engine/cli/fitting_prompts.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/cli/terminal.h"
#include "engine/cli/what_runs.h"
#include "engine/core/printable.h"
#include "engine/model/model_record.h"
#include "engine/report/comparison_difference.h"
#include "engine/report/comparison_file.h"
#include "engine/report/comparison_html.h"
#include "engine/report/comparison_report.h"
#include "engine/session/head_methods.h"
#include "engine/session/session_plan.h"

namespace draftscope {

std::vector<std::string_view> partsOf(std::string_view list)
{
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t comma = list.find(',');
        const std::string_view part = list.substr(0, comma);
        const std::size_t begin = std::min(part.find_first_not_of(' '), part.size());
        parts.push_back(part.substr(begin, part.find_last_not_of(' ') + 1 - begin));
        if (comma == std::string_view::npos)
            return parts;
        list.remove_prefix(comma + 1);
    }
}

bool needsDraft(const Combination& way)
{
    return way.method->needsDraftModel;
}

namespace {

/// What was compared: of several pairs or lanes all of them.
struct MeasuredSides {
    Comparison comparison;
    std::string targets, drafts; ///< their names
    std::string reason;          ///< why the backend was chosen; mostly empty
    std::string whatRuns;        ///< for the table
    bool areLanes = false;       ///< of a saved comparison: each has its own settings
};

ComparisonReport reportOf(const MeasuredSides& measured, const CompareOptions& options)
{
    const SessionSettings& settings = options.plan.settings;
    const Comparison& comparison = measured.comparison;
    ComparisonReport report{generalFacts(), {}};
    const auto add = [&](const char* what, std::string value) { report.facts.emplace_back(what, std::move(value)); };
    add("backend", comparison.backend);
    if (!measured.reason.empty())
        add("reason for it", measured.reason);
    add("target", measured.targets);
    if (!measured.drafts.empty())
        add("draft", measured.drafts);
    if (measured.areLanes) {
        add("lanes", options.lanes.string());
    } else {
        add("K", fmt::format("{}", settings.draftLength));
        add("tokens a prompt", fmt::format("{} at most", settings.maxTokens));
        add("seed", fmt::format("{}", settings.seed));
    }
    add("measured", howMeasured(comparison, options.plan.rule));
    add("prompts",
        !options.chat.messages.empty() ? options.chat.messages.string()
            : !options.prompts.empty() ? options.prompts.string()
            : measured.areLanes        ? "those of the saved comparison"
                                       : "those that come with the program");
    for (const ComparisonRow& row : comparison.rows) {
        if (report.tables.empty() || report.tables.back().title != row.kind)
            report.tables.push_back({row.kind, {}});
        const auto published = publishedOf(row);
        report.tables.back().ways.push_back({row.name(), fmt::format("temperature {}", row.temperature),
                                             row.over.prompts, figureValues(row.over, row.over.quartiles),
                                             published ? inWords(*published) : std::string()});
    }
    return report;
}

/// Leaves out prompts that do not fit the models, and returns the passes of the longest that does.
Result<std::vector<PlannedPass>> keepPromptsThatFit(CompareOptions& options, const Pair& pair)
{
    SessionSettings settings = options.plan.settings;
    chooseMethod(settings, std::ranges::any_of(options.plan.ways, &needsDraft) ? "two-model" : "plain");
    auto fitting = fittingPrompts(std::move(options.plan.prompts), pair, settings);
    if (!fitting)
        return tl::unexpected(fitting.error());
    options.plan.prompts = std::move(fitting->prompts);
    return std::move(fitting->largest);
}

/// Leaves out methods that draft with heads or further models where there are none for this target, or not on this
/// backend beside it, with so many slots.
void keepHeadsThatRun(CompareOptions& options, const Pair& pair, Backend& backend, int slotCount)
{
    std::string whyNot;
    std::erase_if(options.plan.ways, [&](const Combination& way) {
        if (!way.method->head && !way.method->mergesDrafts)
            return false;
        SessionSettings settings = options.plan.settings;
        settings.method = way.method->name;
        settings.shape = way.shape->name;
        const auto plan = openMethodModels(pair, settings).and_then([&](const MethodData& data) {
            SessionPlan taken;
            taken.slotCount = slotCount;
            if (way.method->needsDraftModel)
                taken.draftSlotCount = draftSlotCount(*pair.draft, slotCount, settings);
            planOpened(taken, data, settings);
            return backend.plan(passesOf(pair, taken, data));
        });
        if (plan && plan->fits())
            return false;
        if (whyNot.empty())
            whyNot = plan ? plan->tooLarge().sentence : plan.error().sentence;
        return true;
    });
    if (!whyNot.empty())
        printError(
            fmt::format("draftscope-cli: Methods that draft with heads or several models are left out: {}\n", whyNot));
}

/// Something to be compared with plain decoding of its own target.
struct ComparedSide {
    CompareOptions options; ///< with its models, ways and settings
    std::string name;       ///< of its rows; empty where there is one
    bool isChatOfFile = false;
};

std::string endOfModelName(const std::string& model)
{
    const std::string end = std::filesystem::path(model).filename().string();
    return end.empty() ? model : end;
}

/// Every target with every draft.
std::vector<ComparedSide> sidesOfPairs(const CompareOptions& options)
{
    const auto all = [](const std::string& list, const std::string& one) {
        std::vector<std::string> names;
        for (const std::string_view name : list.empty() ? std::vector<std::string_view>{one} : partsOf(list))
            names.emplace_back(name);
        return names;
    };
    const auto targets = all(options.targets, options.decode.models.target),
               drafts = all(options.drafts, options.decode.models.draft);
    const auto nameIn = [](const std::vector<std::string>& models, const std::string& model) {
        const std::string end = endOfModelName(model);
        return std::ranges::count(models, end, &endOfModelName) == 1 ? end : model;
    };
    std::vector<ComparedSide> sides;
    for (const std::string& target : targets)
        for (const std::string& draft : drafts) {
            ComparedSide& side = sides.emplace_back(ComparedSide{options, {}});
            side.options.decode.models.target = target;
            side.options.decode.models.draft = draft;
            if (targets.size() > 1)
                side.name = nameIn(targets, target);
            if (drafts.size() > 1)
                side.name += (side.name.empty() ? "" : " + ") + nameIn(drafts, draft);
        }
    return sides;
}

/// The way of a lane, whose verifier has a name in it where the plan's settings would choose another one.
Result<Combination> wayOfLane(const TraceHeader& header, const ComparisonPlan& plan)
{
    const auto method = methodNamed(header.method);
    if (!method)
        return tl::unexpected(method.error());
    if (!(*method)->drafts())
        return combinationNamed(header.method);
    const std::string name = header.method + '+' + header.shape;
    auto way = combinationNamed(name);
    if (!way || header.verifier.empty())
        return way;
    const auto usual = settingsOfWay(plan, *way, plan.temperatures.front());
    return usual && verifierNameFor(*usual) == header.verifier ? way : combinationNamed(name + '+' + header.verifier);
}

/// A lane as the window has saved it.
Result<ComparedSide> sideOfLane(const CompareOptions& options, const ComparisonFile& file, const ComparedLane& lane)
{
    const TraceHeader& header = lane.header;
    ComparedSide side{options, lane.way.name};
    std::error_code ignored;
    const auto pathOf = [&](const ModelRecord& model) {
        return std::filesystem::exists(model.path, ignored) ? model.path : model.name;
    };
    side.options.decode.models.target = pathOf(header.target);
    side.options.decode.models.draft = header.draft ? pathOf(*header.draft) : std::string();
    ComparisonPlan& plan = side.options.plan;
    plan.temperatures = {header.sampler.isGreedy() ? 0 : header.sampler.temperature};
    plan.settings.draftLength = std::max(1, header.draftLength);
    plan.settings.sampler = header.sampler;
    plan.settings.seed = header.seed;
    plan.settings.maxTokens = lane.maxTokens;
    plan.settings.draws = header.draws;
    plan.settings.fault = header.fault;
    plan.settings.options.clear();
    for (const auto& [option, value] : header.options)
        plan.settings.options[option] = value;
    for (const auto& [which, path] : header.files)
        plan.settings.files[which] = path;
    const auto way = wayOfLane(header, plan);
    if (!way)
        return tl::unexpected(way.error());
    plan.ways = {*way};
    if (lane.message) {
        side.isChatOfFile = true;
        side.options.chat.isChat = true;
        side.options.chat.system = lane.system;
    }
    if (options.prompts.empty()) {
        plan.prompts = file.prompts;
        if (plan.prompts.empty())
            plan.prompts.push_back({"one text", {}, lane.message.value_or(header.prompt)});
    }
    if (const auto fine = settingsOfWay(plan, *way, plan.temperatures.front()); !fine)
        return tl::unexpected(fine.error());
    return side;
}

Result<std::vector<ComparedSide>> sidesOfFile(const CompareOptions& options)
{
    const auto file = loadComparison(options.lanes);
    if (!file)
        return tl::unexpected(file.error());
    std::vector<ComparedSide> sides;
    for (const ComparedLane& lane : file->lanes) {
        auto side = sideOfLane(options, *file, lane);
        if (!side)
            return tl::unexpected(side.error());
        sides.push_back(std::move(*side));
    }
    return sides;
}

/// Adds a name that is not in the list yet.
void addToNames(std::string& names, const std::string& name)
{
    // Whole names are compared, since "llama-8b" is a part of "llama-8b-instruct".
    if (fmt::format(", {}, ", names).find(fmt::format(", {}, ", name)) == std::string::npos)
        names += (names.empty() ? "" : ", ") + name;
}

/// Where a row stands among others: behind those of its kind and temperature, kinds and temperatures together.
std::vector<ComparisonRow>::const_iterator placeOfRow(const ComparisonRow& row, const std::vector<ComparisonRow>& rows)
{
    const auto behindLast = [&](const auto& isAlike) {
        return std::find_if(rows.rbegin(), rows.rend(), isAlike).base(); // the beginning where there is none
    };
    const auto isOfKind = [&](const ComparisonRow& other) { return other.kind == row.kind; };
    const auto alike =
        behindLast([&](const ComparisonRow& other) { return isOfKind(other) && other.temperature == row.temperature; });
    if (alike != rows.begin())
        return alike;
    const auto warmer = std::ranges::find_if(
        rows, [&](const ComparisonRow& other) { return isOfKind(other) && other.temperature > row.temperature; });
    if (warmer != rows.end())
        return warmer;
    if (const auto ofKind = behindLast(isOfKind); ofKind != rows.begin())
        return ofKind;
    return std::ranges::find(rows, "all", &ComparisonRow::kind);
}

/// Adds a side's rows to those of others.
void addSideRows(MeasuredSides& all, Comparison&& comparison, const std::string& name)
{
    std::vector<ComparisonRow>& rows = all.comparison.rows;
    const bool isFirst = rows.empty();
    for (ComparisonRow& row : comparison.rows) {
        row.side = name;
        rows.insert(isFirst ? rows.end() : placeOfRow(row, rows), std::move(row));
    }
    addToNames(all.comparison.backend, comparison.backend);
    all.comparison.repetitions =
        isFirst ? comparison.repetitions : std::min(all.comparison.repetitions, comparison.repetitions);
    all.comparison.isSettled = (isFirst || all.comparison.isSettled) && comparison.isSettled;
    if (isFirst || comparison.steadiness.isBusy())
        all.comparison.steadiness = comparison.steadiness;
}

Result<void> measureSide(ComparedSide& side, Backends& backends, MeasuredSides& all)
{
    CompareOptions& options = side.options;
    const Result<Pair> pair = choosePair(options.decode.models, std::ranges::any_of(options.plan.ways, &needsDraft));
    if (!pair)
        return tl::unexpected(pair.error());
    if (auto made = options.chat.makeTexts(options.plan.prompts, *pair->target); !made)
        return tl::unexpected(made.error());
    options.plan.settings.isWholePrompt = options.chat.isConversation();
    const auto passes = keepPromptsThatFit(options, *pair);
    if (!passes)
        return tl::unexpected(passes.error());
    const auto backend = backends.choose(*passes);
    if (!backend)
        return tl::unexpected(backend.error());
    if (options.methods.empty() && !all.areLanes) // all that can run
        keepHeadsThatRun(options, *pair, *backend->backend, passes->front().slotCount);
    auto comparison = compare(*pair, options.plan, backend->backend, watchedProgress());
    if (!comparison)
        return tl::unexpected(comparison.error());
    addToNames(all.targets, describe(*pair->target).name);
    if (pair->draft)
        addToNames(all.drafts, describe(*pair->draft).name);
    all.reason = backend->reason;
    all.whatRuns = whatRuns(comparison->backend, *backend);
    addSideRows(all, std::move(*comparison), side.name);
    return {};
}

} // namespace

Result<int> runCompare(CompareOptions& options)
{
    if (options.chat.messages.empty() && (options.lanes.empty() || !options.prompts.empty())) {
        auto prompts = readPrompts(options.prompts);
        if (!prompts)
            return tl::unexpected(prompts.error());
        options.plan.prompts = std::move(*prompts);
    }
    if (options.withoutDraft)
        printError("draftscope-cli: Methods that need a draft are left out: add --draft for them.\n");
    auto backends = backendsFor(options.decode.models);
    if (!backends)
        return tl::unexpected(backends.error());
    auto sides =
        options.lanes.empty() ? Result<std::vector<ComparedSide>>(sidesOfPairs(options)) : sidesOfFile(options);
    if (!sides)
        return tl::unexpected(sides.error());
    MeasuredSides all;
    all.areLanes = !options.lanes.empty();
    for (ComparedSide& side : *sides) {
        side.options.plan.rule.mostSeconds /= double(sides->size());
        if (const auto measured = measureSide(side, *backends, all); !measured)
            return tl::unexpected(measured.error());
    }
    const Comparison& comparison = all.comparison;
    if (options.json)
        printExactly(jsonOf(comparison));
    else if (options.html)
        print(htmlOf(reportOf(all, options)));
    else if (options.markdown)
        print(markdownOf(reportOf(all, options)));
    else if (options.csv && !isTerminal(stdout))
        printExactly(csvOf(comparison));
    else // on a terminal a kind's control characters must not act
        print(options.csv ? csvOf(comparison) : tableOf(comparison, options.plan, all.whatRuns, all.areLanes));
    return succeeded;
}

Result<int> runDifference(const CompareOptions& options)
{
    const auto before = loadComparison(options.before), after = loadComparison(options.after);
    for (const auto* file : {&before, &after})
        if (!*file)
            return tl::unexpected(file->error());
    const ComparisonDifference difference = differenceOf(*before, *after);
    print(options.html ? htmlOfDifference(difference) : markdownOfDifference(difference));
    return succeeded;
}

} // namespace draftscope
