// SPDX-License-Identifier: MIT
// draftscope-cli generate: text as it comes, or one JSON object.
#include <memory>

#include <fmt/ranges.h>

#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/decode.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/options.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/cli/what_runs.h"
#include "engine/core/printable.h"
#include "engine/remote/server_times.h"
#include "engine/session/faults.h"
#include "engine/session/first_example.h"
#include "engine/session/methods.h"
#include "engine/session/start_session.h"

namespace draftscope {
namespace {

struct GenerateOptions {
    DecodeOptions decode;
    std::filesystem::path trace;
    bool json = false, ignoreEndOfText = false, verbose = false;
    ChatOptions chat;
};

std::string jsonOf(const Decoded& decoded, const ChosenBackend& on)
{
    const Metrics& metrics = decoded.metrics;
    JsonLine line;
    line.open('{').field("text", decoded.text).field("token_ids", decoded.tokens);
    line.field("prompt_ids", decoded.header.promptTokens).field("rounds", metrics.rounds());
    field(line, "tokens_per_step", metrics.tokensPerStep());
    field(line, "acceptance_rate", metrics.acceptanceRate());
    field(line, "draft_yield", metrics.draftYield());
    field(line, "tokens_per_second", decoded.times.tokensPerSecond());
    field(line, "clock_tokens_per_second", decoded.tokensPerSecond);
    line.field("draft_ms", metrics.draftMs()).field("verify_ms", metrics.verifyMs());
    line.field("sample_ms", metrics.sampleMs()).field("method", decoded.header.method);
    line.field("verifier", decoded.header.verifier);
    addWhatRuns(line, decoded.header.backend, on);
    line.field("target", decoded.header.target.name);
    if (decoded.header.draft)
        line.field("draft", decoded.header.draft->name);
    line.field("lossless", decoded.header.lossless);
    if (!decoded.header.fault.empty()) {
        line.field("fault", decoded.header.fault);
        field(line, "distance_from_target", metrics.distance());
    }
    if (const NetworkTimes asked = timesOfServer(decoded.header.target.path); asked.requests > 0) {
        line.key("server").open('{').field("requests", asked.requests).field("waited_s", asked.waited);
        if (asked.saysWhatIsComputed)
            line.field("computed_s", asked.computed);
        line.field("draws", asked.draws).close('}');
    }
    line.field("seed", decoded.header.seed);
    line.field("ended_by", nameOf(decoded.end)).close('}');
    return std::string(line.text()) + '\n';
}

std::string summary(const Decoded& decoded, const ChosenBackend& on)
{
    const Metrics& metrics = decoded.metrics;
    return fmt::format("{} tokens in {} rounds · {} tokens per step · acceptance rate {} · {} tokens per second\n",
                       decoded.tokens.size(), metrics.rounds(), shown(metrics.tokensPerStep(), 2),
                       shown(metrics.acceptanceRate(), 2), shown(decoded.times.tokensPerSecond(), 1))
        + whatRuns(decoded.header.backend, on);
}

/// What comes of a fault; empty where that is not known.
std::string distanceWords(const Metrics& metrics)
{
    return metrics.distance()
        ? fmt::format(" Distance from the target's distribution (total variation, mean over {} token{}): {}.",
                      metrics.distancesKnown(), metrics.distancesKnown() == 1 ? "" : "s", shown(metrics.distance(), 3))
        : std::string();
}

/// Prints the text as it comes. A terminal gets the prompt, too, but with the first token: until then it shows how far
/// the models have read it.
class TextPrinter {
public:
    explicit TextPrinter(std::string prompt) : m_prompt(std::move(prompt)) {}

