// SPDX-License-Identifier: MIT
// draftscope-cli measure-ranks: which children of which rank a method's static tree had best have.
#include <memory>
#include <span>
#include <utility>

#include "engine/analysis/rank_measurement.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/fitting_prompts.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/options.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/cli/what_runs.h"
#include "engine/core/printable.h"
#include "engine/core/replacing_file.h"
#include "engine/session/draft_length.h"
#include "engine/session/shapes.h"
#include "engine/speculation/best_first_shape.h"

namespace draftscope {
namespace {

struct MeasureRanksOptions {
    DecodeOptions decode;
    std::filesystem::path prompts, out;
    int width = 16;
};

Result<void> check(MeasureRanksOptions& options)
{
    if (options.width < 1 || options.width > maxDraftNodes)
        return fail("The width is {}: choose 1 to {}.", options.width, maxDraftNodes);
    if (const auto method = methodNamed(options.decode.method); method && (*method)->drafts() && !(*method)->growsTrees)
        return fail("The method {} drafts no trees: choose another method.", options.decode.method);
    RankMeasurement::shapeForMeasuring(options.decode.settings);
    if (const auto fine = options.decode.check(); !fine)
        return fine;
    return options.decode.checkDrafts();
}

/// Where the table is going to be written. A file of another kind stays.
Result<ReplacingFile> placeFor(const std::filesystem::path& path)
{
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error) && !readRankTable(path))
        return fail("The file {} is there and holds no acceptance by rank: choose another name, or remove it.",
                    path.string());
    return ReplacingFile::create(path, "table");
}

/// What the table says: acceptance by level and rank, times, and trees that it makes.
std::string tableOf(const RankTable& table)
{
    constexpr std::size_t shownRanks = 8;
    std::string text = fmt::format("{:>5}  {:>7}  acceptance by rank\n", "level", "parents");
    for (std::size_t level = 0; level < table.acceptance.size(); ++level) {
        text += fmt::format("{:>5}  {:>7} ", level + 1, table.parents[level]);
        const std::vector<double>& ranks = table.acceptance[level];
        for (std::size_t rank = 0; rank < std::min(shownRanks, ranks.size()); ++rank)
            text += fmt::format(" {:.3f}", ranks[rank]);
        text += ranks.size() > shownRanks ? " …\n" : "\n";
    }
    if (table.passes.empty())
        return text;
    text += fmt::format("\nc = {:.3f}\n{:>5}  {:>6}  {:>5}  {:>6}  {:>8}\n", table.costRatio, "nodes", "levels", "v",
                        "tokens", "speed-up");
    const auto add = [&](const BestFirstShape& tree, ShapeLimits limits, std::string_view note) {
        const BestFirstShape::Expected expected = tree.expected(limits);
        const double v = table.verifyRatio(expected.nodes + 1);
        text += fmt::format("{:>5}  {:>6}  {:>5.2f}  {:>6.2f}  {:>8.2f}{}\n", expected.nodes, expected.levels, v,
                            expected.tokens, expected.tokens / (v + expected.levels * table.costRatio), note);
    };
    const ShapeLimits most{int(table.acceptance.size()), maxDraftNodes};
    for (const int nodes : {4, 8, 16, 32, 64})
        add(BestFirstShape(table.acceptance, nodes), most, "");
    add(BestFirstShape(table, most), most, "  the best (--tree-nodes 0)");
    return text + "\nv and c are measured; tokens and speed-up are what these numbers predict.\n";
}

Result<int> run(const MeasureRanksOptions& options)
{
    const SessionSettings& settings = options.decode.settings;
    auto decode = preparePrompts(options.prompts, options.decode);
    if (!decode)
        return tl::unexpected(decode.error());
    auto file = placeFor(options.out);
    if (!file)
        return tl::unexpected(file.error());
    const Progress progress = watchedProgress();
    Progress quiet;
    quiet.cancelled = progress.cancelled;
    RankMeasurement measurement(decode->pair, settings, options.width, decode->backend.backend);
    for (std::size_t i = 0; i < decode->fitting.prompts.size(); ++i) {
        progress.tell(double(i) / double(decode->fitting.prompts.size()), "Counting along the target's texts");
        if (const auto added = measurement.add(decode->fitting.prompts[i].text, quiet); !added)
            return tl::unexpected(added.error());
    }
    if (measurement.positions() == 0)
        return fail("Nothing was drafted behind any token: choose other prompts, or more tokens.");
    const RankTable table = measurement.table();
    print(whatRuns(measurement.backendName(), decode->backend));
    print(tableOf(table));
    const std::string json = table.json();
    if (const auto written = file->write(std::as_bytes(std::span(json))); !written)
        return tl::unexpected(written.error());
    if (const auto placed = file->putInPlace(); !placed)
        return tl::unexpected(placed.error());
    print(fmt::format("Written to {}: draft with it by --tree best-first --ranks.\n",
                      printableName(options.out.string())));
    return succeeded;
}

} // namespace

void addMeasureRanks(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand(
        "measure-ranks", "Measure how often the target takes a method's n-th likeliest token, for trees made of that");
    const auto options = std::make_shared<MeasureRanksOptions>();
    options->decode.settings.maxTokens = 128;
    options->decode.settings.draftLength = 8;
    options->decode.settings.sampler.temperature = 0;
    options->decode.addTo(*command);
    for (const char* unused : {"--prompt", "--prompt-file", "--verifier", "--tree", "--draws"})
        command->remove_option(command->get_option(unused));
    for (const ShapeKind& shape : allShapes()) {
        for (const MethodOption& option : shape.options)
            if (auto* const added = command->get_option_no_throw(fmt::format("--{}", option.name)))
                command->remove_option(added);
        for (const MethodFile& file : shape.files)
            command->remove_option(command->get_option(fmt::format("--{}", file.name)));
    }
    command->remove_option(command->get_option("--copy-first")); // what a copy ranks first says nothing of a model
    for (const MethodOption& option : lengthOptions())
        command->remove_option(command->get_option(fmt::format("--{}", option.name)));
    addNumber(*command, "--width", options->width, "Children that are looked at, 1 to 64");
    addName(*command, "--prompts", options->prompts,
            "JSON Lines with \"prompt\"; - is standard input; without it the prompts that come with the program");
    addName(*command, "--out", options->out, "Where to write the table; one that is there is replaced")->required();
    command->callback([options, &chosen] {
        chosen.check = [options] { return check(*options); };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
