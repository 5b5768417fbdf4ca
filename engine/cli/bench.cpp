// SPDX-License-Identifier: MIT
// draftscope-cli bench: what the pair costs and gives on this machine, measured side by side in one run.
#include <algorithm>
#include <array>
#include <memory>

#include "engine/analysis/metrics.h"
#include "engine/cli/bench_measure.h"
#include "engine/cli/bench_shape.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/options.h"
#include "engine/cli/output.h"
#include "engine/cli/stage_table.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/synthetic_model.h"
#include "engine/cli/terminal.h"
#include "engine/cli/what_runs.h"

namespace draftscope {
namespace {

struct BenchOptions {
    DecodeOptions decode;
    int turns = 5;
    bool json = false;
    std::string shape; ///< instead of a pair: random weights
    int context = 512; ///< of a shape
};

std::optional<double> predicted(const BenchReport& report, int draftLength)
{
    if (!report.acceptanceRate)
        return std::nullopt;
    return predictedSpeedUp(*report.acceptanceRate, draftLength, report.costRatio(), report.verifyRatio());
}

std::string row(std::string_view what, const std::string& value, std::string_view kind)
{
    return fmt::format("{}  {:>10}  {}\n", padded(what, 54), value, kind);
}

std::string tableOf(const BenchReport& report, const ChosenBackend& on, int k)
{
    std::string table = whatRuns(report.backend, on);
    table += row("plain decoding, tokens per second", shown(report.plainTokensPerSecond, 1), "measured");
    table += row(fmt::format("two-model decoding, K = {}, tokens per second", k),
                 shown(report.twoModelTokensPerSecond, 1), "measured");
    table += row("speed-up", shown(report.measuredSpeedUp, 2), "measured");
    table += row("speed-up by expected tokens / (K c + v)", shown(predicted(report, k), 2), "expected");
    table += row("acceptance rate", shown(report.acceptanceRate, 3), "measured");
    table += row("tokens per step", shown(report.tokensPerStep, 2), "measured");
    if (report.acceptanceRate)
        table += row("tokens per step at this acceptance rate", shown(expectedTokens(*report.acceptanceRate, k), 2),
                     "expected");
    table += row("cost ratio c (draft step / plain step)", shown(report.costRatio(), 3), "measured");
    table += row("verify ratio v (verify / plain step)", shown(report.verifyRatio(), 3), "measured");
    for (const RowTiming& timing : report.rows)
        table += row(fmt::format("time of {} rows over 1 row", timing.rows),
                     shown(timing.seconds / report.rows.front().seconds, 2), "measured");
    table += row("weight bytes read per token, MB", shown(report.bytesPerToken / 1e6, 2), "computed");
    table += row("memory bandwidth, GB/s", shown(report.bandwidth / 1e9, 1), "measured");
    table += row("bytes per token x plain tokens per second / bandwidth", shown(report.shareOfBandwidth(), 3),
                 report.shareOfBandwidth() > 1 ? "measured; above 1: caches held the weights" : "measured");
    table += row("cost of full tracing to a file, %", shown(100 * report.tracingCost, 1), "measured");
    const auto share = [&](std::string_view phase, double ms) {
        table += row(fmt::format("share of the phases' time: {}, %", phase), shown(100 * ms / report.phases.total(), 1),
                     "measured");
    };
    share("draft", report.phases.draft);
    share("verify", report.phases.verify);
    share("sample and judge", report.phases.sample);
    return table + tableOf(report.stages);
}

std::string jsonOf(const BenchReport& report, const ChosenBackend& on, int k)
{
    JsonLine line;
    line.open('{');
    addWhatRuns(line, report.backend, on);
    line.field("k", k).key("measured").open('{');
    line.field("plain_tokens_per_second", report.plainTokensPerSecond);
    line.field("two_model_tokens_per_second", report.twoModelTokensPerSecond);
    line.field("traced_tokens_per_second", report.tracedTokensPerSecond).field("speed_up", report.measuredSpeedUp);
    field(line, "acceptance_rate", report.acceptanceRate);
    field(line, "tokens_per_step", report.tokensPerStep);
    line.field("plain_step_ms", report.plainStepMs).field("draft_step_ms", report.draftStepMs);
    line.field("verify_ms", report.verifyMs);
    line.field("cost_ratio", report.costRatio()).field("verify_ratio", report.verifyRatio());
    line.key("rows").open('[');
    for (const RowTiming& timing : report.rows) {
        line.open('{').field("rows", timing.rows).field("ms", timing.seconds * 1e3);
        line.field("over_one_row", timing.seconds / report.rows.front().seconds).close('}');
    }
    line.close(']').field("bandwidth_bytes_per_second", report.bandwidth);
    line.field("share_of_bandwidth", report.shareOfBandwidth()).field("tracing_cost", report.tracingCost);
    line.key("phases").open('{').field("draft_ms", report.phases.draft).field("verify_ms", report.phases.verify);
    line.field("sample_ms", report.phases.sample).close('}');
    addStages(line, report.stages);
    line.close('}');
    line.key("expected").open('{');
    field(line, "speed_up", predicted(report, k));
    field(line, "tokens_per_step",
          report.acceptanceRate ? std::optional(expectedTokens(*report.acceptanceRate, k)) : std::nullopt);
    line.field("bytes_per_token", report.bytesPerToken).close('}').close('}');
    return std::string(line.text()) + '\n';
}

/// Options that would be left unread are refused: a number that changes nothing looks like a result.
Result<void> checkUse(bool ofShape, const CLI::App& command)
{
    constexpr std::array<std::string_view, 7> forShapes = {"--shape",   "--context", "--turns",     "--json",
                                                           "--backend", "--threads", "--arithmetic"};
    for (const CLI::Option* option : command.get_options()) {
        const std::string name = option->get_name();
        if (ofShape && option->count() > 0 && std::ranges::count(forShapes, name) == 0)
            return fail("--shape measures random weights and reads no {}: leave one of them out.", name);
        if (!ofShape && option->count() > 0 && name == "--context")
            return fail("--context is for --shape: a pair is measured after its prompt; leave --context out.");
    }
    return {};
}

Result<void> check(BenchOptions& options, const CLI::App& command)
{
    if (Result<void> used = checkUse(!options.shape.empty(), command); !used)
        return used;
    if (!options.decode.method.empty() && options.decode.method != "two-model")
        return fail("bench always compares two-model with plain decoding: leave --method out.");
    options.decode.method = "two-model";
    if (options.turns < 1 || options.turns > 1000)
        return fail("The number of turns is {}: choose 1 to 1000.", options.turns);
    return options.decode.check();
}

Result<int> runShape(const BenchOptions& options)
{
    const auto model = syntheticModel(options.shape, watchedProgress());
    if (!model)
        return tl::unexpected(model.error());
    auto backends = backendsFor(options.decode.models);
    if (!backends)
        return tl::unexpected(backends.error());
    const PlannedPass pass{*model, std::max(options.context, 1) + mostShapeRows};
    const auto backend = backends->choose({&pass, 1});
    if (!backend)
        return tl::unexpected(backend.error());
    auto report = benchShape(*model, *backend->backend, options.context, 4 * options.turns + 1, watchedProgress());
    if (!report)
        return tl::unexpected(report.error());
    report->whyBackend = backend->reason;
    options.json ? printExactly(jsonOf(*report)) : print(tableOf(*report));
    return succeeded;
}

Result<int> run(const BenchOptions& options)
{
    const Result<std::string> prompt = options.decode.readPrompt();
    if (!prompt)
        return tl::unexpected(prompt.error());
    auto backends = backendsFor(options.decode.models);
    if (!backends)
        return tl::unexpected(backends.error());
    Result<Pair> pair = choosePair(options.decode.models, true);
    if (!pair)
        return tl::unexpected(pair.error());
    pair->target = withoutEnd(pair->target); // texts of one length compare better
    const auto passes = passesFor(*pair, options.decode.settings, *prompt);
    if (!passes)
        return tl::unexpected(passes.error());
    const auto backend = backends->choose(*passes);
    if (!backend)
        return tl::unexpected(backend.error());
    const auto report =
        bench(*pair, {options.decode.settings, *prompt, options.turns}, backend->backend, watchedProgress());
    if (!report)
        return tl::unexpected(report.error());
    const int k = options.decode.settings.draftLength;
    options.json ? printExactly(jsonOf(*report, *backend, k)) : print(tableOf(*report, *backend, k));
    return succeeded;
}

} // namespace

void addBench(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("bench", "Measure the pair against plain decoding, side by side in one run");
    const auto options = std::make_shared<BenchOptions>();
    options->decode.settings.maxTokens = 128;
    options->decode.addTo(*command);
    addNumber(*command, "--turns", options->turns, "How often each way is measured; medians are shown");
    addName(*command, "--shape", options->shape,
            "Measure passes of random weights instead of a pair, in the shape of: " + syntheticShapes());
    addNumber(*command, "--context", options->context, "Tokens in the cache before a shape's passes");
    addSwitch(*command, "--json", options->json, "Print one JSON object");
    command->callback([options, command, &chosen] {
        chosen.check = [options, command] { return check(*options, *command); };
        chosen.run = [options] { return options->shape.empty() ? run(*options) : runShape(*options); };
    });
}

} // namespace draftscope
