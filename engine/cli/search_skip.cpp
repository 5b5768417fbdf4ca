// SPDX-License-Identifier: MIT
// draftscope-cli search-skip: which sublayers of a target its drafting had best leave out.
#include <memory>
#include <span>

#include "engine/analysis/skip_search.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/cli/what_runs.h"
#include "engine/core/printable.h"
#include "engine/core/replacing_file.h"
#include "engine/model/skipped_sublayers.h"

namespace draftscope {
namespace {

struct SearchSkipOptions {
    ModelOptions models;
    std::filesystem::path text, out;
    int tokens = 256;
};

Result<void> check(const SearchSkipOptions& options)
{
    if (options.tokens < 2 || options.tokens > 4096)
        return fail("The number of tokens is {}: choose 2 to 4096.", options.tokens);
    return options.models.check();
}

/// Where the set is going to be written. A file of another kind stays.
Result<ReplacingFile> placeFor(const std::filesystem::path& path, const Model& target)
{
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error)
        && !readSkippedSublayers(path, target.config.layerCount, target.name))
        return fail("The file {} is there and holds no set for {}: choose another name, or remove it.", path.string(),
                    target.name);
    return ReplacingFile::create(path, "set");
}

/// What the target writes itself, at temperature 1: what it will be asked for is like that rather than like a text of
/// others.
Result<std::vector<TokenId>> ownText(const std::shared_ptr<const Model>& target, const SearchSkipOptions& options,
                                     const std::shared_ptr<Backend>& backend, const Progress& progress)
{
    SessionSettings settings;
    settings.method = "plain";
    settings.topTokens = 0;
    settings.maxTokens = options.tokens;
    auto session = Session::create({withoutEnd(target), nullptr}, settings, "Once upon a time", backend, progress);
    if (!session)
        return tl::unexpected(session.error());
    while ((*session)->ended() == EndReason::none)
        (*session)->finishRound(progress);
    std::vector<TokenId> tokens;
    for (const CommittedToken& token : (*session)->text())
        tokens.push_back(token.token);
    return tokens;
}

Result<std::vector<TokenId>> textFor(const std::shared_ptr<const Model>& target, const SearchSkipOptions& options,
                                     const std::shared_ptr<Backend>& backend, const Progress& progress)
{
    if (options.text.empty())
        return ownText(target, options, backend, progress);
    const auto text = readText(options.text);
    if (!text)
        return tl::unexpected(text.error());
    return target->tokenizer->encodePrompt(*text);
}

std::string tableOf(const FoundSkip& found)
{
    const SkipMeasure& measure = found.measure;
    std::string set = found.set.json();
    set.pop_back();
    std::string table = figureRow("sublayers that drafting leaves out", set);
    table += figureRow("sets tried", std::to_string(found.triedSets));
    table += figureRow("acceptance of first drafts, α", fmt::format("{:.3f}", measure.acceptance));
    table += figureRow("cost ratio c", fmt::format("{:.3f}", measure.costRatio));
    table += figureRow("verify ratio v", fmt::format("{:.2f}", measure.verifyRatio));
    table += figureRow("best K by these", std::to_string(measure.draftLength));
    table += figureRow("predicted speed-up", fmt::format("{:.2f}", measure.speedUp));
    return table;
}

Result<int> run(const SearchSkipOptions& options)
{
    const Progress progress = watchedProgress();
    auto backends = backendsFor(options.models);
    if (!backends)
        return tl::unexpected(backends.error());
    const auto pair = choosePair(options.models, false);
    if (!pair)
        return tl::unexpected(pair.error());
    const std::shared_ptr<const Model>& target = pair->target;
    const int room = target->config.contextLength - SkipSearch::mostRows;
    if (room < 2)
        return fail("The context of {} holds {} tokens, and a search needs {}: choose another target.", target->name,
                    target->config.contextLength, SkipSearch::mostRows + 2);
    auto file = placeFor(options.out, *target);
    if (!file)
        return tl::unexpected(file.error());
    const int slots = SkipSearch::slotsFor(std::size_t(std::min(options.tokens, room)));
    const std::vector<PlannedPass> passes = {{target, slots}};
    const auto chosen = backends->choose(passes);
    if (!chosen)
        return tl::unexpected(chosen.error());
    auto text = textFor(target, options, chosen->backend, progress);
    if (!text)
        return tl::unexpected(text.error());
    if (text->size() < 2)
        return fail("The text has fewer than two tokens: choose a longer one.");
    text->resize(std::min(text->size(), std::size_t(std::min(options.tokens, room))));
    auto pass = chosen->backend->makePass(target, slots, progress);
    if (!pass)
        return tl::unexpected(pass.error());
    print(whatRuns((*pass)->backendName(), *chosen));
    SkipSearch search(std::move(*pass), target->tokenizer->size(), *text, progress);
    const FoundSkip found = search.search(progress);
    print(tableOf(found));
    const std::string set = found.set.json();
    if (const auto written = file->write(std::as_bytes(std::span(set))); !written)
        return tl::unexpected(written.error());
    if (const auto placed = file->putInPlace(); !placed)
        return tl::unexpected(placed.error());
    const std::string name = printableName(options.out.string());
    if (found.measure.speedUp > 1)
        print(fmt::format("Written to {}: draft with it by --method layer-skipping --skip.\n", name));
    else
        print(fmt::format("Written to {}, although no set that was tried makes this target faster here.\n", name));
    return succeeded;
}

} // namespace

void addSearchSkip(CLI::App& app, Command& chosen)
{
    CLI::App* command =
        app.add_subcommand("search-skip", "Search the sublayers that layer skipping had best leave out of a target");
    const auto options = std::make_shared<SearchSkipOptions>();
    options->models.addTargetTo(*command);
    addName(*command, "--text", options->text,
            "A text file; without it what the target writes after \"Once upon a time\"");
    addNumber(*command, "--tokens", options->tokens, "Tokens of the text that are looked at, 2 to 4096");
    addName(*command, "--out", options->out, "Where to write the set; one that is there is replaced")->required();
    command->callback([options, &chosen] {
        chosen.check = [options] { return check(*options); };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
