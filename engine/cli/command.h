// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

#include "engine/core/error.h"

namespace draftscope {

enum ExitStatus { succeeded = 0, failed = 1, wrongUsage = 2 };

/// What the command line asks for. `check` looks at the options alone: its Error is wrong usage; `run` does the work
/// and returns the exit status, or the one sentence to print.
struct Command {
    std::function<Result<void>()> check = [] { return Result<void>(); };
    std::function<Result<int>()> run;
};

// The table of subcommands, in the order in which --help lists them. A new one is a file in this folder and a line
// here: it adds itself and fills `chosen` when it is the one asked for. Those of the second list are for people who
// make drafts and trees or check models: --help-all lists them, too.
#define DRAFTSCOPE_COMMANDS(COMMAND)                                                                                   \
    COMMAND(addGenerate)                                                                                               \
    COMMAND(addExplain)                                                                                                \
    COMMAND(addInspect)                                                                                                \
    COMMAND(addLesson)                                                                                                 \
    COMMAND(addModels)                                                                                                 \
    COMMAND(addMethods)                                                                                                \
    COMMAND(addTokenize)                                                                                               \
    COMMAND(addTrace)                                                                                                  \
    COMMAND(addLossless)                                                                                               \
    COMMAND(addAdvise)                                                                                                 \
    COMMAND(addRoofline)                                                                                               \
    COMMAND(addBench)                                                                                                  \
    COMMAND(addCompare)                                                                                                \
    COMMAND(addCompareTexts)                                                                                           \
    COMMAND(addBatch)                                                                                                  \
    COMMAND(addAttach)                                                                                                 \
    COMMAND(addDatastore)
#define DRAFTSCOPE_MAINTAINERS_COMMANDS(COMMAND)                                                                       \
    COMMAND(addMeasureRanks)                                                                                           \
    COMMAND(addPerplexity)                                                                                             \
    COMMAND(addSearchSkip)                                                                                             \
    COMMAND(addCutDraft)

#define DRAFTSCOPE_DECLARE(add) void add(CLI::App& app, Command& chosen);
DRAFTSCOPE_COMMANDS(DRAFTSCOPE_DECLARE)
DRAFTSCOPE_MAINTAINERS_COMMANDS(DRAFTSCOPE_DECLARE)
#undef DRAFTSCOPE_DECLARE

} // namespace draftscope
