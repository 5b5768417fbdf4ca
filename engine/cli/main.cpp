// SPDX-License-Identifier: MIT
// draftscope-cli: everything that Draftscope can do without a window.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/terminal.h"
#include "engine/core/decode_failure.h"

namespace {

using namespace draftscope;

int say(std::string sentence, int status)
{
    std::ranges::replace(sentence, '\n', ' ');
    fmt::print(stderr, "draftscope-cli: {}\n", sentence);
    return status;
}

/// CLI11's messages are no sentences: they have no full stop and do not say where help is.
std::string usageSentence(const CLI::App& app, std::string what)
{
    const auto commands = app.get_subcommands();
    while (!what.empty() && (what.back() == '.' || what.back() == '\n' || what.back() == ' '))
        what.pop_back();
    return fmt::format("{}: see draftscope-cli{} --help.", what, commands.empty() ? "" : " " + commands[0]->get_name());
}

int run(const Command& command)
{
    if (const Result<void> checked = command.check(); !checked)
        return say(checked.error().sentence, wrongUsage);
    const Result<int> status = command.run();
    if (!status)
        return say(status.error().sentence, failed);
    if (const Result<void> printed = finishOutput(); !printed)
        return say(printed.error().sentence, failed);
    return *status;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app{"Opens up speculative decoding: generate text, look into models and traces, measure.",
                 "draftscope-cli"};
    app.set_version_flag("--version", "draftscope " DRAFTSCOPE_VERSION);
    app.require_subcommand(1);
    Command command;
    addGenerate(app, command);
    addInspect(app, command);
    addModels(app, command);
    addTokenize(app, command);
    addTrace(app, command);
    addLossless(app, command);
    addBench(app, command);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0)
            return app.exit(error);
        return say(usageSentence(app, error.what()), wrongUsage);
    }
    // A file that may not grow any more is a failed write with a reason, not the end of the program.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return run(command);
    } catch (const DecodeFailure& failure) {
        return say(failure.what(), failed);
    } catch (const std::bad_alloc&) {
        return say("There is not enough memory for this: close other programs or choose a smaller model.", failed);
    } catch (const std::exception& error) {
        return say(fmt::format("Something went wrong that should not ({}): please report it.", error.what()), failed);
    }
}