    void operator()(const CommittedToken& token, const std::string& text)
    {
        if (!m_onTerminal) {
            printExactly(text);
            return;
        }
        add(TokenSource::prompt, std::exchange(m_prompt, {}));
        add(token.source, text);
    }

private:
    void add(TokenSource source, const std::string& text) const
    {
        if (!text.empty())
            printExactly(m_colours ? coloured(source, printableText(text)) : printableText(text));
    }
    std::string m_prompt;
    bool m_onTerminal = isTerminal(stdout), m_colours = showsColours(stdout);
};

void sayInterrupted(const Decoded& decoded)
{
    const std::size_t count = decoded.tokens.size();
    printError(count == 0
                   ? "draftscope-cli: Interrupted before the first token was there.\n"
                   : fmt::format("draftscope-cli: Interrupted after {} token{}.\n", count, count == 1 ? "" : "s"));
}

/// The text that the target gets.
Result<std::string> promptFor(const GenerateOptions& options, const Model& target)
{
    const auto prompt =
        options.chat.messages.empty() ? options.decode.readPrompt() : Result<std::string>(std::string());
    return prompt ? options.chat.textOf(*prompt, target.path, *target.tokenizer) : prompt;
}

Result<int> run(const GenerateOptions& options)
{
    auto backends = backendsFor(options.decode.models);
    if (!backends)
        return tl::unexpected(backends.error());
    Result<Pair> pair =
        choosePair(options.decode.models, (*methodNamed(options.decode.settings.method))->needsDraftModel);
    if (!pair)
        return tl::unexpected(pair.error());
    const Result<std::string> prompt = promptFor(options, *pair->target);
    if (!prompt)
        return tl::unexpected(prompt.error());
    if (options.ignoreEndOfText)
        pair->target = withoutEnd(pair->target);
    SessionSettings settings = options.decode.settings;
    settings.isWholePrompt = options.chat.isConversation();
    if (options.trace.empty()) // a fault's distance is computed where contexts are written down
        settings.topTokens = settings.fault.empty() ? 0 : 1;
    const Progress progress = watchedProgress();
    const auto started = startSession(*pair, settings, *prompt, *backends, progress);
    if (!started)
        return tl::unexpected(started.error());
    const bool onTerminal = isTerminal(stdout) && !options.json;
    if (options.verbose || (isTerminal(stderr) && !isTerminal(stdout) && !options.json))
        printError(whatRuns(started->session->header().backend, started->on));
    const Result<Decoded> decoded = decode(
        *started->session, progress,
        {options.trace, filesInUse(options.chat.messages.empty() ? options.decode.promptFile : options.chat.messages)},
        options.json ? OnToken() : TextPrinter(*prompt));
    if (!decoded)
        return tl::unexpected(decoded.error());
    printExactly(options.json ? jsonOf(*decoded, started->on) : "\n");
    if (onTerminal) {
        const std::string lines = printableText(summary(*decoded, started->on));
        printExactly(showsColours(stdout) ? faded(lines) : lines);
    }
    if (!settings.fault.empty())
        printError(
            fmt::format("draftscope-cli: {}{}\n", faultSentence(settings.fault), distanceWords(decoded->metrics)));
    if (!decoded->note.empty())
        printError(fmt::format("draftscope-cli: {}\n", decoded->note));
    if (const std::string asked = inWords(timesOfServer(pair->target->record.path)); !asked.empty())
        printError(fmt::format("draftscope-cli: {}.\n", asked));
    if (decoded->targetError)
        return tl::unexpected(*decoded->targetError);
    if (decoded->end == EndReason::none)
        sayInterrupted(*decoded);
    if (decoded->traceError)
        return tl::unexpected(*decoded->traceError);
    return succeeded;
}

/// Who says nothing of a prompt sees what the window shows first, with whatever else was said.
void chooseFirstExample(const CLI::App& command, DecodeOptions& decode)
{
    const auto isGiven = [&](const char* option) { return command.get_option(option)->count() > 0; };
    for (const char* option : {"--prompt", "--prompt-file", "--target", "--chat"})
        if (isGiven(option))
            return;
    const FirstExample example = firstExample();
    decode.prompt = example.prompt;
    if (!isGiven("--k"))
        decode.settings.draftLength = example.settings.draftLength;
    if (!isGiven("--temperature"))
        decode.settings.sampler.temperature = example.settings.sampler.temperature;
    if (!isGiven("--seed"))
        decode.settings.seed = example.settings.seed;
}

} // namespace

void addGenerate(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("generate", "Decode a prompt and print the text as it comes");
    const auto options = std::make_shared<GenerateOptions>();
    options->decode.addTo(*command);
    std::vector<std::string_view> faults;
    for (const Fault& known : allFaults())
        faults.push_back(known.name);
    addName(*command, "--break", options->decode.settings.fault,
            fmt::format("Break the method on purpose: {}; draftscope-cli methods says what goes wrong",
                        fmt::join(faults, ", ")));
    addName(*command, "--trace", options->trace, "Write a trace (JSON Lines; compressed when it ends in .zst)");
    addSwitch(*command, "--json", options->json,
              "Print one JSON object instead; tokens_per_second is by the times of all rounds but the first, "
              "clock_tokens_per_second by the clock on the wall");
    addSwitch(*command, "--verbose,-v", options->verbose,
              "Say on standard error what runs, why, and what memory it takes; a terminal is told so anyway");
    CLI::Option* messages = options->chat.addTo(*command, "The prompt is a message")[1];
    for (const char* other : {"--prompt", "--prompt-file"})
        messages->excludes(command->get_option(other));
    addSwitch(*command, "--ignore-eos", options->ignoreEndOfText, "Go on where the text ends");
    command->footer(
        "Without a prompt it decodes the story with which the window begins: K 5, temperature 0.8, seed 6.");
    command->callback([options, command, &chosen] {
        chooseFirstExample(*command, options->decode);
        chosen.check = [options]() -> Result<void> {
            if (const auto fine = options->decode.check(); !fine)
                return fine;
            return options->decode.checkDraftingOptions();
        };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
