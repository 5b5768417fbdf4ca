// SPDX-License-Identifier: MIT
#include "engine/catalogue/found_models.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "engine/catalogue/hub_places.h"
#include "engine/formats/json_document.h"
#include "engine/model/hub_snapshots.h"
#include "engine/model/model_files.h"
#include "engine/model/model_names.h"
#include "engine/model/ollama_store.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

class Finder {
public:
    explicit Finder(std::vector<FoundModel>& found) : m_found(found) {}

    /// A name that begins with a dot is that of something unfinished.
    void fetched(const fs::path& folder)
    {
        for (const fs::path& model : entriesOf(folder))
            if (const std::string name = model.filename().string(); !name.starts_with('.'))
                add("Draftscope", name, model);
    }

    void huggingFace(const fs::path& cache)
    {
        for (const fs::path& repository : entriesOf(cache))
            for (const HubSnapshot& snapshot : hubSnapshots(repository)) {
                const std::string& name = snapshot.repository;
                const bool isMain = snapshot.revision == "main";
                add("Hugging Face", isMain ? name : name + '@' + snapshot.revision, snapshot.folder, 3);
            }
    }

    void lmStudio(const fs::path& folder)
    {
        for (const fs::path& publisher : entriesOf(folder))
            for (const fs::path& repository : entriesOf(publisher))
                add("LM Studio", (publisher.filename() / repository.filename()).string(), repository, 2);
    }

    void llamaCpp(const fs::path& folder)
    {
        for (const fs::path& file : ggufModelsIn(folder))
            addFile("llama.cpp", stemOfGguf(file), file);
    }

    void ollama(const fs::path& folder)
    {
        for (OllamaModel& model : ollamaModels(folder)) {
            // A path of its own where it cannot be opened: other names may lead to the same blob without its problem.
            const fs::path& path = model.problem.empty() ? model.blob : model.manifest;
            m_seen.insert(wholePathOf(path));
            m_found.push_back({std::move(model.name), "Ollama", path, model.problem.empty() ? sizeOf(path) : 0,
                               std::move(model.also), std::move(model.problem), model.readsImages});
        }
    }

    void yours(const fs::path& folder, int depth = 3)
    {
        int& deepest = m_searched[wholePathOf(folder)];
        if (deepest >= depth)
            return; // a link leads there
        deepest = depth;
        if (isHuggingFaceDirectory(folder)) {
            addDirectory("your folders", folder.filename().string(), folder);
            return;
        }
        for (const fs::path& entry : entriesOf(folder))
            if (isFolder(entry)) {
                if (depth > 1)
                    yours(entry, depth - 1);
            } else if (isGgufModelName(entry.filename().string()) && isThere(entry)) {
                addFile("your folders", stemOfGguf(entry), entry);
            }
    }

private:
    /// A folder that is a model, or that has GGUF files: these are told apart by their names, where there are several.
    void add(const char* place, const std::string& name, const fs::path& folder, int depth = 1)
    {
        if (isHuggingFaceDirectory(folder))
            addDirectory(place, name, folder);
        const std::vector<fs::path> files = ggufModelsIn(folder, depth);
        for (const fs::path& file : files) {
            const bool isAlone = files.size() == 1 && !isHuggingFaceDirectory(folder);
            addFile(place, isAlone ? name : name + '/' + stemOfGguf(file), file);
        }
    }
    void addDirectory(const char* place, std::string name, const fs::path& folder)
    {
        put({std::move(name), place, folder, weightBytes(folder)});
    }
    void addFile(const char* place, std::string name, const fs::path& file)
    {
        put({std::move(name), place, file, weightBytes(file)});
    }
    /// Once, if several folders lead to it: the weights may be a link into another one. Its other names are kept.
    void put(FoundModel model)
    {
        const fs::path whole = wholePathOf(model.path);
        if (m_seen.insert(whole).second) {
            m_found.push_back(std::move(model));
            return;
        }
        const auto there =
            std::ranges::find_if(m_found, [&](const FoundModel& each) { return wholePathOf(each.path) == whole; });
        if (there != m_found.end() && there->name != model.name)
            there->also.push_back(std::move(model.name));
    }

    /// Without links.
    static fs::path wholePathOf(const fs::path& path)
    {
        std::error_code error;
        const fs::path whole = fs::weakly_canonical(path, error);
        return error ? path : whole;
    }

    std::vector<FoundModel>& m_found;
    std::set<fs::path> m_seen;
    std::map<fs::path, int> m_searched; ///< how deep
};

std::vector<fs::path> split(std::string_view list)
{
    std::vector<fs::path> folders;
    while (!list.empty()) {
        const auto end = std::min(list.find(':'), list.size());
        if (end > 0)
            folders.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(list.size(), end + 1));
    }
    return folders;
}

/// LM Studio's home may be moved, which a file in the home folder says, and in it the folder of models, which its
/// settings say.
std::vector<fs::path> lmStudioFolders(const fs::path& home, const fs::path& caches)
{
    std::vector<fs::path> folders = {home / ".lmstudio" / "models", caches / "lm-studio" / "models"};
    fs::path own = home / ".lmstudio";
    std::ifstream pointer(home / ".lmstudio-home-pointer");
    if (std::string line; std::getline(pointer, line) && fs::path(line).is_absolute() && fs::path(line) != own) {
        own = line;
        folders.push_back(own / "models");
    }
    if (const auto settings = readJsonObject(own / "settings.json"))
        if (const auto chosen = settings->find("downloadsFolder"); chosen != settings->end() && chosen->is_string())
            if (const fs::path folder = chosen->get<std::string>();
                folder.is_absolute() && std::ranges::find(folders, folder) == folders.end())
                folders.push_back(folder);
    return folders;
}

