// SPDX-License-Identifier: MIT
// draftscope-cli compare: every method on the same prompts, side by side in one run.
#include <algorithm>
#include <charconv>
#include <memory>

#include "engine/catalogue/embedded.h"
#include "engine/cli/command.h"
#include "engine/cli/compare_options.h"
#include "engine/cli/options.h"
#include "engine/cli/strict_options.h"

namespace draftscope {
namespace {

constexpr double mostSecondsAsked = 86400; ///< a day

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
    for (const Combination& way : plan.ways)
        for (const double temperature : plan.temperatures)
            if (const auto fine = settingsOfWay(plan, way, temperature); !fine)
                return tl::unexpected(fine.error());
    return {};
}

/// That what takes the place of others is not beside them.
Result<void> checkPairs(CompareOptions& options)
{
    ModelOptions& models = options.decode.models;
    if (!options.targets.empty() && !models.target.empty())
        return fail("--targets takes the place of --target: give one of them.");
    if (!options.drafts.empty() && !models.draft.empty())
        return fail("--drafts takes the place of --draft: give one of them.");
    for (const auto& [list, name] : {std::pair(&options.targets, "--targets"), {&options.drafts, "--drafts"}})
        if (const auto parts = partsOf(*list); !list->empty() && std::ranges::count(parts, "") > 0)
            return fail("{} has an empty name in it: write names with one comma between two of them.", name);
    if (!options.targets.empty() || !options.drafts.empty()) {
        // What the methods are looked through for: the first pair stands for all.
        models.target =
            std::string(options.targets.empty() ? std::string_view(models.target) : partsOf(options.targets).front());
        models.draft =
            std::string(options.drafts.empty() ? std::string_view(models.draft) : partsOf(options.drafts).front());
    }
    return {};
}

/// That nothing is asked for that a saved comparison says itself.
Result<void> checkSaved(const CompareOptions& options)
{
    const bool isDifference = !options.before.empty();
    if (isDifference && (options.json || options.csv))
        return fail("--before and --after print Markdown, or HTML with --html: leave --json and --csv out.");
    if (isDifference && !options.lanes.empty())
        return fail("--before and --after decode nothing: leave --lanes out.");
    if (const std::string given = firstGiven(options.ofPairs); !given.empty())
        return isDifference ? fail("--before and --after decode nothing: leave {} out.", given)
                            : fail("--lanes says itself what is decoded and how: leave {} out.", given);
    return options.decode.models.check();
}

Result<void> check(CompareOptions& options)
{
    if (options.before.empty() != options.after.empty())
        return fail("--before and --after are two saved comparisons: give both.");
    const bool isSaved = !options.before.empty() || !options.lanes.empty();
    if (const auto fine = isSaved ? checkSaved(options) : Result<void>(); !fine || !options.before.empty())
        return fine;
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
    if (const auto fine = checkPairs(options); !fine)
        return fine;
    if (!options.lanes.empty())
        return {}; // a lane says itself how it is decoded
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
    for (const CLI::Option* option : command->get_options())
        if (std::ranges::count(std::vector<std::string>{"--backend", "--threads", "--arithmetic"}, option->get_name())
            == 0)
            options->ofPairs.push_back(option);
    const auto ofPairs = [&](const CLI::Option* option) { options->ofPairs.push_back(option); };
    ofPairs(addName(*command, "--methods", options->methods,
                    "Methods with commas between them, each as METHOD, METHOD+SHAPE, METHOD+VERIFIER or all three; "
                    "without it all methods in all their shapes"));
    auto* prompts = addName(
        *command, "--prompts", options->prompts,
        "JSON Lines with \"prompt\" and \"kind\"; - is standard input; without it the prompts that come with the "
        "program");
    options->chat.addTo(*command, "Each prompt is a message")[1]->excludes(prompts);
    ofPairs(addName(*command, "--temperatures", options->temperatures, "Temperatures with commas between them; 0,1"));
    addNumber(
        *command, "--max-seconds", options->plan.rule.mostSeconds,
        "Repeat all decodes until every speed-up is known to within 4.5 %, or so many seconds have gone; each prompt "
        "is decoded once at least");
    auto* json = addSwitch(*command, "--json", options->json, "Print a JSON array of rows");
    auto* csv = addSwitch(*command, "--csv", options->csv, "Print the rows with commas between their numbers");
    csv->excludes(json);
    ofPairs(addName(*command, "--targets", options->targets,
                    "Several targets with commas between them, each with every draft"));
    ofPairs(addName(*command, "--drafts", options->drafts, "Several drafts with commas between them"));
    addName(*command, "--lanes", options->lanes,
            "The lanes of a comparison that the window has saved, each as it is there");
    addName(*command, "--before", options->before, "Nothing is decoded: set this saved comparison beside --after");
    addName(*command, "--after", options->after, "What changed since --before, and whether that is beyond noise");
    auto* html = addSwitch(*command, "--html", options->html, "Print the report as one HTML file with charts")
                     ->excludes(json)
                     ->excludes(csv);
    addSwitch(*command, "--markdown", options->markdown,
              "Print a report with machine, date, settings, and figures with their quartiles over the prompts")
        ->excludes(json)
        ->excludes(csv)
        ->excludes(html);
    command->callback([options, &chosen] {
        chosen.check = [options] { return check(*options); };
        chosen.run = [options] { return options->before.empty() ? runCompare(*options) : runDifference(*options); };
    });
}

} // namespace draftscope
