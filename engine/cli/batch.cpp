// SPDX-License-Identifier: MIT
// draftscope-cli batch: several prompts decoded together, one target pass a round for all of them.
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "engine/catalogue/prompts.h"
#include "engine/cli/batch_measure.h"
#include "engine/cli/batch_traces.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/decode.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/options.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/cli/what_runs.h"
#include "engine/session/methods.h"

namespace draftscope {
namespace {

struct BatchOptions {
    DecodeOptions decode;
    std::vector<std::string> prompts;
    std::filesystem::path promptsFile;
    BatchSettings batch;
    std::string shortDraft; ///< empty: as usual
    std::filesystem::path traces;
    MeasuringRule rule;
    bool json = false, againstSingle = false, againstPlain = false, ignoreEndOfText = false;
};

Result<void> check(BatchOptions& options)
{
    if (options.batch.size < 1)
        return fail("The batch size is {}: choose 1 or more.", options.batch.size);
    if (const auto fine = options.decode.check(); !fine)
        return fine;
    if (const auto fine = options.decode.checkDraftingOptions(); !fine)
        return fine;
    if (!(options.rule.mostSeconds >= 0 && options.rule.mostSeconds <= 86400))
        return fail("--max-seconds is {}: choose 0 to 86400.", options.rule.mostSeconds);
    if (options.againstPlain && !(*methodNamed(options.decode.settings.method))->drafts())
        return fail("--against-plain measures a method that drafts: leave it out, or choose another method.");
    if (options.shortDraft.empty())
        return {};
    const auto named = shortDraftNamed(options.shortDraft);
    if (!named)
        return tl::unexpected(named.error());
    options.batch.shortDraft = *named;
    if (!options.batch.isSynchronised)
        return fail("--short-draft says what a batch with gaps does: add --gaps, or leave it out.");
    if (const auto& settings = options.decode.settings; !(*methodNamed(settings.method))->needsDraftModel)
        return fail("The method {} has no draft model whose cache could be one token short: leave --short-draft out.",
                    settings.method);
    return {};
}

/// A seed each, so that a prompt that is there twice gives two texts.
Result<std::vector<BatchText>> textsFor(const BatchOptions& options)
{
    std::vector<std::string> prompts = options.prompts;
    if (prompts.empty()) {
        auto known = readPrompts(options.promptsFile);
        if (!known)
            return tl::unexpected(known.error());
        for (Prompt& prompt : *known)
            prompts.push_back(std::move(prompt.text));
    }
    std::vector<BatchText> texts;
    for (std::string& prompt : prompts)
        texts.push_back(
            {std::move(prompt), options.decode.settings.seed + texts.size(), options.decode.settings.sampler});
    return texts;
}

std::string jsonOf(const BatchDecoded& decoded, const BatchComparison* comparison, const SpeedMeasurement* plain,
                   const std::vector<BatchText>& texts, const BatchOptions& options, const ChosenBackend& on)
{
    JsonLine line;
    line.open('{').key("sequences").open('[');
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const BatchedText& one = decoded.texts[i];
        line.open('{').field("prompt", texts[i].prompt).field("text", one.text).field("token_ids", one.tokens);
        line.field("seed", texts[i].seed).field("rounds", one.metrics.rounds());
        field(line, "tokens_per_step", one.metrics.tokensPerStep());
        field(line, "acceptance_rate", one.metrics.acceptanceRate());
        line.field("ended_by", nameOf(one.end)).close('}');
    }
    line.close(']').field("batch", decoded.batchSize).field("rounds", decoded.rounds).field("tokens", decoded.tokens);
    field(line, "block_efficiency", decoded.blockEfficiency());
    line.field("blocks", decoded.blocks).field("gaps", decoded.counts.gaps).field("rereads", decoded.counts.rereads);
    line.field("target_passes", decoded.counts.targetPasses).field("target_rows", decoded.counts.targetRows);
    line.field("draft_passes", decoded.counts.draftPasses).field("draft_rows", decoded.counts.draftRows);
    field(line, "tokens_per_second", comparison ? comparison->batchTokensPerSecond() : decoded.tokensPerSecond());
    if (comparison) {
        field(line, "single_tokens_per_second", comparison->singleTokensPerSecond());
        field(line, "speed_up", comparison->speedUp());
        line.field("same_tokens", comparison->sameTokens);
    }
    if (plain) {
        const Speed& speed = plain->speed(0);
        field(line, "plain_batch_tokens_per_second", plain->figures(1).times.tokensPerSecond());
        field(line, "speed_up_over_plain_batch", speed.measuredSpeedUp);
        if (const auto& interval = speed.speedUpInterval)
            line.field("speed_up_over_plain_batch_lower", interval->lower)
                .field("speed_up_over_plain_batch_upper", interval->upper);
        line.field("busy", plain->steadiness().isBusy());
    }
    line.field("method", options.decode.settings.method);
    addWhatRuns(line, decoded.backend, on);
    line.close('}');
    return std::string(line.text()) + '\n';
}

std::string textsOf(const BatchDecoded& decoded, const std::vector<BatchText>& texts)
{
    std::string all;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const BatchedText& one = decoded.texts[i];
        all +=
            fmt::format("{} · {} token{} in {} round{} · {} tokens per step\n{}{}\n\n", i + 1, one.tokens.size(),
                        one.tokens.size() == 1 ? "" : "s", one.metrics.rounds(), one.metrics.rounds() == 1 ? "" : "s",
                        shown(one.metrics.tokensPerStep(), 2), texts[i].prompt, one.text);
    }
    return all;
}