/// As Ollama reads it: without blanks and quotes around it.
fs::path ollamaFolderOf(const std::string& value)
{
    constexpr std::string_view blank = " \t\r\n", quotes = "\"'";
    std::string_view text = value;
    for (const std::string_view around : {blank, quotes}) {
        text.remove_prefix(std::min(text.find_first_not_of(around), text.size()));
        text = text.substr(0, text.find_last_not_of(around) + 1);
    }
    return text;
}

/// Those in FoundModel::also, the one that people know it by, and "OWNER/NAME:Q4_K_M", as llama.cpp and Ollama write
/// it.
std::vector<std::string> otherNamesOf(const FoundModel& model)
{
    std::vector<std::string> names = model.also;
    if (!model.problem.empty() || model.place == "Ollama")
        return names;
    if (isFolder(model.path)) {
        names.push_back(nameOfDirectory(model.path));
        return names;
    }
    names.push_back(nameOfGguf(model.path));
    const std::string stem = stemOfGguf(model.path);
    const std::string around =
        model.name.ends_with('/' + stem) ? model.name.substr(0, model.name.size() - stem.size() - 1) : model.name;
    if (const std::string type = quantisationOf(stem); !type.empty())
        names.push_back(fmt::format("{}:{}", around, type));
    return names;
}

/// "OWNER/NAME@COMMIT", which no list has.
std::optional<FoundModel> snapshotNamed(std::string_view text, const ModelFolders& folders)
{
    for (const fs::path& cache : folders.huggingFace)
        if (const fs::path snapshot = hubSnapshotOfCommit(cache, text); !snapshot.empty()) {
            const std::vector<fs::path> files = ggufModelsIn(snapshot, 3);
            const bool isFile = !isHuggingFaceDirectory(snapshot) && files.size() == 1;
            return FoundModel{std::string(text), "Hugging Face", isFile ? files.front() : snapshot};
        }
    return std::nullopt;
}

} // namespace

ModelFolders defaultModelFolders()
{
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return fs::path(value ? value : "");
    };
    const fs::path home = variable("HOME").is_absolute() ? variable("HOME") : fs::path("/nonexistent");
    const fs::path caches = !variable("XDG_CACHE_HOME").empty() ? variable("XDG_CACHE_HOME") : home / ".cache";
    const fs::path data =
        variable("XDG_DATA_HOME").is_absolute() ? variable("XDG_DATA_HOME") : home / ".local" / "share";
    ModelFolders folders;
    folders.fetched = {data / "draftscope" / "models"};
    folders.huggingFace = {hubPlaces().cache};
    folders.lmStudio = lmStudioFolders(home, caches);
    folders.llamaCpp = {!variable("LLAMA_CACHE").empty() ? variable("LLAMA_CACHE") : caches / "llama.cpp"};
    if (const fs::path chosen = ollamaFolderOf(variable("OLLAMA_MODELS").string()); !chosen.empty())
        folders.ollama = {chosen};
    else
        folders.ollama = {home / ".ollama" / "models",
                          "/usr/share/ollama/.ollama/models",
                          "/var/lib/ollama/.ollama/models",
                          "/var/lib/ollama/models",
                          "/var/lib/ollama",
                          "/var/snap/ollama/common/models"};
    folders.yours = split(variable("DRAFTSCOPE_MODEL_FOLDERS").string());
    return folders;
}

std::vector<FoundModel> findModels(const ModelFolders& folders)
{
    std::vector<FoundModel> found;
    Finder finder(found);
    const auto each = [&](const std::vector<fs::path>& places, const auto& find) {
        const auto first = std::ptrdiff_t(found.size());
        for (const fs::path& place : places)
            find(place);
        std::stable_sort(found.begin() + first, found.end(),
                         [](const FoundModel& a, const FoundModel& b) { return a.name < b.name; });
    };
    each(folders.fetched, [&](const fs::path& place) { finder.fetched(place); });
    each(folders.huggingFace, [&](const fs::path& place) { finder.huggingFace(place); });
    each(folders.lmStudio, [&](const fs::path& place) { finder.lmStudio(place); });
    each(folders.llamaCpp, [&](const fs::path& place) { finder.llamaCpp(place); });
    each(folders.ollama, [&](const fs::path& place) { finder.ollama(place); });
    each(folders.yours, [&](const fs::path& place) { finder.yours(place); });
    std::set<std::string> names;
    for (FoundModel& model : found)
        if (!names.insert(model.name).second)
            model.name = model.path.string(); // which no other model has
    return found;
}

Result<std::optional<FoundModel>> foundModelNamed(std::string_view text, const ModelFolders& folders)
{
    const std::vector<FoundModel> found = findModels(folders);
    const std::string small = inSmallLetters(text);
    std::vector<FoundModel> meant;
    if (const auto exact = std::ranges::find(found, text, &FoundModel::name); exact != found.end())
        meant.push_back(*exact);
    // Capital letters count as small ones, as they do to Ollama and the Hub.
    const auto isIt = [&](const std::string& name) { return inSmallLetters(name) == small; };
    if (meant.empty())
        std::ranges::copy_if(found, std::back_inserter(meant), [&](const FoundModel& model) {
            return isIt(model.name) || std::ranges::any_of(otherNamesOf(model), isIt);
        });
    if (meant.empty())
        return snapshotNamed(text, folders);
    std::string names;
    for (const FoundModel& each : meant)
        if (each.path != meant.front().path)
            names += fmt::format(" or {} ({})", each.name, each.place);
    if (!names.empty())
        return fail("\"{}\" may be {} ({}){}: say which of them.", text, meant.front().name, meant.front().place,
                    names);
    if (!meant.front().problem.empty())
        return failureOf(meant.front().problem);
    return std::optional(std::move(meant.front()));
}

} // namespace draftscope
