// SPDX-License-Identifier: MIT
#include <atomic>
#include <system_error>

#include <unistd.h>

#include "engine/trace/trace_file.h"
#include "engine/trace/trace_place.h"

namespace draftscope {
namespace {

/// A fork's first round may be nothing but what fork() itself makes of the parent's: it is not stored again.
bool followsFromFork(const Recording& recording, const BranchRecord& branch, int round)
{
    return branch.parent >= 0 && round == branch.forkRound && round < recording.roundCount(branch.parent)
        && recording.round(branch.branch, round) == atMoment(recording.round(branch.parent, round), branch.forkMoment);
}

Result<void> writeAll(const std::filesystem::path& path, const Recording& recording,
                      std::span<const BookmarkRecord> bookmarks)
{
    auto writer = TraceWriter::create(path, recording.header());
    if (!writer)
        return tl::unexpected(writer.error());
    for (const BranchRecord& branch : recording.branches()) {
        if (branch.parent >= 0)
            if (Result<void> added = (*writer)->add(branch); !added)
                return added;
        for (int r = branch.forkRound; r < recording.roundCount(branch.branch); ++r) {
            if (followsFromFork(recording, branch, r))
                continue;
            if (Result<void> added = (*writer)->add(recording, branch.branch, recording.round(branch.branch, r));
                !added)
                return added;
        }
    }
    for (const BranchRecord& branch : recording.branches())
        if (!branch.name.empty() || branch.isRemoved)
            if (Result<void> added = (*writer)->addNote(branch); !added)
                return added;
    for (const BookmarkRecord& bookmark : bookmarks)
        if (Result<void> added = (*writer)->add(bookmark); !added)
            return added;
    return (*writer)->close();
}

/// A name that no other save has. The ending stays last, because it says whether the trace is compressed.
std::filesystem::path nameBeside(const std::filesystem::path& path)
{
    static std::atomic<int> count = 0;
    return path.parent_path()
        / fmt::format(".{}.part{}-{}{}", path.stem().string(), getpid(), ++count, path.extension().string());
}

/// Whole sentences, so that another language can have its own order.
tl::unexpected<Error> couldNotBeSaved(const std::filesystem::path& path, const Message& why, bool wasBegun,
                                      bool replaces)
{
    if (wasBegun && replaces)
        return fail("The trace {} could not be saved ({}): make room or choose another place; what was there before is "
                    "kept.",
                    path.string(), why);
    if (wasBegun)
        return fail("The trace {} could not be saved ({}): make room or choose another place.", path.string(), why);
    if (replaces)
        return fail("The trace {} could not be saved ({}): choose another place; what was there before is kept.",
                    path.string(), why);
    return fail("The trace {} could not be saved ({}): choose another place.", path.string(), why);
}

} // namespace

Result<void> saveTrace(const std::filesystem::path& path, const Recording& recording,
                       std::span<const BookmarkRecord> bookmarks)
{
    if (Result<void> fine = checkOverwritesNothing(path, recording.header()); !fine)
        return fine;
    std::error_code error;
    // A device or a pipe is no file that a trace could take the place of.
    if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
        return fail(
            "The trace {} could not be saved (that is no file): choose another place; what was there before is kept.",
            path.string());
    const Result<LockedFile> replaced = LockedFile::openAsItIs(path); // locked until the new one is in its place
    if (!replaced)
        return tl::unexpected(replaced.error());
    const std::filesystem::path beside = nameBeside(path);
    const bool replaces = std::filesystem::exists(path, error);
    if (Result<void> written = writeAll(beside, recording, bookmarks); !written) {
        const bool wasBegun = std::filesystem::remove(beside, error);
        return couldNotBeSaved(path, written.error().reason, wasBegun, replaces);
    }
    std::filesystem::rename(beside, path, error);
    if (!error)
        return {};
    const std::string reason = error.message();
    std::filesystem::remove(beside, error);
    return fail("The trace {} cannot be put in place ({}): choose another name.", path.string(), reason);
}

} // namespace draftscope
