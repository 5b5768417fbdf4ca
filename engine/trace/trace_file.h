// SPDX-License-Identifier: MIT
// Traces on disk: JSON Lines, one record a line, `format` numbered, unknown keys ignored, zstd when the name ends in
// .zst.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/core/thread_pool.h"
#include "engine/record/bookmark.h"
#include "engine/record/recording.h"

namespace draftscope {

/// A token's bytes, or nothing where they are unknown.
using TokenBytes = std::function<std::optional<std::string>(TokenId token)>;

/// Writes a decode as it happens. Every record reaches the file before add() returns (zstd: as a flushed block), so a
/// killed program leaves everything written so far readable. A full disk is an Error once; what was written stays.
/// The file is locked for as long as it is written. Rounds are put into words on `threads`, where there are some.
class TraceWriter {
public:
    /// Empties a file that is there. Errors, and the file stays as it is: it belongs to the header's models or is one
    /// of `inUse`, which the run reads or prints to; another Draftscope writes it; it cannot be created.
    [[nodiscard]] static Result<std::unique_ptr<TraceWriter>> create(const std::filesystem::path& path,
                                                                     const TraceHeader& header,
                                                                     std::span<const std::filesystem::path> inUse = {},
                                                                     std::shared_ptr<ThreadPool> threads = nullptr);
    ~TraceWriter();
    /// Appends a finished round of a branch and the bytes of tokens not written yet. Waits for `threads` where another
    /// thread has reserved them.
    [[nodiscard]] Result<void> add(const TokenBytes& bytesOf, int branch, const RoundRecord& round);
    /// The bytes are those that the recording knows.
    [[nodiscard]] Result<void> add(const Recording& recording, int branch, const RoundRecord& round);
    [[nodiscard]] Result<void> add(const BranchRecord& branch);
    /// Its name, and whether it is removed. Behind the record of the branch.
    [[nodiscard]] Result<void> addNote(const BranchRecord& branch);
    /// Behind the record of the round that it is in.
    [[nodiscard]] Result<void> add(const BookmarkRecord& bookmark);
    /// Flushes and closes; also done, silently, by the destructor.
    [[nodiscard]] Result<void> close();

private:
    struct State;
    explicit TraceWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// The whole recording, and bookmarks of its moments, into a new file (written beside it and renamed, so that an old
/// file is never half replaced). Errors as of TraceWriter.
[[nodiscard]] Result<void> saveTrace(const std::filesystem::path& path, const Recording& recording,
                                     std::span<const BookmarkRecord> bookmarks = {});

struct LoadedTrace {
    Recording recording;
    std::vector<BookmarkRecord> bookmarks; ///< of moments that are there
    bool isComplete = true;                ///< false: the last record was cut and left out
};
/// Reads a trace, plain or zstd (told by its first bytes). A cut last record is dropped and reported; a broken line in
/// the middle, a missing header or a future format is an Error that names the line. Reports to `progress`, and ends
/// with an Error soon after it is cancelled. Throws nothing.
[[nodiscard]] Result<LoadedTrace> loadTrace(const std::filesystem::path& path, const Progress& progress = {});

} // namespace draftscope
