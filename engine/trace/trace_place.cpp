// SPDX-License-Identifier: MIT
#include "engine/trace/trace_place.h"

#include <cerrno>
#include <optional>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/core/file_lock.h"

namespace draftscope {
namespace {

using Path = std::filesystem::path;

/// What tells files apart, whatever their names: nothing for what is no regular file.
std::optional<std::pair<dev_t, ino_t>> identityOf(const Path& path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    return std::pair(status.st_dev, status.st_ino);
}

bool isTraceName(const Path& path)
{
    return path.extension() == ".jsonl" || path.extension() == ".zst";
}

/// The file that `trace` is: `model` itself, or one in that directory. Traces may lie in a model's folder, and be
/// written again.
std::optional<Path> fileOfModel(const Path& trace, const Path& model)
{
    const auto identity = identityOf(trace);
    if (!identity || model.empty())
        return std::nullopt;
    std::error_code error;
    if (!std::filesystem::is_directory(model, error))
        return identityOf(model) == identity ? std::optional(model) : std::nullopt;
    for (std::filesystem::directory_iterator entry(model, error), end; !error && entry != end; entry.increment(error))
        if (identityOf(entry->path()) == identity && !isTraceName(entry->path()))
            return entry->path();
    return std::nullopt;
}

/// Whether the descriptor is still what the name stands for: another file may have been put there meanwhile.
bool isStillAt(const Path& path, int descriptor)
{
    struct stat opened = {}, named = {};
    return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev
        && opened.st_ino == named.st_ino;
}

tl::unexpected<Error> isBeingWritten(const Path& path)
{
    return fail("The trace {} is being written by another Draftscope: wait until it is done, or choose another name.",
                path.string());
}

tl::unexpected<Error> cannotBeCreated(const Path& path, int error)
{
    return tl::unexpected<Error>(errorOf(
        message("The trace {} cannot be created ({}): choose another place.", path.string(), systemReason(error)),
        Message{systemReason(error)}));
}

} // namespace

Result<void> checkOverwritesNothing(const Path& trace, const TraceHeader& header, std::span<const Path> inUse)
{
    const auto modelFails = [&](const ModelRecord& model) -> Result<void> {
        if (const auto file = fileOfModel(trace, model.path))
            return fail("The trace {} would overwrite {}, which belongs to the model {}: choose another name.",
                        trace.string(), file->string(), model.name);
        return {};
    };
    if (Result<void> fine = modelFails(header.target); !fine)
        return fine;
    if (header.draft)
        if (Result<void> fine = modelFails(*header.draft); !fine)
            return fine;
    std::vector<Path> others(inUse.begin(), inUse.end());
    for (const auto& [name, path] : header.files)
        others.emplace_back(path);
    for (const Path& other : others) // files, or directories of a head
        if (const auto file = fileOfModel(trace, other))
            return fail("The trace {} would overwrite {}, which this run uses: choose another name.", trace.string(),
                        file->string());
    return {};
}

Result<LockedFile> LockedFile::openEmptied(const Path& path)
{
    while (true) {
        LockedFile file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
        if (!file.isOpen())
            return cannotBeCreated(path, errno);
        struct stat status = {};
        if (::fstat(file.m_descriptor, &status) != 0)
            return cannotBeCreated(path, errno);
        if (!S_ISREG(status.st_mode)) // a pipe or /dev/null, which many may write to
            return file;
        if (!lockFile(file.m_descriptor))
            return isBeingWritten(path);
        if (!isStillAt(path, file.m_descriptor))
            continue;
        if (::ftruncate(file.m_descriptor, 0) != 0)
            return cannotBeCreated(path, errno);
        return file;
    }
}

Result<LockedFile> LockedFile::openAsItIs(const Path& path)
{
    if (!identityOf(path))
        return LockedFile();
    LockedFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.isOpen() && !lockFile(file.m_descriptor))
        return isBeingWritten(path);
    return file;
}

LockedFile::~LockedFile()
{
    static_cast<void>(close());
}

int LockedFile::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_descriptor, bytes.data(), bytes.size());
        if (count >= 0)
            bytes.remove_prefix(std::size_t(count));
        else if (errno != EINTR)
            return errno;
    }
    return 0;
}

int LockedFile::close()
{
    return m_descriptor < 0 || ::close(std::exchange(m_descriptor, -1)) == 0 ? 0 : errno;
}

} // namespace draftscope
