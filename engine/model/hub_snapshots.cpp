// SPDX-License-Identifier: MIT
#include "engine/model/hub_snapshots.h"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>

#include "engine/model/model_files.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view modelsBeginning = "models--", dashesBetween = "--", mainRevision = "main";

std::optional<std::string> repositoryNamedBy(const std::string& folder)
{
    if (!folder.starts_with(modelsBeginning) || folder.size() == modelsBeginning.size())
        return std::nullopt;
    std::string name = folder.substr(modelsBeginning.size());
    for (auto at = name.find(dashesBetween); at != std::string::npos; at = name.find(dashesBetween, at))
        name.replace(at, dashesBetween.size(), "/");
    return name;
}

bool holdsModel(const fs::path& snapshot)
{
    return isFolder(snapshot) && (isHuggingFaceDirectory(snapshot) || !ggufModelsIn(snapshot, 3).empty());
}

/// Branches and tags, whose names may have slashes: "refs/pr/1" is in refs/refs/pr/1.
void readRevisions(const fs::path& folder, const fs::path& repository, const std::string& before,
                   std::vector<HubSnapshot>& snapshots, int depth = 4)
{
    for (const fs::path& entry : entriesOf(folder)) {
        const std::string name = before + entry.filename().string();
        if (isFolder(entry)) {
            if (depth > 1)
                readRevisions(entry, repository, name + '/', snapshots, depth - 1);
            continue;
        }
        std::ifstream file(entry);
        std::string commit;
        file >> commit;
        const bool isName = !commit.empty() && commit.find('/') == std::string::npos && commit != "." && commit != "..";
        if (const fs::path snapshot = repository / "snapshots" / commit; isName && holdsModel(snapshot))
            snapshots.push_back({{}, name, snapshot});
    }
}

/// Empty where there is none.
fs::path newestSnapshot(const fs::path& repository)
{
    fs::path newest;
    fs::file_time_type time;
    for (const fs::path& snapshot : entriesOf(repository / "snapshots")) {
        std::error_code error;
        const auto changed = fs::last_write_time(snapshot, error);
        if (!error && holdsModel(snapshot) && (newest.empty() || changed > time)) {
            newest = snapshot;
            time = changed;
        }
    }
    return newest;
}

} // namespace

std::vector<HubSnapshot> hubSnapshots(const fs::path& repositoryFolder)
{
    const auto name = repositoryNamedBy(repositoryFolder.filename().string());
    if (!name)
        return {};
    std::vector<HubSnapshot> snapshots;
    readRevisions(repositoryFolder / "refs", repositoryFolder, {}, snapshots);
    const auto isMain = [](const HubSnapshot& each) { return each.revision == mainRevision; };
    if (std::ranges::none_of(snapshots, isMain))
        if (const fs::path newest = newestSnapshot(repositoryFolder); !newest.empty())
            snapshots.push_back({{}, std::string(mainRevision), newest});
    // Clang 14, which builds the fuzzers, has no other.
    std::stable_partition(snapshots.begin(), snapshots.end(), isMain);
    for (HubSnapshot& each : snapshots)
        each.repository = *name;
    return snapshots;
}

fs::path hubSnapshotOfCommit(const fs::path& cache, std::string_view text)
{
    constexpr std::size_t leastDigits = 7;
    const auto at = text.find('@');
    const std::string_view commit = text.substr(std::min(at, text.size()));
    if (commit.size() <= leastDigits || commit.find('/') != std::string_view::npos)
        return {};
    std::string folder = std::string(modelsBeginning) + std::string(text.substr(0, at));
    for (auto slash = folder.find('/'); slash != std::string::npos; slash = folder.find('/'))
        folder.replace(slash, 1, dashesBetween);
    for (const fs::path& snapshot : entriesOf(cache / folder / "snapshots"))
        if (snapshot.filename().string().starts_with(commit.substr(1)) && holdsModel(snapshot))
            return snapshot;
    return {};
}

std::optional<std::string> hubRepositoryOf(const fs::path& path)
{
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    for (fs::path folder = whole.lexically_normal(); folder.has_relative_path(); folder = folder.parent_path()) {
        const fs::path inside = folder.filename();
        if (inside != "snapshots" && inside != "blobs")
            continue;
        if (auto name = repositoryNamedBy(folder.parent_path().filename().string()))
            return name;
    }
    return std::nullopt;
}

} // namespace draftscope
