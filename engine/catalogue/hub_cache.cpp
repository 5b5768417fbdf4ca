// SPDX-License-Identifier: MIT
#include "engine/catalogue/hub_cache.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <set>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/catalogue/hub_places.h"
#include "engine/core/file_lock.h"
#include "engine/core/git_hash.h"
#include "engine/core/printable.h"
#include "engine/core/replacing_file.h"
#include "engine/core/sha256.h"
#include "engine/model/hub_snapshots.h"
#include "engine/model/model_files.h"
#include "engine/model/model_names.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t spare = 16'000'000; ///< bytes that stay free
constexpr double fetching = 0.95;           ///< share of a file's work; checking is the rest

std::uint64_t megabytes(std::uint64_t bytes)
{
    return (bytes + 500'000) / 1'000'000;
}

tl::unexpected<Error> tooLittleRoom(const fs::path& folder, std::uint64_t bytes)
{
    return fail("There is too little room in {}: make {} MB free, or set HF_HUB_CACHE to a folder on another disk.",
                folder.string(), megabytes(bytes + spare));
}

/// "<html>" and "<!doctype html>", in any letters, behind blanks.
bool beginsAsPage(std::span<const std::byte> bytes)
{
    constexpr std::size_t enough = 512;
    std::string text = inSmallLetters({reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), enough)});
    if (text.starts_with("\xef\xbb\xbf"))
        text.erase(0, 3);
    text.erase(0, std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text.starts_with("<html") || text.starts_with("<!doctype html") || text.starts_with("<?xml");
}

/// A file that is not whole yet. What an earlier program has fetched of it counts.
class PartFile {
public:
    PartFile(const fs::path& path, const HubFile& file, Message what)
        : m_path(path), m_file(file), m_what(std::move(what)),
          m_descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666))
    {
        struct stat status = {};
        if (m_descriptor < 0 || ::fstat(m_descriptor, &status) != 0)
            m_error = errno;
        else
            m_size = std::uint64_t(status.st_size);
    }
    ~PartFile()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;

    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] bool isWhole() const { return !m_file.bytes || m_size == *m_file.bytes; }

    /// What comes now begins at byte `from`: where this one ends, or a server that cannot do that begins anew.
    Result<void> begin(std::uint64_t from)
    {
        if (m_error != 0)
            return failure();
        if (from == m_size)
            return {};
        if (from != 0)
            return fail(
                "The server sends other bytes of {} than it was asked for: see that HF_ENDPOINT is right, if it "
                "is set.",
                m_what);
        if (::ftruncate(m_descriptor, 0) != 0)
            m_error = errno;
        m_size = 0;
        return m_error == 0 ? Result<void>() : failure();
    }

    Result<void> take(std::span<const std::byte> bytes)
    {
        if (m_file.bytes && bytes.size() > *m_file.bytes - std::min(m_size, *m_file.bytes)) {
            static_cast<void>(begin(0)); // nothing of it is right
            return fail("The server sends more of {} than it says that there is, and it is not kept: try again.",
                        m_what);
        }
        while (!bytes.empty()) {
            const auto written = ::pwrite(m_descriptor, bytes.data(), bytes.size(), off_t(m_size));
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0) {
                m_error = written < 0 ? errno : ENOSPC;
                return failure();
            }
            m_size += std::uint64_t(written);
            bytes = bytes.subspan(std::size_t(written));
        }
        return {};
    }

    /// It is on the disk when it gets its name.
    Result<void> keep()
    {
        if (m_error == 0 && ::fsync(m_descriptor) != 0 && errno != EINVAL)
            m_error = errno;
        return m_error == 0 ? Result<void>() : failure();
    }

