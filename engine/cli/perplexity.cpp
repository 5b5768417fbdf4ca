// SPDX-License-Identifier: MIT
// draftscope-cli perplexity: how well a model predicts a text that is there.
#include <algorithm>
#include <memory>
#include <optional>

#include "engine/analysis/text_score.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/cli/what_runs.h"

namespace draftscope {
namespace {

struct PerplexityOptions {
    ModelOptions models;
    std::filesystem::path text = "-";
    std::optional<int> context;
    bool json = false;
};

constexpr const char* definition = "The text is cut into windows of --context tokens, one behind the other; every "
                                   "token of a window but its first is scored by the "
                                   "model's probability p given those before it in the window. Printed are the mean of "
                                   "-ln p over all scored tokens, in nats, and e "
                                   "to the power of it, which is the perplexity.";

Result<void> check(const PerplexityOptions& options)
{
    if (options.context && *options.context < 2)
        return fail("The context is {}: choose 2 tokens or more, of which the first is not scored.", *options.context);
    return options.models.check();
}

/// Tokens of a window. Error: the model has no room for them.
Result<int> windowFor(const PerplexityOptions& options, const Model& target)
{
    const int most = target.config.contextLength;
    if (most < 2)
        return fail("The context of {} holds one token, and a perplexity needs two: choose another model.",
                    target.name);
    if (options.context && *options.context > most)
        return fail("The context of {} holds {} tokens and not {}: choose a smaller --context.", target.name, most,
                    *options.context);
    return options.context.value_or(most);
}

std::string tableOf(const TextScore& score, std::size_t tokens, int window)
{
    return figureRow("tokens of the text", std::to_string(tokens))
        + figureRow("tokens of a window", std::to_string(window))
        + figureRow("tokens scored", std::to_string(score.scored))
        + figureRow("negative log likelihood per token", fmt::format("{:.6f} nats", score.perToken()))
        + figureRow("perplexity", fmt::format("{:.6g}", score.perplexity()));
}

std::string jsonOf(const TextScore& score, std::size_t tokens, int window, const Model& target,
                   std::string_view backend, const ChosenBackend& chosen)
{
    JsonLine line;
    line.open('{').field("target", target.name).field("tokens", tokens).field("scored", score.scored);
    line.field("context", window);
    line.field("negative_log_likelihood_per_token", score.perToken()).field("perplexity", score.perplexity());
    addWhatRuns(line, backend, chosen);
    line.close('}');
    return std::string(line.text()) + '\n';
}

Result<int> run(const PerplexityOptions& options)
{
    const Progress progress = watchedProgress();
    const auto text = readText(options.text);
    if (!text)
        return tl::unexpected(text.error());
    if (text->empty())
        return fail("The text is empty: choose a longer one.");
    auto backends = backendsFor(options.models);
    if (!backends)
        return tl::unexpected(backends.error());
    const auto pair = choosePair(options.models, false);
    if (!pair)
        return tl::unexpected(pair.error());
    const std::shared_ptr<const Model>& target = pair->target;
    const auto window = windowFor(options, *target);
    if (!window)
        return tl::unexpected(window.error());
    const auto tokens = target->tokenizer->encodePrompt(*text);
    if (!tokens)
        return tl::unexpected(tokens.error());
    if (tokens->size() < 2)
        return fail("The text is one token, which nothing is in front of: choose a longer one.");
    const int slots = int(std::min(tokens->size(), std::size_t(*window)));
    const std::vector<PlannedPass> passes = {{target, slots}};
    const auto chosen = backends->choose(passes);
    if (!chosen)
        return tl::unexpected(chosen.error());
    const auto pass = chosen->backend->makePass(target, slots, progress);
    if (!pass)
        return tl::unexpected(pass.error());
    const TextScore score = scoreText(**pass, *tokens, *window, target->tokenizer->size(), target->name, progress);
    if (options.json)
        printExactly(jsonOf(score, tokens->size(), *window, *target, (*pass)->backendName(), *chosen));
    else
        print(whatRuns((*pass)->backendName(), *chosen) + tableOf(score, tokens->size(), *window));
    return succeeded;
}

} // namespace

void addPerplexity(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("perplexity", "Measure how well a model predicts a text");
    command->footer(definition);
    const auto options = std::make_shared<PerplexityOptions>();
    options->models.addTargetTo(*command);
    addName(*command, "--text", options->text, "A text file; - is standard input, as where no file is given");
    addNumber(*command, "--context", options->context,
              "Tokens of a window, 2 or more; by default the model's whole context");
    addSwitch(*command, "--json", options->json, "Print one JSON object");
    command->callback([options, &chosen] {
        chosen.check = [options] { return check(*options); };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
