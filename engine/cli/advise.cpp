// SPDX-License-Identifier: MIT
// draftscope-cli advise: the fastest setting for a pair and some prompts, found by measuring within a time.
#include <algorithm>
#include <memory>

#include "engine/analysis/advice.h"
#include "engine/analysis/advice_settings.h"
#include "engine/analysis/load_advice.h"
#include "engine/catalogue/embedded.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/options.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/trace/json_line.h"

namespace draftscope {
namespace {

constexpr double mostAdviceSeconds = 24 * 3600;
constexpr std::size_t adviceRows = 12; ///< of the table

struct AdviseOptions {
    DecodeOptions decode;
    ChatOptions chat;
    std::filesystem::path prompts;
    double seconds = 60;
    double exhaustiveSeconds = 0;
    bool json = false, exhaustive = false, load = false;
    std::vector<const CLI::Option*> ofGenerate = {}; ///< that `generate` takes, too
};

Result<void> checkAdvise(AdviseOptions& options)
{
    if (!(options.seconds >= 1 && options.seconds <= mostAdviceSeconds))
        return fail("--seconds is {}: choose 1 to {}.", options.seconds, mostAdviceSeconds);
    if (!(options.exhaustiveSeconds >= 0 && options.exhaustiveSeconds <= mostAdviceSeconds))
        return fail("--exhaustive-seconds is {}: choose 0 to {}.", options.exhaustiveSeconds, mostAdviceSeconds);
    if (options.decode.settings.maxTokens == 1)
        return fail("A text of one token has no round behind its first that could be timed: choose 2 tokens or more.");
    options.decode.method = "plain";
    return options.decode.check();
}

/// Prompts that the target alone can decode.
Result<std::vector<std::string>> promptTexts(const AdviseOptions& options, const Pair& pair)
{
    std::vector<Prompt> prompts;
    if (options.chat.messages.empty()) {
        auto read = readPrompts(options.prompts);
        if (!read)
            return tl::unexpected(read.error());
        prompts = std::move(*read);
    }
    if (const auto made = options.chat.makeTexts(prompts, *pair.target); !made)
        return tl::unexpected(made.error());
    SessionSettings plain = options.decode.settings;
    plain.isWholePrompt = options.chat.isConversation();
    std::vector<std::string> texts;
    std::string whyNot;
    for (const Prompt& prompt : prompts) {
        if (const auto passes = passesFor(pair, plain, prompt.text); passes)
            texts.push_back(prompt.text);
        else if (whyNot.empty())
            whyNot = passes.error().sentence;
    }
    if (texts.empty())
        return fail("None of the prompts can be decoded: {}", whyNot);
    if (!whyNot.empty())
        printError(fmt::format("draftscope-cli: {} of {} prompts are left out: {}\n", prompts.size() - texts.size(),
                               prompts.size(), whyNot));
    return texts;
}

std::string intervalText(const Speed& speed)
{
    const auto& interval = speed.speedUpInterval;
    return interval ? fmt::format("{:.2f} – {:.2f}", interval->lower, interval->upper) : std::string("–");
}

std::string adviceTable(const std::vector<TriedSetting>& tried, std::size_t most)
{
    std::size_t width = 0;
    std::vector<std::string> names;
    for (const TriedSetting& each : tried)
        if (each.speedUp() && names.size() < most)
            width = std::max(width, names.emplace_back(adviceName(each.settings).text).size());
    std::string text =
        fmt::format("{}  {:>8}  {:>11}  {:>6}  {:>5}  {:>5}  {:>5}  {:>6}  {:>7}\n", padded("setting", width),
                    "speed-up", "interval", "tokens", "α", "c", "v", "rounds", "seconds");
    std::size_t rows = 0;
    for (const TriedSetting& each : tried) {
        if (!each.speedUp() || rows == names.size())
            continue;
        const Speed& speed = each.figures.speed;
        const Metrics& metrics = each.figures.metrics;
        text += fmt::format("{}  {:>8}  {}  {:>6}  {:>5}  {:>5}  {:>5}  {:>6}  {:>7.1f}\n",
                            padded(names[rows++], width), shown(each.speedUp(), 2), padded(intervalText(speed), 11),
                            shown(metrics.tokensPerStep(), 2), shown(metrics.acceptanceRate(), 2),
                            shown(speed.costRatio, 2), shown(speed.verifyRatio, 2), metrics.rounds(), each.seconds);
    }
    return text;
}

std::string checkText(const AdviceCheck& check)
{
    std::string text = fmt::format("\nExhaustive: every setting measured for {:.1f} s or more, {:.0f} s in all{}.\n",
                                   check.secondsEach, check.seconds, check.isCutShort ? ", cut short" : "");
    const auto place = std::ranges::find(check.all, check.winner.settings, &TriedSetting::settings);
    if (check.ratio && check.interval)
        text += fmt::format(
            "The advised setting ({}) is number {} of {} there. Once more in the same laps it runs at {:.3f} "
            "({:.3f} – {:.3f}) of the speed of the fastest of the others ({}).\n",
            adviceName(check.winner.settings).text, place - check.all.begin() + 1, check.all.size(), *check.ratio,
            check.interval->lower, check.interval->upper, adviceName(check.fastest.settings).text);
    return text + adviceTable(check.all, check.all.size());
}

std::string loadTable(const std::vector<LoadPoint>& points, std::string_view what)
{
    std::string text =
        fmt::format("{:>8}  {:>8}  {:>11}  {:>14}  best\n", what, "speed-up", "interval", "plain tokens/s");
    for (const LoadPoint& point : points) {
        if (!point.isKnown()) {
            text += fmt::format("{:>8}  {}\n", point.at, point.whyNot);
            continue;
        }
        const double speedUp = *point.speed.measuredSpeedUp;
        const auto plain =
            point.speed.tokensPerSecond ? std::optional(*point.speed.tokensPerSecond / speedUp) : std::nullopt;
        text +=
            fmt::format("{:>8}  {:>8.2f}  {:>11}  {:>14}  {}: {:.2f}\n", point.at, speedUp, intervalText(point.speed),
                        shown(plain, 0), adviceName(point.best).text, point.bestSpeed.measuredSpeedUp.value_or(1));
    }
    return text;
}

void printLoad(const LoadAdvice& load)
{
    std::string text = "\nUnder load, " + adviceName(load.settings).text + ":\n";
    for (const Message& sentence : sentencesOf(load))
        text += sentence.text + '\n';
    text += loadTable(load.overBatch, "batch");
    text += loadTable(load.overContext, "context");
    text += fmt::format("Measured in {:.0f} s.{}\n", load.seconds,
                        load.steadiness.isBusy() ? " The machine was busy with something else." : "");
    print(text);
}

/// As a shell takes it for one word.
std::string asShellWord(const std::string& text)
{
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:,=+-@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos)
        return text;
    std::string word = "'";
    for (const char c : text)
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

/// The command that decodes with the advised setting what the advice is for.
std::string generateCommand(const AdviseOptions& options, const SessionSettings& best)
{
    std::string command = "draftscope-cli generate";
    for (const CLI::Option* option : options.ofGenerate) {
        const std::string name = option->get_name();
        const bool isOfOthers = name == "--draft"
            ? !(*methodNamed(best.method))->needsDraftModel
            : options.decode.methodFiles.contains(name.substr(2)) && !fileFor(best, name.substr(2));
        if (option->count() == 0 || isOfOthers)
            continue;
        command += ' ' + name;
        if (option->get_expected_max() > 0) // it is no switch
            command += ' ' + asShellWord(option->results().back());
    }
    return command + ' ' + adviceArguments(best);
}

void printAdvice(const Advice& advice, const AdviseOptions& options)
{
    std::string text;
    for (const Message& sentence : sentencesOf(advice))
        text += sentence.text + '\n';
    text += fmt::format("\n  {}\n\n", generateCommand(options, advice.best()->settings));
    const auto measured = std::ranges::count_if(advice.tried, [](const auto& tried) { return !!tried.speedUp(); });
    text += fmt::format("{} of {} settings measured on {} prompts in {:.0f} s, {}.\n", measured, advice.settings,
                        advice.prompts, advice.seconds, advice.backend);
    text += adviceTable(advice.tried, adviceRows);
    for (const std::string& why : advice.leftOut)
        text += fmt::format("Left out: {}\n", why);
    if (advice.check)
        text += checkText(*advice.check);
    print(text);
}

void writeTried(JsonLine& line, const TriedSetting& tried)
{
    const Speed& speed = tried.figures.speed;
    line.open('{').field("setting", adviceName(tried.settings).text);
    line.field("arguments", adviceArguments(tried.settings)).field("method", tried.settings.method);
    line.field("shape", tried.settings.shape).field("k", tried.settings.draftLength).key("options").open('{');
    for (const auto& [name, value] : tried.settings.options)
        line.field(name, value);
    line.close('}').field("rung", tried.rung).field("seconds", tried.seconds);
    field(line, "speed_up", tried.speedUp());
    const auto& interval = speed.speedUpInterval;
    field(line, "speed_up_lower", interval ? std::optional(interval->lower) : std::nullopt);
    field(line, "speed_up_upper", interval ? std::optional(interval->upper) : std::nullopt);
    field(line, "tokens_per_step", tried.figures.metrics.tokensPerStep());
    field(line, "acceptance_rate", tried.figures.metrics.acceptanceRate());
    field(line, "cost_ratio", speed.costRatio);
    field(line, "verify_ratio", speed.verifyRatio);
    line.field("rounds", tried.figures.metrics.rounds()).close('}');
}

void writeCheck(JsonLine& line, const AdviceCheck& check)
{
    line.key("exhaustive").open('{').field("seconds", check.seconds).field("seconds_each", check.secondsEach);
    line.field("cut_short", check.isCutShort);
    if (check.ratio) {
        line.field("ratio", *check.ratio);
        field(line, "ratio_lower", check.interval ? std::optional(check.interval->lower) : std::nullopt);
        field(line, "ratio_upper", check.interval ? std::optional(check.interval->upper) : std::nullopt);
        line.key("winner");
        writeTried(line, check.winner);
        line.key("fastest");
        writeTried(line, check.fastest);
    }
    line.key("tried").open('[');
    for (const TriedSetting& tried : check.all)
        if (tried.speedUp())
            writeTried(line, tried);
    line.close(']').close('}');
}

void writeLoad(JsonLine& line, const LoadAdvice& load)
{
    line.key("load").open('{').key("sentences").open('[');
    for (const Message& sentence : sentencesOf(load))
        line.value(sentence.text);
    line.close(']').field("seconds", load.seconds).field("busy", load.steadiness.isBusy());
    line.field("cut_short", load.isCutShort);
    for (const bool isBatch : {true, false}) {
        line.key(isBatch ? "over_batch" : "over_context").open('[');
        for (const LoadPoint& point : isBatch ? load.overBatch : load.overContext) {
            line.open('{').field(isBatch ? "batch" : "context", point.at).field("rounds", point.rounds);
            field(line, "speed_up", point.speed.measuredSpeedUp);
            const auto& interval = point.speed.speedUpInterval;
            field(line, "speed_up_lower", interval ? std::optional(interval->lower) : std::nullopt);
            field(line, "speed_up_upper", interval ? std::optional(interval->upper) : std::nullopt);
            field(line, "tokens_per_second", point.speed.tokensPerSecond);
            if (point.isKnown()) {
                line.field("best", adviceName(point.best).text);
                field(line, "best_speed_up", point.bestSpeed.measuredSpeedUp);
            } else {
                line.field("why_not", point.whyNot);
            }
            line.close('}');
        }
        line.close(']');
    }
    line.close('}');
}

void printAdviceJson(const Advice& advice, const std::optional<LoadAdvice>& load)
{
    JsonLine line;
    line.open('{').key("sentences").open('[');
    for (const Message& sentence : sentencesOf(advice))
        line.value(sentence.text);
    line.close(']').key("best");
    writeTried(line, *advice.best());
    line.field("settings", advice.settings).field("prompts", advice.prompts).field("seconds", advice.seconds);
    line.field("backend", advice.backend).field("cut_short", advice.isCutShort).field("settled", advice.isSettled);
    line.field("busy", advice.steadiness.isBusy()).key("left_out").open('[');
    for (const std::string& why : advice.leftOut)
        line.value(why);
    line.close(']').key("tried").open('[');
    for (const TriedSetting& tried : advice.tried)
        if (tried.speedUp())
            writeTried(line, tried);
    line.close(']');
    if (advice.check)
        writeCheck(line, *advice.check);
    if (load)
        writeLoad(line, *load);
    line.close('}').end();
    printExactly(line.text());
}

Result<int> runAdvise(AdviseOptions& options)
{
    ModelOptions& models = options.decode.models;
    if (!models.target.empty() && models.draft.empty())
        models.draft = embeddedDraftFor(models.target);
    const auto pair = choosePair(models, models.target.empty() || !models.draft.empty());
    if (!pair)
        return tl::unexpected(pair.error());
    auto texts = promptTexts(options, *pair);
    if (!texts)
        return tl::unexpected(texts.error());
    auto backends = backendsFor(models);
    if (!backends)
        return tl::unexpected(backends.error());
    AdviceRequest request{*pair, options.decode.settings, std::move(*texts), options.seconds, options.exhaustive};
    if (options.exhaustiveSeconds > 0)
        request.checkSeconds = options.exhaustiveSeconds;
    request.base.isWholePrompt = options.chat.isConversation();
    request.base.draftLength = SessionSettings().draftLength;
    for (const auto& [name, path] : options.decode.methodFiles)
        if (!path.empty())
            request.base.files[name] = path;
    const auto passes = passesFor(*pair, options.decode.settings, request.prompts.front());
    if (!passes)
        return tl::unexpected(passes.error());
    const auto backend = backends->choose(*passes);
    if (!backend)
        return tl::unexpected(backend.error());
    if (!pair->draft)
        printError("draftscope-cli: Methods that need a draft are left out: add --draft for them.\n");
    const auto advice = advise(request, backend->backend, watchedProgress());
    if (!advice)
        return tl::unexpected(advice.error());
    std::optional<LoadAdvice> load;
    std::optional<Error> loadError; // with which the advice is not lost
    if (options.load && !isInterrupted()) {
        auto measured = measureLoad({request.pair, advice->best()->settings, request.prompts, options.seconds},
                                    backend->backend, watchedProgress());
        if (measured)
            load = std::move(*measured);
        else
            loadError = measured.error();
    }
    if (options.json)
        printAdviceJson(*advice, load);
    else
        printAdvice(*advice, options);
    if (load && !options.json)
        printLoad(*load);
    return loadError ? Result<int>(tl::unexpected(*loadError)) : Result<int>(succeeded);
}

} // namespace

void addAdvise(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand(
        "advise", "Find the fastest setting for a pair and your prompts by measuring, and say why it is");
    const auto options = std::make_shared<AdviseOptions>();
    options->decode.settings.maxTokens = 64;
    options->decode.addTo(*command);
    for (CLI::Option* option : command->get_options()) {
        const std::string name = option->get_name();
        const bool isKept = std::ranges::count(
            std::vector<std::string>{"--help",       "--target",      "--draft",   "--backend", "--threads",
                                     "--arithmetic", "--temperature", "--greedy",  "--top-k",   "--top-p",
                                     "--min-p",      "--seed",        "--tokens",  "--head",    "--datastore",
                                     "--corpus",     "--draft-2",     "--draft-3", "--skip",    "--ranks",
                                     "-h",           "--help,-h"},
            name);
        if (!isKept)
            command->remove_option(option);
        else if (name != "--help")
            options->ofGenerate.push_back(option);
    }
    auto* prompts = addName(*command, "--prompts", options->prompts,
                            "JSON Lines with \"prompt\" and \"kind\"; - is standard input; without it the prompts that "
                            "come with the program");
    options->chat.addTo(*command, "Each prompt is a message")[1]->excludes(prompts);
    for (const char* ofChat : {"--chat", "--system", "--messages"})
        options->ofGenerate.push_back(command->get_option(ofChat));
    addNumber(*command, "--seconds", options->seconds,
              "Time for the whole search, 60; Ctrl+C ends it sooner and keeps what is known");
    auto* exhaustive = addSwitch(
        *command, "--exhaustive", options->exhaustive,
        "Then measure every setting for as long as the winner was, which takes long, and set both beside each other");
    addNumber(*command, "--exhaustive-seconds", options->exhaustiveSeconds,
              "With --exhaustive: how long each setting is measured; 0, as long as the winner")
        ->needs(exhaustive);
    addSwitch(*command, "--load", options->load,
              "Then, for as long again, what the winner is worth in batches of 1 to 32 and after longer texts");
    addSwitch(*command, "--json", options->json, "Print one line of JSON");
    command->callback([options, &chosen] {
        chosen.check = [options] { return checkAdvise(*options); };
        chosen.run = [options] { return runAdvise(*options); };
    });
}

} // namespace draftscope