private:
    [[nodiscard]] tl::unexpected<Error> failure() const
    {
        if (m_error == ENOSPC || m_error == EDQUOT)
            return tooLittleRoom(m_path.parent_path(), std::max(m_size, m_file.bytes.value_or(m_size)) - m_size);
        return fail("The file {} cannot be written ({}): mend that, or set HF_HUB_CACHE to another folder.",
                    m_path.string(), systemReason(m_error));
    }

    const fs::path& m_path;
    const HubFile& m_file;
    Message m_what;
    int m_descriptor, m_error = 0;
    std::uint64_t m_size = 0;
};

class CacheFetcher {
public:
    CacheFetcher(const HubModel& model, const HubServer& server, const fs::path& cache, const Progress& progress)
        : m_model(model), m_server(server), m_cache(cache), m_folderName("models--" + model.name.repository),
          m_progress(progress)
    {
        m_folderName.replace(m_folderName.find('/'), 1, "--");
        m_locks = cache / ".locks" / m_folderName;
        m_folder = cache / m_folderName;
        m_snapshot = m_folder / "snapshots" / model.commit;
    }

    Result<fs::path> run()
    {
        auto fetched = fetchAll();
        if (fetched)
            return m_model.isGguf ? m_snapshot / m_model.files.front().path : m_snapshot;
        if (m_progress.isCancelled())
            return fail("Fetching {} was cancelled: what was fetched is kept, and the same command goes on with it.",
                        m_model.name.repository);
        return tl::unexpected(fetched.error());
    }

private:
    [[nodiscard]] fs::path blobOf(const HubFile& file) const { return m_folder / "blobs" / file.blob; }
    [[nodiscard]] fs::path partOf(const HubFile& file) const
    {
        return m_folder / "blobs" / (file.blob + ".incomplete");
    }

    Result<void> fetchAll()
    {
        for (const fs::path& folder : {m_folder / "blobs", m_locks})
            if (auto made = makeFolder(folder); !made)
                return made;
        if (auto room = checkRoom(); !room)
            return room;
        for (const HubFile& file : m_model.files) {
            if (auto fetched = fetch(file); !fetched)
                return fetched;
            m_done += file.bytes.value_or(0);
        }
        for (const HubFile& file : m_model.files)
            if (auto linked = link(file); !linked)
                return linked;
        return m_model.name.revision == m_model.commit ? Result<void>() : writeRevision();
    }

    static Result<void> makeFolder(const fs::path& folder)
    {
        std::error_code error;
        if (fs::create_directories(folder, error); error)
            return fail("The folder {} cannot be made ({}): set HF_HUB_CACHE to another folder.", folder.string(),
                        error.message());
        return {};
    }

    [[nodiscard]] Result<void> checkRoom() const
    {
        std::uint64_t missing = 0;
        std::error_code error;
        for (const HubFile& file : m_model.files) {
            const std::uint64_t bytes = file.bytes.value_or(0);
            std::uint64_t here = 0;
            for (const fs::path& path : {blobOf(file), partOf(file), m_snapshot / file.path})
                if (const auto size = fs::file_size(path, error); !error)
                    here = std::max<std::uint64_t>(here, size);
            missing += bytes - std::min(bytes, here);
        }
        const auto room = fs::space(m_folder, error);
        if (!error && missing > 0 && (room.available < spare || room.available - spare < missing))
            return tooLittleRoom(m_cache, missing);
        return {};
    }

    Result<void> fetch(const HubFile& file)
    {
        auto lock = HeldLock::take(m_locks / (file.blob + ".lock"));
        if (!lock)
            return tl::unexpected(lock.error());
        if (!*lock)
            return fail("Another program is fetching {}: wait until it has ended.", describe(file, m_model.name));
        const fs::path blob = blobOf(file), part = partOf(file);
        std::error_code error;
        // On systems without links the file itself is in the snapshot, and there is no blob.
        if (const fs::path place = m_snapshot / file.path; !fs::exists(blob, error) && isFileItself(place)) {
            const auto right = isRight(file, place);
            if (!right || *right)
                return right ? Result<void>() : tl::unexpected(right.error());
        }
        if (fs::exists(blob, error)) {
            const auto right = isRight(file, blob);
            if (!right)
                return tl::unexpected(right.error());
            if (*right)
                return {};
            fs::remove(blob, error); // damaged
        }
        for (bool isAnew = sizeOf(part) == 0;; isAnew = true) {
            if (auto come = download(file, part); !come)
                return come;
            const auto right = isRight(file, part);
            if (!right)
                return tl::unexpected(right.error());
            if (*right)
                break;
            fs::remove(part, error);
            if (isAnew) // else its beginning, of an earlier time, was that of another file
                return fail("What came is not the {} that was asked for (its {} differs), and is not kept: try again.",
                            describe(file, m_model.name), file.sha256.empty() ? "hash" : "SHA-256");
        }
        fs::rename(part, blob, error);
        return error ? cannotBePutInPlace(blob, error) : Result<void>();
    }

