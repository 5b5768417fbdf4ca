// SPDX-License-Identifier: MIT
// draftscope-cli roofline: what speculative decoding would come to on another machine, computed.
#include <algorithm>
#include <memory>

#include "engine/analysis/roofline_measure.h"
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

constexpr int rooflineBatches[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};

struct RooflineOptions {
    ModelOptions models;
    std::string machine, model = "8b", draftSize = "1b";
    double bits = 16, acceptance = 0.8;
    int draftLength = 4, context = 1024;
    bool json = false;
};

std::string idsOf(const auto& all)
{
    std::string ids;
    for (const auto& each : all)
        ids += (ids.empty() ? "" : ", ") + each.id;
    return ids;
}

Result<void> checkRoofline(RooflineOptions& options)
{
    if (!options.machine.empty() && options.machine != "this" && !machineNamed(options.machine))
        return fail("There is no machine \"{}\": choose this, {}.", options.machine, idsOf(publishedMachines()));
    if (const ModelOptions none, &given = options.models; !options.machine.empty() && options.machine != "this"
        && (given.target != none.target || given.backend != none.backend || given.threads != none.threads
            || given.arithmetic != none.arithmetic))
        return fail("--target, --backend, --threads and --arithmetic are of what is measured on this machine: leave "
                    "them out with --machine {}.",
                    options.machine);
    for (const std::string& model : {options.model, options.draftSize})
        if (!sizedModelNamed(model))
            return fail("There is no model size \"{}\": choose {}.", model, idsOf(publishedModels()));
    if (!(options.bits >= 1 && options.bits <= 32))
        return fail("--bits is {}: choose 1 to 32.", options.bits);
    if (!(options.acceptance >= 0 && options.acceptance <= 1))
        return fail("--acceptance is {}: choose 0 to 1.", options.acceptance);
    if (options.draftLength < 1 || options.draftLength > 64)
        return fail("--k is {}: choose 1 to 64.", options.draftLength);
    if (options.context < 1)
        return fail("--context is {}: choose 1 or more.", options.context);
    return options.models.check();
}

RooflineCase caseOf(const RooflineOptions& options, const RooflineMachine& machine)
{
    RooflineCase roofline{machine,
                          *sizedModelNamed(options.model),
                          *sizedModelNamed(options.draftSize),
                          options.draftLength,
                          options.acceptance,
                          options.context};
    roofline.target.bits = roofline.draft.bits = options.bits;
    return roofline;
}

/// One line a machine; "!" where it does not fit.
std::string machinesTable(const std::vector<RooflineCase>& cases)
{
    std::string text = fmt::format("{}  {:>7}  {:>8}  {:>9}  {:>5}  {:>6}  {:>5}", padded("machine", 18), "GB/s",
                                   "TFLOP/s", "step ms", "v", "c", "rows");
    for (const int batch : rooflineBatches)
        text += fmt::format("  {:>5}", "b " + std::to_string(batch));
    text += "  loss from\n";
    for (const RooflineCase& each : cases) {
        text += fmt::format("{}  {:>7.0f}  {:>8.3g}  {:>9.3g}  {:>5.2f}  {:>6.3f}  {:>5}",
                            padded(each.machine.name, 18), each.machine.bandwidth / 1e9, each.machine.arithmetic / 1e12,
                            1e3 * each.plainSeconds(1), each.verifyRatio(1), each.costRatio(1), each.turningRows());
        for (const int batch : rooflineBatches)
            text += fmt::format("  {:>4.2f}{}", each.speedUp(batch), each.fits(batch) ? " " : "!");
        const auto from = each.turnsToLoss();
        text += fmt::format("  {}\n", from ? std::to_string(*from) : "–");
    }
    return text;
}

std::string comparisonTable(const MeasuredMachine& measured)
{
    std::string text =
        fmt::format("{:>6}  {:>12}  {:>12}  {:>10}  limited by\n", "rows", "measured ms", "computed ms", "difference");
    for (const RooflineComparison& row : measured.rows)
        text += fmt::format("{:>6}  {:>12.4f}  {:>12.4f}  {:>+9.0f}%  {}\n", row.rows, 1e3 * row.measuredSeconds,
                            1e3 * row.computedSeconds, 100 * (row.measuredSeconds / row.computedSeconds - 1),
                            row.isArithmetic ? "arithmetic" : "reading");
    return text;
}

