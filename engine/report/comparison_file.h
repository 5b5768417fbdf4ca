// SPDX-License-Identifier: MIT
// A comparison in one file: what each lane decodes with, the prompts and the figures. JSON; docs/comparison-format.md
// says it in words.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/catalogue/prompts.h"
#include "engine/core/error.h"
#include "engine/record/records.h"
#include "engine/report/comparison_report.h"

namespace draftscope {

/// What a lane was to compute on, as the command line's options of these names take it.
struct ComparedBackend {
    std::string name = "auto";
    int threads = 0;
    std::string arithmetic = "auto";
    static constexpr int mostThreads = 1024;
    friend bool operator==(const ComparedBackend&, const ComparedBackend&) = default;
};

/// A lane as it was run.
struct ComparedLane {
    TraceHeader header; ///< as a trace of it begins
    int maxTokens = 0;  ///< that it was to generate
    /// The prompts are messages, and the target's chat template makes the text of each: this is the one in the header's
    /// prompt.
    std::optional<std::string> message = {};
    std::optional<std::string> system =
        {};                 ///< with it: what the target is told beforehand; nothing: the template's own
    std::string turns = {}; ///< with it: what was said before the message, a JSON list of messages; empty: nothing
    std::optional<ComparedBackend> backend = {}; ///< nothing: what the program uses
    /// The rounds that it has decoded: the bytes of a trace (.jsonl.zst). Empty where none are kept.
    std::string trace = {};
    static constexpr std::size_t mostTraceBytes = std::size_t(8) << 20; ///< that are worth keeping here
    ReportedWay way = {};
    friend bool operator==(const ComparedLane&, const ComparedLane&) = default;
};

struct ComparisonFile {
    static constexpr int currentFormat = 1;
    static constexpr std::size_t mostLanes = 4;
    static constexpr std::size_t mostBytes = std::size_t(64) << 20; ///< of a file that is read
    std::string date, program, machine;                             ///< as generalFacts() says them
    /// How times were measured: timesInTurns, or empty in files of versions that took them from rounds as they were
    /// played.
    std::string times = {};
    static constexpr std::string_view timesInTurns = "turns";
    [[nodiscard]] bool isMeasuredInTurns() const { return times == timesInTurns; }
    std::string promptTitle;         ///< what the prompts are called: "The program's prompts (22)"
    std::vector<Prompt> prompts;     ///< empty: that of the lanes
    std::vector<ComparedLane> lanes; ///< one at least, mostLanes at most
};

/// JSON, one value a line where that helps to read it.
[[nodiscard]] std::string comparisonJson(const ComparisonFile& comparison);
/// `name` of what it was read from, in the middle of a sentence. Errors: it is no comparison, is damaged, or is of
/// a later format.
[[nodiscard]] Result<ComparisonFile> comparisonOf(std::string_view json, std::string_view name);

/// A file that is there is replaced when the new one is whole. Errors: the disk.
[[nodiscard]] Result<void> saveComparison(const std::filesystem::path& path, const ComparisonFile& comparison);
/// Errors: those of readTextFile() and comparisonOf().
[[nodiscard]] Result<ComparisonFile> loadComparison(const std::filesystem::path& path);

/// The report of a comparison that was measured in the window.
[[nodiscard]] ComparisonReport reportOf(const ComparisonFile& comparison);

} // namespace draftscope