std::string besidePlain(const SpeedMeasurement& plain)
{
    const Speed& speed = plain.speed(0);
    const auto& interval = speed.speedUpInterval;
    return fmt::format(
        "In turns with a plain batch of the same size: {} tokens per second against {} · drafting makes it {} times as "
        "fast{}{}\n",
        shown(speed.tokensPerSecond, 1), shown(plain.figures(1).times.tokensPerSecond(), 1),
        shown(speed.measuredSpeedUp, 2),
        interval ? fmt::format(" ({:.2f} to {:.2f}){}", interval->lower, interval->upper,
                               interval->contains(1) ? ", which is no difference that can be told" : "")
                 : "",
        plain.steadiness().isBusy() ? " · the machine was busy with something else" : "");
}

std::string summaryOf(const BatchDecoded& decoded, const BatchComparison* comparison, const SpeedMeasurement* plain,
                      const BatchOptions& options, const ChosenBackend& on)
{
    std::string lines = fmt::format(
        "{} tokens in {} rounds of up to {} sequences · {} tokens per second\n", decoded.tokens, decoded.rounds,
        decoded.batchSize, shown(comparison ? comparison->batchTokensPerSecond() : decoded.tokensPerSecond(), 1));
    const BatchCounts& counts = decoded.counts;
    lines += fmt::format("Block efficiency: {} tokens a block · target: {} rows in {} passes · draft: {} rows in {} "
                         "passes{}{}\n",
                         shown(decoded.blockEfficiency(), 2), counts.targetRows, counts.targetPasses, counts.draftRows,
                         counts.draftPasses,
                         options.batch.isSynchronised ? fmt::format(" · {} slots left as gaps", counts.gaps) : "",
                         counts.rereads > 0 ? fmt::format(" · texts read again {} times", counts.rereads) : "");
    if (comparison)
        lines += fmt::format("One after another: {} tokens per second · the batch is {} times as fast · {}\n",
                             shown(comparison->singleTokensPerSecond(), 1), shown(comparison->speedUp(), 2),
                             comparison->sameTokens ? "the same tokens" : "other tokens");
    if (plain)
        lines += besidePlain(*plain);
    return lines + whatRuns(decoded.backend, on);
}

Result<BatchDecoded> decodeWithTraces(const BatchOptions& options, const Pair& pair, const SessionSettings& settings,
                                      const std::vector<BatchText>& texts, const std::shared_ptr<Backend>& backend,
                                      const Progress& progress)
{
    if (options.traces.empty())
        return decodeBatch(pair, settings, texts, options.batch, backend, progress);
    BatchTraces traces(options.traces, filesInUse(options.promptsFile));
    if (const auto opened = traces.open(); !opened)
        return tl::unexpected(opened.error());
    auto decoded = decodeBatch(pair, settings, texts, options.batch, backend, progress,
                               [&](const BatchSession& batch, const std::vector<RoundRecord>& rounds) {
                                   return traces.add(batch, *pair.target->tokenizer, rounds);
                               });
    if (const auto closed = traces.close(); decoded && !closed && !decoded->failure)
        decoded->failure = closed.error().sentence;
    return decoded;
}