    static bool isFileItself(const fs::path& path)
    {
        std::error_code error;
        return fs::symlink_status(path, error).type() == fs::file_type::regular;
    }

    /// Whether an answer can be the file, before anything of it is kept.
    [[nodiscard]] Result<void> check(const HubFile& file, const HttpHead& head) const
    {
        const Message what{describe(file, m_model.name)};
        const bool hasOtherSize = head.bytes && file.bytes && *head.bytes != *file.bytes;
        const bool isCalledPage = head.type == "text/html" || head.type == "application/xhtml+xml";
        const bool isChecked = head.bytes && file.bytes && (file.blobIsGitHash || !file.sha256.empty());
        if ((isCalledPage && (hasOtherSize || !isChecked)) || (head.from == 0 && beginsAsPage(head.beginning)))
            return anotherAnswer(m_server, what, phrase("a web page"));
        if (hasOtherSize)
            return anotherAnswer(m_server, what, message("a file of {} bytes instead of {}", *head.bytes, *file.bytes));
        return {};
    }

    Result<void> download(const HubFile& file, const fs::path& path)
    {
        const Message what{describe(file, m_model.name)};
        PartFile part(path, file, what);
        if (file.bytes && part.size() > *file.bytes) // of another file
            if (auto anew = part.begin(0); !anew)
                return anew;
        tell(file, part.size());
        if (file.bytes && part.isWhole() && part.size() > 0)
            return part.keep();
        const HubReceiver receiver{.from = [&] { return part.size(); },
                                   .begin = [&](std::uint64_t from) { return part.begin(from); },
                                   .check = [&](const HttpHead& head) { return check(file, head); },
                                   .take =
                                       [&](std::span<const std::byte> bytes) {
                                           auto taken = part.take(bytes);
                                           tell(file, part.size());
                                           return taken;
                                       },
                                   .isWhole = [&] { return part.isWhole(); }};
        auto asked = askHub(m_server, pathOf(file, m_model), what, receiver, m_progress);
        return asked ? part.keep() : asked;
    }

    /// Whether it has the size and the hash that the server says. Error: cancelled, or it cannot be read.
    Result<bool> isRight(const HubFile& file, const fs::path& path)
    {
        std::error_code error;
        const auto size = fs::file_size(path, error);
        if (error || (file.bytes && size != *file.bytes))
            return false;
        if (file.sha256.empty() && !file.blobIsGitHash)
            return true;
        const auto goesOn = [&](std::uint64_t done) {
            report(double(m_done) + double(size) * fetching + double(done) * (1 - fetching),
                   "Checking " + describe(file, m_model.name));
            return !m_progress.isCancelled();
        };
        const auto hash = file.sha256.empty() ? gitBlobHashOf(path, goesOn) : sha256Of(path, goesOn);
        if (!hash)
            return tl::unexpected(hash.error());
        if (!*hash)
            return fail("Checking {} was cancelled.", describe(file, m_model.name));
        return **hash == (file.sha256.empty() ? file.blob : file.sha256);
    }

