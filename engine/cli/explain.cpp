// SPDX-License-Identifier: MIT
// draftscope-cli explain: why a draft is as good or as bad as it is, of traces or of prompts that it decodes.
#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "engine/analysis/draft_diagnosis.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/decode.h"
#include "engine/cli/fitting_prompts.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/options.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/core/decode_failure.h"
#include "engine/core/printable.h"
#include "engine/report/file_kind.h"
#include "engine/session/record_decode.h"
#include "engine/session/start_session.h"
#include "engine/trace/json_line.h"

namespace draftscope {
namespace {

struct ExplainOptions {
    DecodeOptions decode;
    std::vector<std::string> traces;
    std::filesystem::path prompts;
    std::optional<int> worst; ///< without it ten in the table, and all in JSON
    bool json = false;
    std::vector<const CLI::Option*> ofPrompts = {}; ///< that say what is decoded and how
};

/// The recordings that were looked at: worst places and confusions are of their tokens.
struct Explained {
    DraftDiagnosis diagnosis;
    std::vector<Recording> recordings;
    std::vector<std::string> names;
    std::optional<Error> failure; ///< that ended the decodes before their end

    void add(Recording recording, std::string name, const std::string& kind)
    {
        diagnosis.add(recording, 0, kind);
        recordings.push_back(std::move(recording));
        names.push_back(std::move(name));
    }
    [[nodiscard]] std::string token(int recording, TokenId token) const
    {
        const Recording& known = recordings[std::size_t(recording)];
        if (token == noToken)
            return "–"; // its distribution was not recorded
        return known.knowsToken(token) ? visible(known.tokenBytes(token)) : fmt::format("#{}", token);
    }
};

Result<void> addTraces(Explained& explained, const ExplainOptions& options)
{
    for (const std::string& path : options.traces) {
        auto trace = openTrace(path, watchedProgress());
        if (!trace)
            return tl::unexpected(trace.error());
        explained.add(std::move(trace->recording), path, {});
    }
    return {};
}

/// All rounds of a prompt; fewer where the decode was cancelled or failed.
Result<Recording> decodePrompt(const Pair& pair, const SessionSettings& settings, const std::string& prompt,
                               const std::shared_ptr<Backend>& backend, const Progress& progress,
                               std::optional<Error>& failure)
{
    auto session = createSized(pair, settings, prompt, backend, progress);
    if (!session)
        return tl::unexpected(session.error());
    Recording recording = recordingFor(**session);
    try {
        while (const RoundRecord* const round = nextRound(**session, progress, failure))
            recordRound(**session, *round, recording);
    } catch (const DecodeFailure& failed) { // what there is tells something, too
        failure = Error{failed.what()};
    }
    return recording;
}

Result<void> addPrompts(Explained& explained, const ExplainOptions& options)
{
    const SessionSettings& settings = options.decode.settings;
    auto decode = preparePrompts(options.prompts, options.decode);
    if (!decode)
        return tl::unexpected(decode.error());
    const Progress progress = watchedProgress();
    for (std::size_t i = 0; i < decode->fitting.prompts.size() && !explained.failure && !progress.isCancelled(); ++i) {
        const Prompt& prompt = decode->fitting.prompts[i];
        progress.tell(double(i) / double(decode->fitting.prompts.size()), "Decoding prompts");
        auto recording =
            decodePrompt(decode->pair, settings, prompt.text, decode->backend.backend, progress, explained.failure);
        if (recording)
            explained.add(std::move(*recording), prompt.id, prompt.kind);
        else if (!progress.isCancelled()) // else what has been decoded is shown
            return tl::unexpected(recording.error());
    }
    return {};
}

std::string groupTable(std::string_view title, const std::vector<DraftGroup>& groups)
{
    std::string table;
    for (const DraftGroup& group : groups) {
        if (group.judged == 0)
            continue;
        if (table.empty())
            table = fmt::format("\n{} {:>7}  {:>10}  {:>6}  {:>6}  {:>6}\n", padded(title, 28), "judged", "accepted",
                                "lost", "q", "p");
        const auto accepted = group.acceptance();
        table += fmt::format("  {} {:>7}  {:>8} %  {:>6}  {:>6}  {:>6}\n", padded(group.label, 26), group.judged,
                             shown(accepted ? std::optional(100 * *accepted) : std::nullopt, 1),
                             shown(group.meanLost(), 3), shown(group.meanQ(), 3), shown(group.meanP(), 3));
    }
    return table;
}

std::string worstTable(const Explained& explained, int most)
{
    const std::vector<DraftPlace> worst = explained.diagnosis.worst();
    if (worst.empty() || most == 0)
        return {};
    std::string table = fmt::format("\nWorst places (--worst says how many)\n  {} {:>7}  {} {} {:>6}  {:>6}  {:>6}\n",
                                    padded("round:moment", 14), "depth", padded("draft", 16),
                                    padded("target's likeliest", 18), "lost", "p", "q");
    for (std::size_t i = 0; i < std::min(worst.size(), std::size_t(most)); ++i) {
        const DraftPlace& place = worst[i];
        table += fmt::format("  {} {:>7}  {} {} {:>6}  {:>6}  {:>6}{}\n",
                             padded(fmt::format("{}:{}", place.at.round + 1, place.at.moment), 14), place.depth,
                             padded(explained.token(place.recording, place.token), 16),
                             padded(explained.token(place.recording, place.likeliest), 18), shown(place.lost, 3),
                             shown(place.p, 3), shown(place.q, 3),
                             explained.recordings.size() > 1
                                 ? "  " + printableName(explained.names[std::size_t(place.recording)])
                                 : std::string());
    }
    return table;
}

std::string confusionTable(const Explained& explained)
{
    std::string table;
    for (const Confusion& confusion : explained.diagnosis.confusions())
        if (confusion.count > 1)
            table += fmt::format(
                "  {} instead of {} {:>4} times\n", padded(explained.token(confusion.recording, confusion.drafted), 16),
                padded(explained.token(confusion.recording, confusion.likeliest), 16), confusion.count);
    return table.empty() ? table : "\nWhat the draft says instead\n" + table;
}

void printTables(const Explained& explained, const ExplainOptions& options)
{
    const DraftDiagnosis& diagnosis = explained.diagnosis;
    const DraftGroup& all = diagnosis.all();
    print(fmt::format("{} rounds, {} drafted, {} judged, {} accepted\n", diagnosis.rounds(), diagnosis.drafted(),
                      all.judged, all.accepted));
    const std::vector<DraftFinding> findings = diagnosis.findings();
    for (const DraftFinding& finding : findings)
        print(finding.sentence.text + '\n');
    if (findings.empty())
        print("No pattern of a known fault.\n");
    print(groupTable("position in the draft", diagnosis.byDepth()));
    print(groupTable("kind of token", diagnosis.byTokenKind()));
    if (const auto texts = diagnosis.byTextKind(); texts.size() > 1)
        print(groupTable("kind of text", texts));
    print(groupTable("entropy of p, nats", diagnosis.byEntropy()));
    print(groupTable("q of the draft", diagnosis.bySureness()));
    print(groupTable("tokens since a rejection", diagnosis.byDistance()));
    constexpr int usualWorst = 10;
    print(worstTable(explained, options.worst.value_or(usualWorst)));
    print(confusionTable(explained));
}

void writeGroups(JsonLine& line, std::string_view key, const std::vector<DraftGroup>& groups)
{
    line.key(key).open('[');
    for (const DraftGroup& group : groups) {
        line.open('{').field("label", group.label).field("judged", group.judged).field("accepted", group.accepted);
        field(line, "lost", group.meanLost());
        field(line, "q", group.meanQ());
        field(line, "p", group.meanP());
        line.close('}');
    }
    line.close(']');
}

/// "nothing-accepted", ...
std::string_view nameOf(DraftPattern pattern)
{
    switch (pattern) {
    case DraftPattern::nothingAccepted:
        return "nothing-accepted";
    case DraftPattern::nothingBehind:
        return "nothing-behind";
    case DraftPattern::shortAfterAccepts:
        return "short-after-accepts";
    case DraftPattern::onlySureTokens:
        return "only-sure-tokens";
    case DraftPattern::tooSure:
        break;
    }
    return "too-sure";
}

void printJson(const Explained& explained, const ExplainOptions& options)
{
    const DraftDiagnosis& diagnosis = explained.diagnosis;
    JsonLine line;
    line.open('{').field("rounds", diagnosis.rounds()).field("drafted", diagnosis.drafted());
    line.field("judged", diagnosis.all().judged).field("accepted", diagnosis.all().accepted);
    field(line, "lost", diagnosis.all().meanLost());
    line.key("findings").open('[');
    for (const DraftFinding& finding : diagnosis.findings())
        line.open('{').field("pattern", nameOf(finding.pattern)).field("sentence", finding.sentence.text).close('}');
    line.close(']');
    writeGroups(line, "by_position", diagnosis.byDepth());
    writeGroups(line, "by_token_kind", diagnosis.byTokenKind());
    writeGroups(line, "by_text_kind", diagnosis.byTextKind());
    writeGroups(line, "by_entropy", diagnosis.byEntropy());
    writeGroups(line, "by_q", diagnosis.bySureness());
    writeGroups(line, "by_distance", diagnosis.byDistance());
    line.key("worst").open('[');
    const std::vector<DraftPlace> worst = diagnosis.worst();
    for (const DraftPlace& place : std::span(worst).first(
             std::min(worst.size(), options.worst ? std::size_t(*options.worst) : DraftDiagnosis::mostWorst))) {
        line.open('{').field("run", explained.names[std::size_t(place.recording)]).field("round", place.at.round + 1);
        line.field("moment", place.at.moment).field("depth", place.depth);
        line.field("draft", explained.token(place.recording, place.token));
        line.field("likeliest", explained.token(place.recording, place.likeliest));
        field(line, "lost", place.lost);
        line.field("p", place.p).field("q", place.q).close('}');
    }
    line.close(']').key("confusions").open('[');
    for (const Confusion& confusion : diagnosis.confusions())
        line.open('{')
            .field("draft", explained.token(confusion.recording, confusion.drafted))
            .field("likeliest", explained.token(confusion.recording, confusion.likeliest))
            .field("count", confusion.count)
            .close('}');
    line.close(']').close('}').end();
    printExactly(line.text());
}

Result<int> run(const ExplainOptions& options)
{
    Explained explained;
    const auto added = options.traces.empty() ? addPrompts(explained, options) : addTraces(explained, options);
    if (!added)
        return tl::unexpected(added.error());
    if (explained.failure && explained.diagnosis.all().judged == 0)
        return tl::unexpected(*explained.failure);
    if (explained.diagnosis.all().judged == 0)
        return fail("No draft was judged there, so there is nothing to explain: choose a run that drafts.");
    if (options.json)
        printJson(explained, options);
    else
        printTables(explained, options);
    if (explained.failure)
        return tl::unexpected(*explained.failure);
    return succeeded;
}

} // namespace

void addExplain(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand(
        "explain", "Explain how good a draft is: where it is accepted, where it fails, and what that is a sign of");
    const auto options = std::make_shared<ExplainOptions>();
    options->decode.settings.maxTokens = 64;
    options->decode.addTo(*command);
    for (const char* unused : {"--prompt", "--prompt-file"})
        command->remove_option(command->get_option(unused));
    addName(*command, "--prompts", options->prompts,
            "JSON Lines with \"prompt\" and \"kind\"; - is standard input; without it the prompts that come with the "
            "program");
    const auto ofPrompts = command->get_options();
    options->ofPrompts.assign(ofPrompts.begin(), ofPrompts.end());
    command->add_option("traces", options->traces, "Traces to look at; without any, prompts are decoded");
    addNumber(*command, "--worst", options->worst,
              "Worst places that are listed, 0 to 50; without it 10, or all with --json");
    addSwitch(*command, "--json", options->json, "Print one line of JSON");
    command->callback([options, &chosen] {
        chosen.check = [options]() -> Result<void> {
            if (const int worst = options->worst.value_or(0); worst < 0 || worst > int(DraftDiagnosis::mostWorst))
                return fail("--worst is {}: choose 0 to {}.", worst, DraftDiagnosis::mostWorst);
            if (const std::string given = firstGiven(options->ofPrompts); !options->traces.empty() && !given.empty())
                return fail("A trace is decoded already: leave {} out, or the traces.", given);
            if (!options->traces.empty())
                return {};
            if (const auto fine = options->decode.check(); !fine)
                return fine;
            return options->decode.checkDrafts();
        };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
