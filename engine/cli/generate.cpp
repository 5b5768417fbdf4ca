// SPDX-License-Identifier: MIT
// draftscope-cli generate: text as it comes, or one JSON object.
#include <memory>

#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/decode.h"
#include "engine/cli/options.h"
#include "engine/cli/terminal.h"

namespace draftscope {
namespace {

struct Options {
    DecodeOptions decode;
    std::filesystem::path trace;
    bool json = false, ignoreEndOfText = false;
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

std::string jsonOf(const Decoded& decoded)
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
    line.field("verifier", decoded.header.verifier).field("backend", decoded.header.backend);
    line.field("target", decoded.header.target.name);
    if (decoded.header.draft)
        line.field("draft", decoded.header.draft->name);
    line.field("lossless", decoded.header.lossless).field("seed", decoded.header.seed);
    line.field("ended_by", nameOf(decoded.end)).close('}');
    return std::string(line.text()) + '\n';
}

std::string summary(const Decoded& decoded)
{
    const Metrics& metrics = decoded.metrics;
    return fmt::format("{} tokens in {} rounds · {} tokens per step · acceptance rate {} · {} tokens per second · {}\n",
                       decoded.tokens.size(), metrics.rounds(), shown(metrics.tokensPerStep(), 2),
                       shown(metrics.acceptanceRate(), 2), shown(decoded.tokensPerSecond, 1), decoded.header.backend);
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
    const auto backend = chooseBackend(options.decode.models);
    if (!backend)
        return tl::unexpected(backend.error());
    Result<Pair> pair = choosePair(options.decode.models, options.decode.settings.method != "plain");
    if (!pair)
        return tl::unexpected(pair.error());
    if (options.ignoreEndOfText)
        pair->target = withoutEnd(pair->target);
    SessionSettings settings = options.decode.settings;
    if (options.trace.empty())
        settings.topTokens = 0;
    const bool onTerminal = isTerminal(stdout) && !options.json;
    if (onTerminal)
        print(showsColours(stdout) ? faded(*prompt) : *prompt);
    const Result<Decoded> decoded = decode(*pair, settings, *prompt, backend->backend, options.trace,
                                           options.json ? OnToken() : printer(showsColours(stdout)));
    if (!decoded)
        return tl::unexpected(decoded.error());
    print(options.json ? jsonOf(*decoded) : "\n");
    if (onTerminal)
        print((showsColours(stdout) ? faded(summary(*decoded)) : summary(*decoded)));
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
    command->add_flag("--ignore-eos", options->ignoreEndOfText, "Go on where the text ends");
    command->callback([options, &chosen] {
        chosen.check = [options] { return options->decode.check(); };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
