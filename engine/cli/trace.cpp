// SPDX-License-Identifier: MIT
// draftscope-cli trace: a stored decode as tables.
#include <algorithm>
#include <memory>
#include <utility>

#include "engine/cli/cache_listing.h"
#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/moment_listing.h"
#include "engine/cli/output.h"
#include "engine/cli/round_table.h"
#include "engine/cli/strict_options.h"
#include "engine/core/printable.h"
#include "engine/report/file_kind.h"
#include "engine/report/web_page.h"
#include "engine/session/faults.h"
#include "engine/trace/trace_csv.h"

namespace draftscope {
namespace {

struct TraceOptions {
    std::filesystem::path file;
    int branch = 0;
    std::optional<int> round;
    bool csv = false, cache = false;
    MomentOptions moments;
    std::filesystem::path web;
    std::string language = "en";
};

/// The traces of a batch, as draftscope-cli batch --traces names them: 1.jsonl, 2.jsonl, ...
Result<std::vector<std::filesystem::path>> tracesIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> traces;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (const std::string name = entry.path().filename().string();
            name.ends_with(".jsonl") || name.ends_with(".jsonl.zst"))
            traces.push_back(entry.path());
    if (traces.empty())
        return fail("The folder {} has no trace (.jsonl or .jsonl.zst): choose another one.",
                    printableName(folder.string()));
    std::ranges::sort(traces, {}, [](const std::filesystem::path& path) {
        const std::string name = path.filename().string();
        return std::pair(std::strtol(name.c_str(), nullptr, 10), name);
    });
    return traces;
}

Result<void> checkBranch(const Recording& recording, const TraceOptions& options)
{
    if (const int branches = int(recording.branches().size()); options.branch >= branches)
        return fail("The trace has no branch {}: its branches go from 0 to {}.", options.branch, branches - 1);
    return {};
}

/// Of one trace, or of all in a folder as the sequences of a batch.
Result<int> writeWebPage(const TraceOptions& options)
{
    std::error_code ignored;
    std::vector<std::filesystem::path> paths{options.file};
    if (std::filesystem::is_directory(options.file, ignored)) {
        auto found = tracesIn(options.file);
        if (!found)
            return tl::unexpected(found.error());
        paths = std::move(*found);
    }
    std::vector<LoadedTrace> traces;
    for (const auto& path : paths) {
        auto trace = openTrace(path, watchedProgress());
        if (!trace)
            return tl::unexpected(trace.error());
        if (const auto isThere = checkBranch(trace->recording, options); !isThere)
            return tl::unexpected(isThere.error());
        traces.push_back(std::move(*trace));
    }
    if (options.round) // of a batch the page begins with the first text
        if (const auto isThere = checkRound(traces.front().recording, options.branch, *options.round); !isThere)
            return tl::unexpected(isThere.error());
    std::vector<WebPageSequence> sequences;
    for (const LoadedTrace& trace : traces)
        sequences.push_back({&trace.recording, options.branch, 0, trace.bookmarks});
    WebPageOptions page{.language = options.language};
    if (options.round)
        page.at.round = *options.round - 1;
    if (const auto saved = saveWebPage(options.web, sequences, page); !saved)
        return tl::unexpected(saved.error());
    print(fmt::format("Wrote {}.\n", printableName(options.web.string())));
    return succeeded;
}

/// Programs get the exact bytes. On a terminal the texts of tokens must not act, and lines end as they do there.
void printCsv(const std::string& csv)
{
    if (!isTerminal(stdout)) {
        printExactly(csv);
        return;
    }
    std::string lines;
    for (std::size_t begin = 0; begin < csv.size();) {
        const std::size_t end = std::min(csv.find("\r\n", begin), csv.size());
        lines.append(csv, begin, end - begin).append(end < csv.size() ? "\n" : "");
        begin = end + 2;
    }
    print(lines);
}

Result<int> run(const TraceOptions& options)
{
    if (!options.web.empty())
        return writeWebPage(options);
    const auto trace = openTrace(options.file, watchedProgress());
    if (!trace)
        return tl::unexpected(trace.error());
    const Recording& recording = trace->recording;
    if (const auto isThere = checkBranch(recording, options); !isThere)
        return tl::unexpected(isThere.error());
    if (options.round)
        if (const auto isThere = checkRound(recording, options.branch, *options.round); !isThere)
            return tl::unexpected(isThere.error());
    const int rounds = recording.roundCount(options.branch);
    const std::optional<int> round = options.round ? std::optional(*options.round - 1) : std::nullopt;
    if (options.cache) {
        if (rounds == 0)
            return fail("Branch {} of the trace has no round.", options.branch);
        const auto listing = cacheListing(recording, options.branch, round.value_or(rounds - 1));
        if (!listing)
            return tl::unexpected(listing.error());
        print(*listing);
    } else if (options.moments.isAsked()) {
        if (const auto printed = printMoments(recording, options.branch, options.moments); !printed)
            return tl::unexpected(printed.error());
    } else if (options.csv) {
        printCsv(traceCsv(recording, options.branch, round));
    } else if (round) {
        print(roundTable(recording, options.branch, *round));
    } else {
        print(overviewTable(recording, options.branch));
    }
    if (const std::string& fault = recording.header().fault; !fault.empty() && !options.csv && !options.moments.python)
        print(fmt::format("{}\n", printableName(faultSentence(fault).text)));
    if (!trace->isComplete)
        printError(fmt::format("draftscope-cli: The last record of {} was cut and is left out.\n",
                               printableName(options.file.string())));
    return succeeded;
}

} // namespace

void addTrace(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("trace", "Show a trace: all rounds, one round in full, or as CSV");
    const auto options = std::make_shared<TraceOptions>();
    addName(*command, "file", options->file, "The trace")->required();
    addNumber(*command, "--round", options->round, "Show this round in full; the first is 1");
    addNumber(*command, "--branch", options->branch, "Of this branch; the original run is 0");
    addSwitch(*command, "--csv", options->csv,
              "Print a line a node and a line a draw as CSV; with --round of that round");
    addSwitch(
        *command, "--cache", options->cache,
        "Show what the K/V caches did in the last round, or that of --round, and what lies in their slots after it")
        ->excludes("--csv");
    addName(
        *command, "--web", options->web,
        "Write one HTML file in which the run is stepped through, with nothing from elsewhere; of a folder with the "
        "traces of a batch, too; with --round it begins there")
        ->excludes("--csv")
        ->excludes("--cache");
    addName(*command, "--language", options->language, "Of that page, which speaks both: en or de")->needs("--web");
    addMomentOptions(*command, options->moments);
    command->callback([options, &chosen] {
        chosen.check = [options]() -> Result<void> {
            if (options->branch < 0)
                return fail("There is no branch {}: branches count from 0.", options->branch);
            if (options->round.value_or(1) < 1)
                return fail("There is no round {}: rounds count from 1.", *options->round);
            if (std::ranges::find(webPageLanguages, options->language) == std::end(webPageLanguages))
                return fail("--language \"{}\" does not exist: choose en or de.", printableName(options->language));
            return check(options->moments);
        };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