Result<int> run(const BatchOptions& options)
{
    const auto texts = textsFor(options);
    if (!texts)
        return tl::unexpected(texts.error());
    auto backends = backendsFor(options.decode.models);
    if (!backends)
        return tl::unexpected(backends.error());
    SessionSettings settings = options.decode.settings;
    if (options.traces.empty())
        settings.topTokens = 0;
    Result<Pair> pair = choosePair(options.decode.models, (*methodNamed(settings.method))->needsDraftModel);
    if (!pair)
        return tl::unexpected(pair.error());
    if (options.ignoreEndOfText)
        pair->target = withoutEnd(pair->target);
    const auto passes = passesForBatch(*pair, settings, *texts, options.batch);
    if (!passes)
        return tl::unexpected(passes.error());
    const auto on = backends->choose(*passes);
    if (!on) // its sentence knows nothing of batches
        return fail("With {} sequences at a time: {}", std::min(options.batch.size, int(texts->size())),
                    on.error().sentence);

    const Progress progress = watchedProgress();
    std::optional<BatchComparison> comparison;
    BatchDecoded decoded;
    if (options.againstSingle) {
        auto compared = compareBatch(*pair, settings, *texts, options.batch, on->backend, progress);
        if (!compared)
            return tl::unexpected(compared.error());
        comparison = std::move(*compared);
        decoded = std::move(comparison->batch);
    } else {
        auto together = decodeWithTraces(options, *pair, settings, *texts, on->backend, progress);
        if (!together)
            return tl::unexpected(together.error());
        decoded = std::move(*together);
    }
    std::optional<SpeedMeasurement> measured;
    if (options.againstPlain && !progress.isCancelled() && !decoded.failure) {
        auto inTurns = measureAgainstPlain(*pair, settings, *texts, options.batch, on->backend, progress, options.rule);
        if (!inTurns)
            return tl::unexpected(inTurns.error());
        measured = std::move(*inTurns);
    }
    const SpeedMeasurement* const plain = measured ? &*measured : nullptr;
    const BatchComparison* const beside = comparison ? &*comparison : nullptr;
    if (options.json)
        printExactly(jsonOf(decoded, beside, plain, *texts, options, *on));
    else if (isTerminal(stdout)) // on a terminal a text's control characters must not act
        print(textsOf(decoded, *texts) + summaryOf(decoded, beside, plain, options, *on));
    else
        printExactly(textsOf(decoded, *texts) + summaryOf(decoded, beside, plain, options, *on));
    if (decoded.failure)
        return fail("{}", *decoded.failure);
    if (progress.isCancelled())
        printError(fmt::format("draftscope-cli: Interrupted after {} tokens.\n", decoded.tokens));
    if (comparison && !comparison->sameTokens)
        return fail("The batch wrote other tokens than sessions alone: please report it.");
    return succeeded;
}

} // namespace

void addBatch(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("batch", "Decode several prompts together, with passes that they share");
    const auto options = std::make_shared<BatchOptions>();
    options->decode.addTo(*command);
    for (const char* unused : {"--prompt", "--prompt-file"})
        command->remove_option(command->get_option(unused));
    auto* prompts = command->add_option("--prompt", options->prompts, "A prompt; as often as there are prompts");
    prompts->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    addName(*command, "--prompts", options->promptsFile,
            "JSON Lines with \"prompt\"; - is standard input; without prompts those that come with the program")
        ->excludes(prompts);
    addNumber(*command, "--batch", options->batch.size,
              "Sequences decoded at a time; when one has ended the next prompt takes its place (8)");
    addSwitch(
        *command, "--gaps", options->batch.isSynchronised,
        "Keep the sequences in step: in every round all begin in the same column of the K/V caches, and where one "
        "accepts less than another it leaves a gap; their caches take twice the memory");
    addName(*command, "--short-draft", options->shortDraft,
            "With --gaps and a draft model, when the last draft was accepted, which the draft model has not seen: "
            "two-tokens feeds it with the next round's first step (usual), extra-pass at once, and crop drops it from "
            "the target's cache, too, so that both feed two tokens");
    auto* traces = addName(*command, "--traces", options->traces,
                           "Write a trace for each prompt into this folder: 1.jsonl, 2.jsonl … Those of an earlier run "
                           "with more prompts stay there");
    addSwitch(*command, "--against-single", options->againstSingle,
              "Decode the same prompts one after another, too, in turn, and say how much faster the batch is")
        ->excludes(traces);
    addSwitch(*command, "--against-plain", options->againstPlain,
              "Measure the batch in turns with a plain batch of the same size, too, and say what drafting gains or "
              "costs in it");
    addNumber(*command, "--max-seconds", options->rule.mostSeconds,
              "With --against-plain: measure until the speed-up is known to within 4.5 %, or for so many seconds");
    addSwitch(*command, "--json", options->json, "Print one JSON object instead");
    addSwitch(*command, "--ignore-eos", options->ignoreEndOfText, "Go on where a text ends");
    command->footer("Every sequence writes what generate writes with its prompt and its seed: that of the first is "
                    "--seed, of the next one more, and so on. The target's own layers draft for one sequence after "
                    "another, and verify each by itself, too. Tokens per second are of all "
                    "sequences together, with "
                    "the time in which prompts are read.");
    command->callback([options, &chosen] {
        chosen.check = [options] { return check(*options); };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
