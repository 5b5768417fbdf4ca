// SPDX-License-Identifier: MIT
// draftscope-cli compare: every method on the same prompts, side by side in one run.
#include <algorithm>
#include <charconv>
#include <memory>

#include "engine/analysis/published_figures.h"
#include "engine/catalogue/embedded.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/compare_output.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/options.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/cli/what_runs.h"
#include "engine/core/printable.h"
#include "engine/model/model_record.h"
#include "engine/report/comparison_report.h"
#include "engine/session/head_methods.h"
#include "engine/session/session_plan.h"

namespace draftscope {
namespace {

constexpr double mostSecondsAsked = 86400; ///< a day

struct CompareOptions {
    DecodeOptions decode;
    std::string methods, temperatures = "0,1";
    ChatOptions chat;
    std::filesystem::path prompts;
    bool json = false, csv = false, markdown = false;
    ComparisonPlan plan;       ///< what they come to
    bool withoutDraft = false; ///< none was named, so methods that need one are left out
};

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

/// Those of a list; all methods in all their shapes where it is empty.
Result<std::vector<Combination>> waysIn(const std::string& list)
{
    std::vector<Combination> ways;
    if (list.empty()) {
        for (const Method& method : allMethods()) {
            if (!method.drafts())
                ways.push_back({&method});
            for (const ShapeKind& shape : allShapes())
                if (method.drafts() && canDraft(method, shape))
                    ways.push_back({&method, &shape});
        }
        return ways;
    }
    for (const std::string_view name : partsOf(list)) {
        const auto way = combinationNamed(name);
        if (!way)
            return tl::unexpected(way.error());
        if (std::ranges::count(ways, *way) == 0)
            ways.push_back(*way);
    }
    return ways;
}

Result<std::vector<double>> temperaturesIn(const std::string& list)
{
    std::vector<double> temperatures;
    for (const std::string_view part : partsOf(list)) {
        double value = -1;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (error != std::errc() || end != part.data() + part.size() || !(value >= 0 && value <= 100))
            return fail("\"{}\" is no temperature: write numbers from 0 to 100 with commas between them.", part);
        if (std::ranges::count(temperatures, value) == 0)
            temperatures.push_back(value);
    }
    return temperatures;
}

bool needsDraft(const Combination& way)
{
    return way.method->needsDraftModel;
}

/// That name method and shape.
SessionSettings settingsOf(const Combination& way)
{
    SessionSettings settings;
    settings.method = way.method->name;
    settings.shape = way.shape ? way.shape->name : "";
    return settings;
}

/// Options and files that no way of the plan knows.
Result<void> checkUse(const CompareOptions& options)
{
    const auto isUsed = [&](const auto& knows) { return std::ranges::any_of(options.plan.ways, knows); };
    for (const auto& [name, path] : options.decode.methodFiles)
        if (!path.empty() && !isUsed([&](const Combination& way) { return fileFor(settingsOf(way), name) != nullptr; }))
            return fail("None of these methods reads a {}: leave it out, or add its method.", name);
    for (const auto& [name, value] : options.decode.methodOptions)
        if (value && !isUsed([&](const Combination& way) { return optionFor(settingsOf(way), name) != nullptr; }))
            return fail("None of these methods has the option {}: leave it out, or add its method.", name);
    return {};
}

/// Every way at every temperature with the options that it knows, so that a wrong one is named before anything runs.
Result<void> checkWays(const ComparisonPlan& plan)
{
    for (const Combination& way : plan.ways) {
        for (const double temperature : plan.temperatures) {
            SessionSettings settings = plan.settings;
            settings.sampler.temperature = temperature;
            if (const auto fine = settingsFor(way, settings); !fine)
                return tl::unexpected(fine.error());
        }
    }
    return {};
}

Result<void> check(CompareOptions& options)
{
    if (const SessionSettings defaults, &given = options.decode.settings; !given.verifier.empty()
        || given.shape != defaults.shape || !given.draws.empty() || !options.decode.method.empty())
        return fail(
            "compare takes methods, shapes and verifiers in one list: write them as --methods METHOD+SHAPE+VERIFIER.");
    if (!(options.plan.rule.mostSeconds >= 0 && options.plan.rule.mostSeconds <= mostSecondsAsked))
        return fail("--max-seconds is {}: choose 0 to {}.", options.plan.rule.mostSeconds, mostSecondsAsked);
    auto ways = waysIn(options.methods);
    if (!ways)
        return tl::unexpected(ways.error());
    options.plan.ways = std::move(*ways);
    auto temperatures = temperaturesIn(options.temperatures);
    if (!temperatures)
        return tl::unexpected(temperatures.error());
    options.plan.temperatures = std::move(*temperatures);
    ModelOptions& models = options.decode.models;
    if (!models.target.empty() && models.draft.empty() && std::ranges::any_of(options.plan.ways, &needsDraft))
        models.draft = embeddedDraftFor(models.target);
    if (!models.target.empty() && models.draft.empty()) {
        const auto needing = std::ranges::find_if(options.plan.ways, &needsDraft);
        if (needing != options.plan.ways.end() && !options.methods.empty())
            return fail("The method {} needs a draft: add --draft, or leave it out of --methods.",
                        needing->method->name);
        options.withoutDraft = needing != options.plan.ways.end();
        std::erase_if(options.plan.ways, &needsDraft);
    }
    if (options.methods.empty()) // all that can run
        std::erase_if(options.plan.ways, [&](const Combination& way) {
            return std::ranges::any_of(way.method->files, [&](const MethodFile& file) {
                return file.isNeeded && options.decode.methodFiles[std::string(file.name)].empty();
            });
        });
    if (const auto used = checkUse(options); !used)
        return used;
    DecodeOptions general = options.decode; // what does not belong to a method
    general.method = "plain";
    general.methodOptions.clear();
    general.methodFiles.clear();
    if (const auto fine = general.check(); !fine)
        return fine;
    options.plan.settings = general.settings;
    for (const auto& [name, value] : options.decode.methodOptions)
        if (value)
            options.plan.settings.options[name] = *value;
    for (const auto& [name, path] : options.decode.methodFiles)
        setFile(options.plan.settings, name, path);
    return checkWays(options.plan);
}

std::string reportOf(const Comparison& comparison, const CompareOptions& options, const Pair& pair,
                     const ChosenBackend& on)
{
    const SessionSettings& settings = options.plan.settings;
    ComparisonReport report{generalFacts(), {}};
    const auto add = [&](const char* what, std::string value) { report.facts.emplace_back(what, std::move(value)); };
    add("backend", comparison.backend);
    if (!on.reason.empty())
        add("reason for it", on.reason);
    add("target", describe(*pair.target).name);
    if (pair.draft)
        add("draft", describe(*pair.draft).name);
    add("K", fmt::format("{}", settings.draftLength));
    add("tokens a prompt", fmt::format("{} at most", settings.maxTokens));
    add("seed", fmt::format("{}", settings.seed));
    add("measured", howMeasured(comparison, options.plan.rule));
    add("prompts",
        !options.chat.messages.empty() ? options.chat.messages.string()
            : options.prompts.empty()  ? "those that come with the program"
                                       : options.prompts.string());
    for (const ComparisonRow& row : comparison.rows) {
        if (report.tables.empty() || report.tables.back().title != row.kind)
            report.tables.push_back({row.kind, {}});
        const auto published = publishedOf(row);
        report.tables.back().ways.push_back({row.method, fmt::format("temperature {}", row.temperature),
                                             row.over.prompts, figureValues(row.over, row.over.quartiles),
                                             published ? inWords(*published) : std::string()});
    }
    return markdownOf(report);
}

/// Leaves out prompts that do not fit the models, and returns the passes of the longest that does.
Result<std::vector<PlannedPass>> keepPromptsThatFit(CompareOptions& options, const Pair& pair)
{
    SessionSettings settings = options.plan.settings;
    chooseMethod(settings, std::ranges::any_of(options.plan.ways, &needsDraft) ? "two-model" : "plain");
    std::vector<PlannedPass> largest;
    std::vector<Prompt> fitting;
    std::string whyNot;
    for (Prompt& prompt : options.plan.prompts) {
        auto passes = passesFor(pair, settings, prompt.text);
        if (!passes) {
            whyNot = whyNot.empty() ? passes.error().sentence : whyNot;
            continue;
        }
        fitting.push_back(std::move(prompt));
        if (largest.empty() || passes->front().slotCount > largest.front().slotCount)
            largest = std::move(*passes);
    }
    if (fitting.empty())
        return fail("None of the prompts can be decoded: {}", whyNot);
    if (fitting.size() < options.plan.prompts.size())
        printError(fmt::format("draftscope-cli: {} of {} prompts are left out: {}\n",
                               options.plan.prompts.size() - fitting.size(), options.plan.prompts.size(), whyNot));
    options.plan.prompts = std::move(fitting);
    return largest;
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

Result<int> run(CompareOptions& options)
{
    if (options.chat.messages.empty()) {
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
    const Result<Pair> pair = choosePair(options.decode.models, std::ranges::any_of(options.plan.ways, &needsDraft));
    if (!pair)
        return tl::unexpected(pair.error());
    if (auto made = options.chat.makeTexts(options.plan.prompts, *pair->target); !made)
        return tl::unexpected(made.error());
    options.plan.settings.isWholePrompt = options.chat.isConversation();
    const auto passes = keepPromptsThatFit(options, *pair);
    if (!passes)
        return tl::unexpected(passes.error());
    const auto backend = backends->choose(*passes);
    if (!backend)
        return tl::unexpected(backend.error());
    if (options.methods.empty()) // all that can run
        keepHeadsThatRun(options, *pair, *backend->backend, passes->front().slotCount);
    const auto comparison = compare(*pair, options.plan, backend->backend, watchedProgress());
    if (!comparison)
        return tl::unexpected(comparison.error());
    if (options.json)
        printExactly(jsonOf(*comparison));
    else if (options.markdown)
        print(reportOf(*comparison, options, *pair, *backend));
    else if (options.csv && !isTerminal(stdout))
        printExactly(csvOf(*comparison));
    else // on a terminal a kind's control characters must not act
        print(options.csv ? csvOf(*comparison) : tableOf(*comparison, options.plan, *backend));
    return succeeded;
}

} // namespace

void addCompare(CLI::App& app, Command& chosen)
{
    CLI::App* command =
        app.add_subcommand("compare", "Decode the same prompts with every method, side by side in one run");
    const auto options = std::make_shared<CompareOptions>();
    options->decode.settings.maxTokens = 128;
    options->decode.addTo(*command);
    for (const char* unused : {"--method", "--prompt", "--prompt-file", "--temperature", "--greedy", "--verifier"})
        command->remove_option(command->get_option(unused));
    addName(*command, "--methods", options->methods,
            "Methods with commas between them, each as METHOD, METHOD+SHAPE, METHOD+VERIFIER or all three; "
            "without it all methods in all their shapes");
    auto* prompts = addName(
        *command, "--prompts", options->prompts,
        "JSON Lines with \"prompt\" and \"kind\"; - is standard input; without it the prompts that come with the "
        "program");
    options->chat.addTo(*command, "Each prompt is a message")[1]->excludes(prompts);
    addName(*command, "--temperatures", options->temperatures, "Temperatures with commas between them; 0,1");
    addNumber(
        *command, "--max-seconds", options->plan.rule.mostSeconds,
        "Repeat all decodes until every speed-up is known to within 3 %, or so many seconds have gone; each prompt "
        "is decoded once at least");
    auto* json = addSwitch(*command, "--json", options->json, "Print a JSON array of rows");
    auto* csv = addSwitch(*command, "--csv", options->csv, "Print the rows with commas between their numbers");
    csv->excludes(json);
    addSwitch(*command, "--markdown", options->markdown,
              "Print a report with machine, date, settings, and figures with their quartiles over the prompts")
        ->excludes(json)
        ->excludes(csv);
    command->callback([options, &chosen] {
        chosen.check = [options] { return check(*options); };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
