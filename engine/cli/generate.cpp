// SPDX-License-Identifier: MIT
// draftscope-cli generate: text as it comes, or one JSON object.
#include <memory>

#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/decode.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/options.h"
#include "engine/cli/terminal.h"
#include "engine/cli/what_runs.h"
#include "engine/session/start_session.h"

namespace draftscope {
namespace {

struct Options {
    DecodeOptions decode;
    std::filesystem::path trace;
    bool json = false, ignoreEndOfText = false, verbose = false;
};

std::string_view nameOf(EndReason end)
{
    switch (end) {
    case EndReason::endOfText:
        return "end of text";
    case EndReason::tokenLimit:
        return "token limit";
    case EndReason::contextFull:
        return "context full";
    case EndReason::none:
        break;
    }
    return "interrupt";
}

std::string jsonOf(const Decoded& decoded, const ChosenBackend& on)
{
    const Metrics& metrics = decoded.metrics;
    JsonLine line;
    line.open('{').field("text", decoded.text).field("token_ids", decoded.tokens);
    line.field("prompt_ids", decoded.header.promptTokens).field("rounds", metrics.rounds());
    field(line, "tokens_per_step", metrics.tokensPerStep());
    field(line, "acceptance_rate", metrics.acceptanceRate());
    field(line, "draft_yield", metrics.draftYield());
    field(line, "tokens_per_second", decoded.tokensPerSecond);
    line.field("draft_ms", metrics.draftMs()).field("verify_ms", metrics.verifyMs());
    line.field("sample_ms", metrics.sampleMs()).field("method", decoded.header.method);
    line.field("verifier", decoded.header.verifier);
    addWhatRuns(line, decoded.header.backend, on);
    line.field("target", decoded.header.target.name);
    if (decoded.header.draft)
        line.field("draft", decoded.header.draft->name);
    line.field("lossless", decoded.header.lossless).field("seed", decoded.header.seed);
    line.field("ended_by", nameOf(decoded.end)).close('}');
    return std::string(line.text()) + '\n';
}

std::string summary(const Decoded& decoded, const ChosenBackend& on)
{
    const Metrics& metrics = decoded.metrics;
    return fmt::format("{} tokens in {} rounds · {} tokens per step · acceptance rate {} · {} tokens per second\n",
                       decoded.tokens.size(), metrics.rounds(), shown(metrics.tokensPerStep(), 2),
                       shown(metrics.acceptanceRate(), 2), shown(decoded.tokensPerSecond, 1))
        + whatRuns(decoded.header.backend, on);
}

OnToken printer(bool colours)
{
    return [colours](const CommittedToken& token, const std::string& text) {
        print(colours ? coloured(token.source, text) : text);
    };
}

Result<int> run(const Options& options)
{
    const Result<std::string> prompt = options.decode.readPrompt();
    if (!prompt)
        return tl::unexpected(prompt.error());
    auto backends = backendsFor(options.decode.models);
    if (!backends)
        return tl::unexpected(backends.error());
    Result<Pair> pair = choosePair(options.decode.models, options.decode.settings.method != "plain");
    if (!pair)
        return tl::unexpected(pair.error());
    if (options.ignoreEndOfText)
        pair->target = withoutEnd(pair->target);
    SessionSettings settings = options.decode.settings;
    if (options.trace.empty())
        settings.topTokens = 0;
    Progress progress;
    progress.cancelled = &watchInterrupts();
    const auto started = startSession(*pair, settings, *prompt, *backends, progress);
    if (!started)
        return tl::unexpected(started.error());
    const bool onTerminal = isTerminal(stdout) && !options.json;
    if (options.verbose || (isTerminal(stderr) && !isTerminal(stdout) && !options.json))
        fmt::print(stderr, "{}", whatRuns(started->session->header().backend, started->on));
    if (onTerminal)
        print(showsColours(stdout) ? faded(*prompt) : *prompt);
    const Result<Decoded> decoded =
        decode(*started->session, options.trace, options.json ? OnToken() : printer(showsColours(stdout)));
    if (!decoded)
        return tl::unexpected(decoded.error());
    print(options.json ? jsonOf(*decoded, started->on) : "\n");
    if (onTerminal) {
        const std::string lines = summary(*decoded, started->on);
        print(showsColours(stdout) ? faded(lines) : lines);
    }
    if (!decoded->note.empty())
        fmt::print(stderr, "draftscope-cli: {}\n", decoded->note);
    if (decoded->traceError)
        return tl::unexpected(*decoded->traceError);
    return succeeded;
}

} // namespace

void addGenerate(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("generate", "Decode a prompt and print the text as it comes");
    const auto options = std::make_shared<Options>();
    options->decode.addTo(*command);
    command->add_option("--trace", options->trace, "Write a trace (JSON Lines; compressed when it ends in .zst)");
    command->add_flag("--json", options->json,
                      "Print one JSON object instead; tokens_per_second leaves the first round out");
    command->add_flag("--verbose,-v", options->verbose,
                      "Say on standard error what runs, why, and what memory it takes; a terminal is told so anyway");
    command->add_flag("--ignore-eos", options->ignoreEndOfText, "Go on where the text ends");
    command->callback([options, &chosen] {
        chosen.check = [options] { return options->decode.check(); };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