    void tell(const HubFile& file, std::uint64_t here)
    {
        const std::uint64_t done = m_done + std::min(here, file.bytes.value_or(0));
        report(double(m_done) + double(done - m_done) * fetching,
               fmt::format("Fetching {}, {} of {} MB", m_model.name.repository, megabytes(done),
                           megabytes(m_model.bytes)));
    }
    /// A server that begins anew takes nothing back of what was shown.
    void report(double bytes, std::string_view what)
    {
        m_shown = std::clamp(bytes / double(std::max<std::uint64_t>(1, m_model.bytes)), m_shown, 1.0);
        m_progress.tell(m_shown, what);
    }

    /// snapshots/COMMIT/FILE, relative, so that a cache can be moved. What another program has put there instead is
    /// replaced. Where there can be no links, or shall be none, the blob itself goes there, as huggingface_hub does it.
    [[nodiscard]] Result<void> link(const HubFile& file) const
    {
        const fs::path place = m_snapshot / file.path, blob = blobOf(file);
        if (auto made = makeFolder(place.parent_path()); !made)
            return made;
        std::error_code error;
        if (!fs::exists(blob, error) && isFileItself(place))
            return {};
        if (fs::equivalent(place, blob, error))
            return {};
        const fs::path beside = place.parent_path() / fmt::format(".{}.link", ::getpid());
        fs::remove(beside, error);
        if (m_makesLinks)
            fs::create_symlink(blob.lexically_relative(place.parent_path()), beside, error);
        if (!m_makesLinks || error) {
            const bool isNeededAgain = std::ranges::count(m_model.files, file.blob, &HubFile::blob) > 1;
            isNeededAgain ? void(fs::copy_file(blob, beside, error)) : fs::rename(blob, beside, error);
        }
        if (!error)
            fs::rename(beside, place, error);
        return error ? cannotBePutInPlace(place, error) : Result<void>();
    }

    [[nodiscard]] Result<void> writeRevision() const
    {
        const fs::path place = m_folder / "refs" / m_model.name.revision;
        if (auto made = makeFolder(place.parent_path()); !made)
            return made;
        return replaceFile(place, m_model.commit, "revision");
    }

    static Result<void> cannotBePutInPlace(const fs::path& place, const std::error_code& error)
    {
        return fail("The file {} cannot be put in place ({}): remove what is there, then try again.", place.string(),
                    error.message());
    }

    const HubModel& m_model;
    const HubServer& m_server;
    const fs::path& m_cache;
    std::string m_folderName; ///< "models--OWNER--NAME"
    fs::path m_folder, m_locks, m_snapshot;
    const Progress& m_progress;
    bool m_makesLinks = hubPlaces().makesLinks;
    std::uint64_t m_done = 0; ///< bytes of whole files
    double m_shown = 0;       ///< share
};

} // namespace

std::optional<fs::path> fetchedBefore(const HubName& name, const fs::path& cache)
{
    std::string folder = "models--" + name.repository;
    folder.replace(folder.find('/'), 1, "--");
    fs::path snapshot = hubSnapshotOfCommit(cache, name.repository + '@' + name.revision);
    for (const HubSnapshot& each : hubSnapshots(cache / folder))
        if (each.revision == name.revision)
            snapshot = each.folder;
    if (snapshot.empty())
        return std::nullopt;
    if (!name.file.empty())
        return isThere(snapshot / name.file) ? std::optional(snapshot / name.file) : std::nullopt;
    if (name.quantisation.empty() && isHuggingFaceDirectory(snapshot))
        return snapshot;
    std::vector<fs::path> files = ggufModelsIn(snapshot, 3);
    if (!name.quantisation.empty())
        std::erase_if(files, [&](const fs::path& file) {
            return inSmallLetters(quantisationOf(stemOfGguf(file))) != inSmallLetters(name.quantisation);
        });
    return files.size() == 1 ? std::optional(files.front()) : std::nullopt;
}

Result<fs::path> fetchHubModel(const HubModel& model, const HubServer& server, const fs::path& cache,
                               const Progress& progress)
{
    return CacheFetcher(model, server, cache, progress).run();
}

} // namespace draftscope
