// SPDX-License-Identifier: MIT
// draftscope-cli lossless: does the pair write what the target alone would?
#include "engine/analysis/lossless_trial.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/ranges.h>

#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/lossless_json.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/cli/what_runs.h"
#include "engine/session/faults.h"
#include "engine/session/methods.h"

namespace draftscope {
namespace {

struct LosslessCommandOptions {
    DecodeOptions decode;
    LosslessOptions check;
    int texts = 10'000;
    std::optional<int> draftLength; ///< K; without it 1 to 6
    std::string prompt = "Once upon a time", broken;
    bool json = false;
    bool isUsualPrompt = true;
    std::string trial; ///< "letters" or "pair": one trial alone, with the sampler and of so many tokens; else empty
    SamplerSettings sampler;
    int tokens = 8;
    bool withoutChosen = false; ///< the method lacks a file for the pair that a person would choose
};

/// In place of a file that only the five letters have.
constexpr const char* inMemory = "(in memory)";

// Far enough from 1 that the fault shows at any number of texts worth running, near enough that a person would not see
// it in the text.
constexpr double brokenTemperature = 0.8;

/// Column widths: the case, K, and numbers.
constexpr const char* lineFormat = "{}  {:>6}  {:>10}  {:>5}  {:>8}  {:>9}  {}\n";
constexpr std::size_t nameWidth = 82;

/// The fault that needs no place in a session: another draft is asked for the drafts.
constexpr std::string_view brokenQ = "q-temperature";

std::vector<std::string_view> whatBreaks()
{
    std::vector<std::string_view> names = {brokenQ};
    for (const Fault& fault : allFaults())
        names.push_back(fault.name);
    return names;
}

std::string verdictOf(const LosslessCase& one)
{
    const char* const verdict = one.verdict == LosslessVerdict::passed ? "✓ passed"
        : one.verdict == LosslessVerdict::failed                       ? "✗ failed"
                                                                       : "– not tested";
    return one.reason.empty() ? verdict : fmt::format("{}: {}", verdict, one.reason);
}

std::string lineOf(const LosslessCase& one)
{
    const bool hasStatistic = one.degreesOfFreedom > 0;
    const auto number = [&](double value, int decimals) {
        return hasStatistic ? fmt::format("{:.{}f}", value, decimals) : std::string("–");
    };
    return fmt::format(lineFormat, padded(one.name(), nameWidth), one.samples, number(one.chiSquare, 1),
                       hasStatistic ? fmt::to_string(one.degreesOfFreedom) : "–",
                       hasStatistic ? fmt::format("{:.2g}", one.pValue) : "–", shown(one.totalVariation, 4),
                       verdictOf(one));
}

/// How a single trial stands, over all its looks.
std::string sentenceOf(const TrialFigures& trial)
{
    if (trial.looks.empty())
        return fmt::format("No look yet: the first one is after {} texts.\n", trial.nextLook);
    const TrialLook& last = trial.looks.back();
    std::string sentence = trial.foundAfter ? fmt::format("A difference was found after {} texts", *trial.foundAfter)
                                            : fmt::format("No difference was found up to {} texts", last.texts);
    sentence +=
        fmt::format(" (p-value over {} looks {:.2g}, level {}).", trial.looks.size(), last.corrected, trial.level);
    if (!trial.foundAfter && last.smallestBias)
        sentence +=
            fmt::format(" A distance of {:.3f} or more would have been found with 90 % chance.", *last.smallestBias);
    return sentence + '\n';
}

std::string tableOf(const LosslessReport& report, const LosslessCommandOptions& options, const ChosenBackend& on)
{
    std::string table = whatRuns(report.backend, on);
    std::string pair;
    for (const LosslessCase& one : report.cases) {
        if (one.pair != pair) {
            pair = one.pair;
            table += fmt::format("\n{}\n", pair);
            table += fmt::format(lineFormat, padded("case", nameWidth), "texts", "chi-square", "df", "p-value",
                                 "variation", "verdict");
        }
        table += lineOf(one);
    }
    table += fmt::format("\nacceptance rate {:.3f} (measured), {:.2f} rounds a text (measured)\n",
                         report.acceptanceRate, report.roundsPerText);
    if (!options.trial.empty())
        for (const TrialFigures& trial : report.trials)
            table += sentenceOf(trial);
    if (options.check.brokenDraftTemperature)
        table += fmt::format("Broken on purpose: drafts are drawn at {} times the temperature of the q that they are "
                             "judged by. Not lossless.\n",
                             brokenTemperature);
    if (!options.check.fault.empty())
        table += faultSentence(options.check.fault).text + '\n';
    for (const std::string& name : report.untested)
        table += fmt::format("Nothing was tested with {}: choose a prompt that leaves it a choice of tokens, or more "
                             "texts (--texts).\n",
                             name);
    if (options.withoutChosen)
        table += fmt::format("Only the five letters were tested: the method {} needs a file for any other pair.\n",
                             options.check.settings.method);
    return table
        + fmt::format("{} cases passed, {} failed, {} not tested: {}.\n", report.count(LosslessVerdict::passed),
                      report.count(LosslessVerdict::failed), report.count(LosslessVerdict::notTested),
                      report.passed()                                 ? "lossless"
                          : report.count(LosslessVerdict::failed) > 0 ? "not lossless"
                                                                      : "not tested enough to say");
}

/// How the sessions are to draft and to verify.
SessionSettings settingsOf(const LosslessCommandOptions& options)
{
    DecodeOptions decode = options.decode;
    if (decode.method.empty())
        decode.method = "two-model";
    decode.chooseMethod();
    return decode.settings;
}

/// What the options ask a single trial of.
TrialRequest requestOf(const LosslessCommandOptions& options, const Pair& pair = {}, const MethodData& data = {})
{
    TrialRequest request{settingsOf(options), pair, data, options.prompt, options.tokens};
    if (options.trial == "letters" && options.isUsualPrompt)
        request.prompt = TrialRequest().prompt;
    request.settings.sampler = options.sampler;
    request.settings.draftLength = options.draftLength.value_or(request.settings.draftLength);
    request.settings.seed = options.check.seed;
    if (options.broken != brokenQ)
        request.settings.fault = options.broken;
    return request;
}

Result<void> checkTrial(const LosslessCommandOptions& options)
{
    if (options.trial.empty()) {
        if (options.sampler != SamplerSettings() || options.tokens != TrialRequest().tokens)
            return fail("The sampler and the length of texts are those of one trial: add --trial letters or --trial "
                        "pair, or leave them out.");
        return {};
    }
    if (options.trial != "letters" && options.trial != "pair")
        return fail("There is no trial \"{}\": choose letters or pair.", options.trial);
    if (options.trial == "letters")
        if (const auto setup = trialSetupFor(requestOf(options)); !setup)
            return tl::unexpected(setup.error());
    return {};
}

Result<void> check(const LosslessCommandOptions& options)
{
    if (options.texts < 1000 || options.texts > 100'000'000)
        return fail("The number of texts is {}: choose 1000 to 100000000.", options.texts);
    if (options.draftLength && (*options.draftLength < 1 || *options.draftLength > 64))
        return fail("The draft length is {}: choose a number from 1 to 64.", *options.draftLength);
    if (!options.broken.empty() && options.broken != brokenQ && !faultNamed(options.broken))
        return fail("There is no \"{}\" to break: choose {}.", options.broken, fmt::join(whatBreaks(), ", "));
    if (Result<void> fine = options.decode.models.check(); !fine)
        return fine;
    SessionSettings wanted = settingsOf(options);
    const auto method = methodNamed(wanted.method);
    if (!method)
        return tl::unexpected(method.error());
    if (!(*method)->drafts())
        return fail("The method {} drafts nothing that could be tested: choose another method.", wanted.method);
    for (const MethodFile& file : (*method)->files)
        if (file.isNeeded && fileOf(wanted, file.name).empty())
            setFile(wanted, file.name, inMemory); // as the five letters have it
    auto settings = losslessSettings(std::move(wanted));
    if (!settings)
        return tl::unexpected(settings.error());
    if (options.broken == brokenQ && (!(*method)->needsDraftModel || settings->shape != SessionSettings().shape))
        return fail("The fault {} is one of the method two-model with the shape chain: leave --break out, or choose "
                    "these.",
                    brokenQ);
    if (const auto fine = checkTrial(options); !fine)
        return fine;
    if (!options.broken.empty() && options.broken != brokenQ && options.trial.empty()) {
        settings->sampler.temperature = 0.7; // as of some of the sessions
        settings->draftLength = options.draftLength.value_or(settings->draftLength);
        if (const auto broken = settingsWithFault(*settings, options.broken); !broken)
            return tl::unexpected(broken.error());
    }
    return {};
}

/// Whether the method reads a file of texts or tokens of the chosen target that was not named.
bool lacksFile(const SessionSettings& settings)
{
    return std::ranges::any_of((*methodNamed(settings.method))->files, [&](const MethodFile& file) {
        return file.isNeeded && fileOf(settings, file.name).empty();
    });
}

/// What is tested: all that is usual, or one trial alone, for which the options become its own.
Result<std::vector<LosslessSubject>> subjectsOf(LosslessCommandOptions& options, const Pair& pair,
                                                const MethodData& data)
{
    if (options.trial.empty())
        return losslessSubjects(options.check.settings, pair, data, options.prompt, options.texts);
    auto setup = trialSetupFor(requestOf(options, pair, data));
    if (!setup)
        return tl::unexpected(setup.error());
    options.check.settings = std::move(setup->options.settings);
    options.check.draftLengths = {setup->draftLength};
    setup->subject.texts = options.texts;
    return std::vector{std::move(setup->subject)};
}

Result<int> run(LosslessCommandOptions options)
{
    if (options.broken != brokenQ)
        options.check.fault = options.broken;
    else
        options.check.brokenDraftTemperature = brokenTemperature;
    if (options.draftLength)
        options.check.draftLengths = {*options.draftLength};
    SessionSettings settings = settingsOf(options);
    options.withoutChosen = lacksFile(settings);
    const Method& method = **methodNamed(settings.method);
    for (const MethodFile& file : method.files)
        if (file.isNeeded && options.withoutChosen)
            setFile(settings, file.name, inMemory);
    options.check.settings = *losslessSettings(std::move(settings)); // check() has seen that there are such
    settings = options.check.settings;
    settings.maxTokens = 128; // more than texts have, and what is kept of other texts
    ModelOptions& models = options.decode.models;
    auto backends = backendsFor(models);
    if (!backends)
        return tl::unexpected(backends.error());
    // What the draft favours is tested, too. A target of one's own with a method that has no draft is its own.
    if (models.draft.empty() && !method.needsDraftModel)
        models.draft = models.target;
    const bool wantsPair = !options.withoutChosen && options.trial != "letters";
    Result<Pair> pair = wantsPair ? choosePair(models, true) : Result<Pair>(Pair{});
    if (!pair)
        return tl::unexpected(pair.error());
    Result<MethodData> data{};
    std::vector<PlannedPass> passes;
    if (pair->target) {
        data = openMethodData(*pair, settings);
        if (!data)
            return tl::unexpected(data.error());
        auto planned = passesFor(*pair, settings, options.prompt);
        if (!planned)
            return tl::unexpected(planned.error());
        passes = std::move(*planned);
    }
    const auto backend = backends->choose(passes);
    if (!backend)
        return tl::unexpected(backend.error());
    const auto subjects = subjectsOf(options, *pair, *data);
    if (!subjects)
        return tl::unexpected(subjects.error());
    const auto report = losslessCheck(*subjects, options.check, backend->backend, watchedProgress());
    if (!report)
        return tl::unexpected(report.error());
    options.json ? printExactly(jsonOf(*report, options.broken, *backend)) : print(tableOf(*report, options, *backend));
    return report->passed() ? succeeded : failed;
}

} // namespace

void addLossless(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("lossless", "Test that the pair writes what the target alone would");
    const auto options = std::make_shared<LosslessCommandOptions>();
    options->decode.models.addTo(*command);
    options->decode.addMethodTo(*command);
    command->footer("Sessions write many short texts in several rounds each, first with a pair of five letters, all of "
                    "whose texts can be listed, then with the pair that you choose, and the texts are compared with "
                    "what the target alone would write. Contexts are computed once and remembered; rounds that a GPU "
                    "decides by itself are not tested here. Exits with 1 where a case failed or nothing could be "
                    "tested with one of the pairs.");
    auto* prompt = command->add_option("--prompt", options->prompt, "Prompt of the pair that you choose");
    addNumber(*command, "--texts,--rounds", options->texts,
              "Texts sampled a case of the five letters; of your pair a quarter of them");
    addNumber(*command, "--k", options->draftLength, "K: tokens drafted a round; without it 1 to 6, one after another");
    addNumber(*command, "--seed", options->check.seed, "Seed of the random numbers");
    addName(*command, "--break", options->broken,
            fmt::format("Break the rule on purpose: {}", fmt::join(whatBreaks(), ", ")));
    addName(*command, "--trial", options->trial,
            "letters or pair: only one trial, as the window's Lossless lab makes it, with the sampler below, one K and "
            "all of --texts");
    addNumber(*command, "--temperature", options->sampler.temperature, "Of a trial: the temperature, above 0");
    addNumber(*command, "--top-k", options->sampler.topK, "Of a trial: keep the k likeliest tokens; 0 keeps all");
    addNumber(*command, "--top-p", options->sampler.topP, "Of a trial: keep the likeliest tokens of this mass");
    addNumber(*command, "--min-p", options->sampler.minP, "Of a trial: drop tokens under this share of the likeliest");
    addNumber(*command, "--tokens", options->tokens,
              "Of a trial: length of its texts; 1 looks at the first token only");
    addSwitch(*command, "--json", options->json, "Print one JSON object");
    command->callback([options, prompt, &chosen] {
        options->isUsualPrompt = prompt->count() == 0;
        chosen.check = [options] { return check(*options); };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
