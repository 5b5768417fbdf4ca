// SPDX-License-Identifier: MIT
// draftscope-cli lossless: does the pair write what the target alone would?
#include "engine/analysis/lossless.h"

#include <memory>

#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/cli/what_runs.h"

namespace draftscope {
namespace {

struct Options {
    ModelOptions models;
    LosslessOptions check;
    std::string prompt = "Once upon a time", broken;
    bool json = false;
};

// Far enough from 1 that the fault shows at any rounds worth running, near enough that nobody would see it in the text.
constexpr double brokenTemperature = 0.8;

std::string tableOf(const LosslessReport& report, const ChosenBackend& on)
{
    std::string table = whatRuns(report.backend, on);
    table += fmt::format("{}  {:>8}  {:>10}  {:>4}  {:>8}  {:>9}  {}\n", padded("case", 46), "samples", "chi-square",
                         "df", "p-value", "variation", "verdict");
    for (const LosslessCase& one : report.cases)
        table += fmt::format("{}  {:>8}  {:>10.1f}  {:>4}  {:>8.2g}  {:>9.4f}  {}\n", padded(one.name, 46), one.samples,
                             one.chiSquare, one.degreesOfFreedom, one.pValue, one.totalVariation,
                             one.passed ? "✓ the same law" : "✗ another law");
    return table + fmt::format("acceptance rate {:.3f} (measured)\n", report.acceptanceRate);
}

std::string jsonOf(const LosslessReport& report, const ChosenBackend& on)
{
    JsonLine line;
    line.open('{').field("passed", report.passed()).field("acceptance_rate", report.acceptanceRate);
    addWhatRuns(line, report.backend, on);
    line.key("cases").open('[');
    for (const LosslessCase& one : report.cases) {
        line.open('{').field("name", one.name).field("tokens", one.tokens).field("samples", one.samples);
        line.field("chi_square", one.chiSquare).field("degrees_of_freedom", one.degreesOfFreedom);
        line.field("p_value", one.pValue)
            .field("total_variation", one.totalVariation)
            .field("passed", one.passed)
            .close('}');
    }
    line.close(']').close('}');
    return std::string(line.text()) + '\n';
}

Result<void> check(const Options& options)
{
    if (options.check.rounds < 1000 || options.check.rounds > 100'000'000)
        return fail("The number of rounds is {}: choose 1000 to 100000000.", options.check.rounds);
    if (options.check.draftLength < 1 || options.check.draftLength > 64)
        return fail("The draft length is {}: choose a number from 1 to 64.", options.check.draftLength);
    if (!options.broken.empty() && options.broken != "q-temperature")
        return fail("There is no \"{}\" to break: choose q-temperature.", options.broken);
    return options.models.check();
}

Result<int> run(Options options)
{
    if (!options.broken.empty())
        options.check.brokenQTemperature = brokenTemperature;
    auto backends = backendsFor(options.models);
    if (!backends)
        return tl::unexpected(backends.error());
    const Result<Pair> pair = choosePair(options.models, true);
    if (!pair)
        return tl::unexpected(pair.error());
    SessionSettings settings;
    settings.maxTokens = 1; // beyond the prompt a check looks no further
    const auto passes = passesFor(*pair, settings, options.prompt);
    if (!passes)
        return tl::unexpected(passes.error());
    const auto backend = backends->choose(*passes);
    if (!backend)
        return tl::unexpected(backend.error());
    const auto report = losslessCheck(*pair, options.prompt, options.check, *backend->backend, watchedProgress());
    if (!report)
        return tl::unexpected(report.error());
    options.json ? printExactly(jsonOf(*report, *backend)) : print(tableOf(*report, *backend));
    if (!options.json && options.check.brokenQTemperature)
        print(fmt::format(
            "Broken on purpose: drafts are judged by q at temperature {}, not the one they were drawn at. Not "
            "lossless.\n",
            brokenTemperature));
    return report->passed() ? succeeded : failed;
}

} // namespace

void addLossless(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("lossless", "Test that the pair writes what the target alone would");
    const auto options = std::make_shared<Options>();
    options->models.addTo(*command);
    command->add_option("--prompt", options->prompt, "Prompt");
    addNumber(*command, "--rounds", options->check.rounds, "Texts sampled a case");
    addNumber(*command, "--k", options->check.draftLength, "K: tokens drafted a round");
    addNumber(*command, "--seed", options->check.seed, "Seed of the random numbers");
    addName(*command, "--break", options->broken, "Break the rule on purpose: q-temperature");
    addSwitch(*command, "--json", options->json, "Print one JSON object");
    command->callback([options, &chosen] {
        chosen.check = [options] { return check(*options); };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
