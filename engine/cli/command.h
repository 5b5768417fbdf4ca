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

/// A subcommand a file: each adds itself and fills `chosen` when it is the one asked for.
void addBatch(CLI::App& app, Command& chosen);
void addCompare(CLI::App& app, Command& chosen);
void addCutDraft(CLI::App& app, Command& chosen);
void addDatastore(CLI::App& app, Command& chosen);
void addGenerate(CLI::App& app, Command& chosen);
void addInspect(CLI::App& app, Command& chosen);
void addLesson(CLI::App& app, Command& chosen);
void addModels(CLI::App& app, Command& chosen);
void addMeasureRanks(CLI::App& app, Command& chosen);
void addMethods(CLI::App& app, Command& chosen);
void addPerplexity(CLI::App& app, Command& chosen);
void addSearchSkip(CLI::App& app, Command& chosen);
void addTokenize(CLI::App& app, Command& chosen);
void addTrace(CLI::App& app, Command& chosen);
void addLossless(CLI::App& app, Command& chosen);
void addBench(CLI::App& app, Command& chosen);

} // namespace draftscope
