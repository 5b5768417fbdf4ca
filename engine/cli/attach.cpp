// SPDX-License-Identifier: MIT
// draftscope-cli attach: a server's own speculation, watched.
#include <algorithm>
#include <fstream>
#include <memory>

#include "engine/analysis/statistics.h"
#include "engine/attach/served_recording.h"
#include "engine/attach/served_stream.h"
#include "engine/cli/attach_output.h"
#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/options.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/core/printable.h"
#include "engine/trace/trace_file.h"

namespace draftscope {
namespace {

struct AttachOptions {
    std::string server, plain; ///< addresses; plain: "same"
    std::filesystem::path streamFile, savedStream, out, promptsFile, promptFile;
    std::string prompt = "Once upon a time";
    WatchedRequest request;
    bool json = false, rounds = false;
    std::vector<const CLI::Option*> ofServer = {}; ///< that say what a server is asked for
};

Result<void> check(const AttachOptions& options)
{
    if (options.server.empty() == options.streamFile.empty())
        return fail("Give the address of a server, \"http://127.0.0.1:8080\", or a file with --stream-file.");
    if (options.request.mostTokens < 2 || options.request.mostTokens > 1'000'000)
        return fail("--tokens is {}: choose 2 to 1000000.", options.request.mostTokens);
    if (!(options.request.temperature >= 0 && options.request.temperature <= 100))
        return fail("--temperature is {}: choose 0 to 100.", options.request.temperature);
    if (const std::string given = firstGiven(options.ofServer); options.server.empty() && !given.empty())
        return fail("{} needs a server: leave it out with --stream-file.", given);
    return {};
}

Result<std::vector<std::string>> promptsFor(const AttachOptions& options)
{
    if (options.promptsFile.empty()) {
        if (options.promptFile.empty())
            return std::vector{options.prompt};
        auto text = readText(options.promptFile);
        return text ? Result<std::vector<std::string>>(std::vector{std::move(*text)}) : tl::unexpected(text.error());
    }
    const auto known = readPrompts(options.promptsFile);
    if (!known)
        return tl::unexpected(known.error());
    std::vector<std::string> prompts;
    for (const Prompt& prompt : *known)
        prompts.push_back(prompt.text);
    return prompts;
}

void printRounds(const AttachedText& one, const AttachOptions& options, std::size_t index, std::size_t count)
{
    if (options.rounds && !options.json)
        print((count > 1 ? fmt::format("text {}\n", index + 1) : std::string()) + roundLines(one.watched.text));
}

/// The name of one of several traces: "run.jsonl" becomes "run-3.jsonl".
std::filesystem::path traceName(const std::filesystem::path& out, std::size_t index, std::size_t count)
{
    if (count == 1)
        return out;
    const std::string name = out.filename().string();
    const std::size_t dot = std::min(name.find('.'), name.size());
    return out.parent_path() / fmt::format("{}-{}{}", name.substr(0, dot), index + 1, name.substr(dot));
}

Result<void> measurePlain(AttachedText& attached, WatchedServer& server, WatchedServer* plain,
                          const WatchedRequest& request, const Progress& progress)
{
    if (!plain) {
        const auto steps = server.plainSteps(attached.watched.text, 12, progress);
        if (!steps)
            return tl::unexpected(steps.error());
        if (steps->empty() && !progress.isCancelled())
            return fail("{} has no way to write without speculation: start another server without it, and give its "
                        "address with --plain.",
                        nameOf(server.kind()));
        attached.plainSteps = int(steps->size());
        attached.plainMilliseconds = median(*steps).value_or(0);
        return {};
    }
    const WatchedText text = plain->watch(request, {}, {}, progress);
    if (text.error)
        return tl::unexpected(*text.error);
    if (text.text.counters.drafted.value_or(0) > 0)
        return fail("The server {} speculates, too: start one without speculation for --plain.", plain->name());
    attached.plainMilliseconds = tokenMillisecondsOf(text);
    return {};
}

Result<void> saveOne(AttachedText& attached, const AttachOptions& options, const std::string& where, std::size_t index,
                     std::size_t count)
{
    if (options.out.empty() || attached.watched.text.rounds.empty())
        return {};
    const std::filesystem::path path = traceName(options.out, index, count);
    attached.trace = path.string();
    return saveTrace(path, recordingOf(attached.watched.text, where));
}

Result<int> finishAttach(std::vector<AttachedText>& texts, const AttachOptions& options, const std::string& where)
{
    if (options.json) {
        printExactly(attachJson(texts, where));
        return succeeded;
    }
    if (texts.size() > 1)
        print(attachTable(texts));
    else if (!texts.empty())
        print(attachSummary(texts.front()));
    return succeeded;
}

Result<int> readStream(const AttachOptions& options)
{
    auto read = readServedTexts(options.streamFile.string());
    if (!read)
        return tl::unexpected(read.error());
    std::vector<AttachedText> texts;
    const std::string where = options.streamFile.filename().string();
    for (ServedText& text : *read) {
        AttachedText& one = texts.emplace_back();
        one.watched.text = std::move(text);
        one.tokenMilliseconds = tokenMillisecondsOf(one.watched);
        if (const auto saved = saveOne(one, options, where, texts.size() - 1, read->size()); !saved)
            return tl::unexpected(saved.error());
        if (!options.json && read->size() == 1) {
            AttachPrinter()(one.watched.text);
            printExactly("\n");
        }
        printRounds(one, options, texts.size() - 1, read->size());
    }
    return finishAttach(texts, options, where);
}

/// Server-wide sums beside those of the rounds: they differ where others use the server, too.
void sayTotals(const std::optional<ServerTotals>& before, const std::optional<ServerTotals>& after,
               const std::vector<AttachedText>& texts)
{
    if (!before || !after)
        return;
    ServedSums sums;
    for (const AttachedText& one : texts)
        sums.add(one.watched.text);
    print(fmt::format("the server's /metrics: {:.0f} drafted, {:.0f} accepted, {:.0f} verifying steps meanwhile; the "
                      "rounds: {}, {}, {}{}\n",
                      after->drafted - before->drafted, after->accepted - before->accepted,
                      after->steps - before->steps, sums.drafted, sums.accepted, sums.verifyingSteps,
                      sums.stepsTogether > 0
                          ? fmt::format(" and some of {} that were told together", sums.stepsTogether)
                          : std::string()));
}

Result<int> watchServer(const AttachOptions& options)
{
    const auto prompts = promptsFor(options);
    if (!prompts)
        return tl::unexpected(prompts.error());
    const Progress progress = watchedProgress();
    auto server = WatchedServer::connect(options.server, keyOfEnvironment(), progress);
    if (!server)
        return tl::unexpected(server.error());
    std::optional<WatchedServer> plain;
    if (!options.plain.empty() && options.plain != "same") {
        auto other = WatchedServer::connect(options.plain, keyOfEnvironment(), progress);
        if (!other)
            return tl::unexpected(other.error());
        plain = std::move(*other);
    }
    std::ofstream saved;
    if (!options.savedStream.empty()) {
        saved.open(options.savedStream, std::ios::binary | std::ios::trunc);
        if (!saved)
            return fail("The file {} cannot be written: choose another name.", options.savedStream.string());
    }
    const std::optional<ServerTotals> before = server->totals(progress);
    std::vector<AttachedText> texts;
    std::optional<Error> broken;
    for (std::size_t i = 0; i < prompts->size() && !broken && !progress.isCancelled(); ++i) {
        WatchedRequest request = options.request;
        request.prompt = (*prompts)[i];
        AttachedText& one = texts.emplace_back();
        const bool isPrinted = !options.json && prompts->size() == 1;
        AttachPrinter printer;
        one.watched = server->watch(
            request, isPrinted ? std::function<void(const ServedText&)>(std::ref(printer)) : nullptr,
            [&](std::string_view bytes) { saved.write(bytes.data(), std::streamsize(bytes.size())); }, progress);
        one.tokenMilliseconds = tokenMillisecondsOf(one.watched);
        if (isPrinted)
            printExactly("\n");
        printRounds(one, options, i, prompts->size());
        broken = one.watched.error;
        if (!options.plain.empty() && !broken && !progress.isCancelled())
            if (const auto fine = measurePlain(one, *server, plain ? &*plain : nullptr, request, progress); !fine)
                broken = fine.error();
        if (const auto kept = saveOne(one, options, server->name(), i, prompts->size()); !kept)
            return tl::unexpected(kept.error());
    }
    const auto finished = finishAttach(texts, options, server->name());
    if (!options.json && !broken)
        sayTotals(before, server->totals(), texts);
    if (broken)
        return tl::unexpected(*broken);
    if (saved.is_open() && !saved.flush())
        return fail("The stream could not be written to {} as a whole: choose a place with more room.",
                    options.savedStream.string());
    return finished;
}

} // namespace

void addAttach(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand(
        "attach", "Watch a server (llama-server, vLLM, SGLang) speculate: its own rounds, as it tells them");
    const auto options = std::make_shared<AttachOptions>();
    auto* prompt = addName(*command, "--prompt", options->prompt, "What to send");
    auto* promptFile =
        addName(*command, "--prompt-file", options->promptFile, "The same from a file; - is standard input");
    auto* prompts = addName(*command, "--prompts", options->promptsFile,
                            "Several, from a file of JSON Lines; a row for each and their sums");
    prompt->excludes(promptFile)->excludes(prompts);
    promptFile->excludes(prompts);
    addSwitch(*command, "--chat", options->request.isChat,
              "The prompt is a message: the server's chat template is used");
    addNumber(*command, "--tokens", options->request.mostTokens, "Tokens to ask for");
    addNumber(*command, "--temperature", options->request.temperature, "0 is greedy")->default_str("0");
    addNumber(*command, "--seed", options->request.seed, "Of the server's draws");
    addName(*command, "--save-stream", options->savedStream, "Keep the stream as it comes in a file");
    addName(*command, "--plain", options->plain,
            "How fast it is without speculation: the address of the same server without it, or \"same\" "
            "(llama-server alone can write single steps without a draft)");
    const auto ofServer = command->get_options();
    options->ofServer.assign(ofServer.begin(), ofServer.end());
    command->add_option("server", options->server, "Its address: http://127.0.0.1:8080");
    addName(*command, "--stream-file", options->streamFile,
            "Read a saved stream, an answer or AIPerf's profile_export.jsonl instead of asking a server");
    addName(*command, "--out", options->out,
            "Write a trace that the window opens; with several texts -1, -2 … is added");
    addSwitch(*command, "--rounds", options->rounds, "Print a line for each round");
    addSwitch(*command, "--json", options->json, "Print one JSON object instead");
    command->callback([options, &chosen] {
        chosen.check = [options] { return check(*options); };
        chosen.run = [options] { return options->server.empty() ? readStream(*options) : watchServer(*options); };
    });
}

} // namespace draftscope
