// SPDX-License-Identifier: MIT
// draftscope-cli: everything that Draftscope can do without a window.
#include <algorithm>
#include <csignal>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/core/decode_failure.h"
#include "engine/core/progress.h"
#include "engine/core/version.h"

namespace {

using namespace draftscope;

int say(std::string sentence, int status)
{
    std::ranges::replace(sentence, '\n', ' ');
    printError(fmt::format("draftscope-cli: {}\n", sentence));
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

/// What was printed has to have arrived, whatever the command itself has come to.
int finish(int status)
{
    if (const Result<void> printed = finishOutput(); !printed)
        return say(printed.error().sentence, status == succeeded ? int(failed) : status);
    return status;
}

int run(const Command& command)
{
    if (const Result<void> checked = command.check(); !checked)
        return say(checked.error().sentence, wrongUsage);
    const Result<int> status = command.run();
    return status ? finish(*status) : say(status.error().sentence, failed);
}

/// Returns those that only --help-all lists.
std::vector<CLI::App*> addCommands(CLI::App& app, Command& chosen)
{
#define DRAFTSCOPE_ADD(add) add(app, chosen);
    DRAFTSCOPE_COMMANDS(DRAFTSCOPE_ADD)
    const std::size_t forEverybody = app.get_subcommands([](CLI::App*) { return true; }).size();
    DRAFTSCOPE_MAINTAINERS_COMMANDS(DRAFTSCOPE_ADD)
#undef DRAFTSCOPE_ADD
    std::vector<CLI::App*> commands = app.get_subcommands([](CLI::App*) { return true; });
    commands.erase(commands.begin(), commands.begin() + std::ptrdiff_t(forEverybody));
    for (CLI::App* command : commands)
        command->group("");
    app.set_help_all_flag("--help-all", "Print this help with the commands for maintainers");
    app.footer("To make drafts and trees, and to check models: draftscope-cli --help-all.");
    return commands;
}

/// --help, --help-all and --version.
int inform(const CLI::App& app, const CLI::ParseError& request, const std::vector<CLI::App*>& forMaintainers)
{
    std::ostringstream text;
    if (dynamic_cast<const CLI::CallForAllHelp*>(&request)) {
        for (CLI::App* command : forMaintainers)
            command->group("Commands for maintainers");
        print(app.help());
        return finish(succeeded);
    }
    app.exit(request, text, text);
    print(text.str());
    return finish(succeeded);
}

int runGuarded(const Command& command)
{
    try {
        return run(command);
    } catch (const Cancelled&) {
        return say("Interrupted.", failed);
    } catch (const DecodeFailure& failure) {
        return say(failure.what(), failed);
    } catch (const std::bad_alloc&) {
        return say("There is not enough memory for this: close other programs or choose a smaller model.", failed);
    } catch (const std::exception& error) {
        return say(fmt::format("Something went wrong that should not ({}): please report it.", error.what()), failed);
    }
}

} // namespace

int main(int argc, char** argv)
{
    openClosedStreams();
    CLI::App app{"Opens up speculative decoding: generate text, look into models and traces, measure.",
                 "draftscope-cli"};
    app.set_version_flag("--version", programAndVersion());
    app.require_subcommand(1);
    Command command;
    const std::vector<CLI::App*> forMaintainers = addCommands(app, command);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0)
            return inform(app, error, forMaintainers);
        return say(usageSentence(app, error.what()), wrongUsage);
    }
    // A file that may not grow any more is a failed write with a reason, not the end of the program.
    std::signal(SIGXFSZ, SIG_IGN);
    const int status = runGuarded(command);
    endByInterrupt();
    return status;
}