void printRoofline(const RooflineOptions& options, const std::vector<RooflineCase>& cases,
                   const std::optional<MeasuredMachine>& measured)
{
    std::string text =
        fmt::format("{}, drafts by {}, {} bits, K = {}, α = {:.2f}, context {}: computed (roofline), not "
                    "measured\n",
                    cases.front().target.name, cases.front().draft.name, options.bits, options.draftLength,
                    options.acceptance, options.context);
    text += machinesTable(cases);
    if (cases.size() == 1)
        for (const Message& sentence : sentencesOf(cases.front()))
            text += sentence.text + '\n';
    else
        text += "v: a pass over K + 1 rows, c: a draft step, in plain steps; rows: from there on arithmetic limits a "
                "pass; b: speed-up at a batch size; !: does not fit into the memory.\n";
    for (const RooflineCase& each : cases)
        text += fmt::format("{}: {}\n", each.machine.name, each.machine.source);
    if (measured) {
        text += fmt::format("\nThis machine with {}, computed beside measured, context {}\n", measured->model.name,
                            measured->context);
        for (const Message& sentence : sentencesOf(*measured))
            text += sentence.text + '\n';
        text += comparisonTable(*measured);
    }
    print(text);
}

void writeCase(JsonLine& line, const RooflineCase& each)
{
    line.open('{').field("machine", each.machine.name).field("source", each.machine.source);
    line.field("bandwidth", each.machine.bandwidth).field("arithmetic", each.machine.arithmetic);
    line.field("plain_seconds", each.plainSeconds(1)).field("verify_seconds", each.verifySeconds(1));
    line.field("cost_ratio", each.costRatio(1)).field("verify_ratio", each.verifyRatio(1));
    line.field("turning_rows", each.turningRows()).field("fits", each.fits(1)).key("speed_up").open('[');
    for (const int batch : rooflineBatches) {
        line.open('{').field("batch", batch).field("speed_up", each.speedUp(batch));
        line.field("best_k", each.bestLength(batch)).close('}');
    }
    line.close(']');
    if (const auto from = each.turnsToLoss())
        line.field("loss_from_batch", *from);
    line.close('}');
}

void printRooflineJson(const std::vector<RooflineCase>& cases, const std::optional<MeasuredMachine>& measured)
{
    JsonLine line;
    line.open('{').field("computed", true).field("target", cases.front().target.name);
    line.field("draft", cases.front().draft.name).field("k", cases.front().draftLength);
    line.field("acceptance", cases.front().acceptance).field("context", cases.front().context);
    line.field("bits", cases.front().target.bits).key("machines").open('[');
    for (const RooflineCase& each : cases)
        writeCase(line, each);
    line.close(']');
    if (measured) {
        line.key("check").open('{').field("model", measured->model.name).key("rows").open('[');
        for (const RooflineComparison& row : measured->rows) {
            line.open('{').field("rows", row.rows).field("measured_seconds", row.measuredSeconds);
            line.field("computed_seconds", row.computedSeconds).close('}');
        }
        line.close(']').close('}');
    }
    line.close('}').end();
    printExactly(line.text());
}

Result<int> runRoofline(RooflineOptions& options)
{
    std::optional<MeasuredMachine> measured;
    if (options.machine.empty() || options.machine == "this") {
        const auto pair = choosePair(options.models, false);
        if (!pair)
            return tl::unexpected(pair.error());
        auto backends = backendsFor(options.models);
        if (!backends)
            return tl::unexpected(backends.error());
        const std::vector<PlannedPass> passes = {{pair->target, slotsToMeasure(*pair->target)}};
        const auto backend = backends->choose(passes);
        if (!backend)
            return tl::unexpected(backend.error());
        auto machine = measureMachine(pair->target, *backend->backend, watchedProgress());
        if (!machine)
            return tl::unexpected(machine.error());
        measured = std::move(*machine);
    }
    std::vector<RooflineCase> cases;
    for (const RooflineMachine& machine : publishedMachines())
        if (options.machine.empty() || options.machine == machine.id)
            cases.push_back(caseOf(options, machine));
    if (measured)
        cases.push_back(caseOf(options, measured->machine));
    if (options.json)
        printRooflineJson(cases, measured);
    else
        printRoofline(options, cases, measured);
    return succeeded;
}

} // namespace

void addRoofline(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand(
        "roofline", "Compute what speculative decoding would come to on other machines, and check it on this one");
    const auto options = std::make_shared<RooflineOptions>();
    options->models.addTargetTo(*command);
    addName(*command, "--machine", options->machine,
            "One of them: this, " + idsOf(publishedMachines()) + "; without it all");
    addName(*command, "--model", options->model, "Size of the target: " + idsOf(publishedModels()));
    addName(*command, "--draft-size", options->draftSize, "Size of the draft model, likewise");
    addNumber(*command, "--bits", options->bits, "Bits of a weight");
    addNumber(*command, "--k", options->draftLength, "Drafts of a round");
    addNumber(*command, "--acceptance", options->acceptance, "Acceptance rate α");
    addNumber(*command, "--context", options->context, "Tokens before the pass");
    addSwitch(*command, "--json", options->json, "Print one line of JSON");
    command->callback([options, &chosen] {
        chosen.check = [options] { return checkRoofline(*options); };
        chosen.run = [options] { return runRoofline(*options); };
    });
}

} // namespace draftscope
