// SPDX-License-Identifier: MIT
#include "engine/model/found_models.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "engine/formats/json_document.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

/// What a folder holds, in the order of names; nothing where it cannot be read.
std::vector<fs::path> entriesOf(const fs::path& folder)
{
    std::error_code error;
    std::vector<fs::path> entries;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        entries.push_back(it->path());
    std::ranges::sort(entries);
    return entries;
}

bool isFolder(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

bool isThere(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

std::uint64_t sizeOf(const fs::path& file)
{
    std::error_code error;
    const auto size = fs::file_size(file, error);
    return error ? 0 : std::uint64_t(size);
}

bool isHuggingFaceDirectory(const fs::path& folder)
{
    return isThere(folder / "config.json")
        && (isThere(folder / "model.safetensors") || isThere(folder / "model.safetensors.index.json"));
}

std::uint64_t weightBytes(const fs::path& folder)
{
    std::uint64_t bytes = 0;
    for (const fs::path& file : entriesOf(folder))
        if (file.extension() == ".safetensors")
            bytes += sizeOf(file);
    return bytes;
}

/// A GGUF file with a language model: not the later parts of one, nor what another program projects images with.
bool isGgufModel(const fs::path& file)
{
    const std::string name = file.filename().string();
    if (file.extension() != ".gguf" || name.starts_with("mmproj"))
        return false;
    const auto of = name.rfind("-of-");
    return of == std::string::npos || of < 5 || name.substr(of - 5, 5) == "00001"
        || !std::isdigit(static_cast<unsigned char>(name[of - 1]));
}

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
        for (const fs::path& repository : entriesOf(cache)) {
            const std::string folder = repository.filename().string();
            constexpr std::string_view beginning = "models--", between = "--";
            if (!folder.starts_with(beginning))
                continue;
            std::string name = folder.substr(beginning.size());
            if (const auto dashes = name.find(between); dashes != std::string::npos)
                name = fmt::format("{}/{}", name.substr(0, dashes), name.substr(dashes + between.size()));
            const fs::path snapshot = snapshotOf(repository);
            if (!snapshot.empty())
                add("Hugging Face", name, snapshot);
        }
    }

    void lmStudio(const fs::path& folder)
    {
        for (const fs::path& publisher : entriesOf(folder))
            for (const fs::path& repository : entriesOf(publisher))
                add("LM Studio", (publisher.filename() / repository.filename()).string(), repository);
    }

    void llamaCpp(const fs::path& folder)
    {
        for (const fs::path& file : entriesOf(folder))
            if (isGgufModel(file))
                addFile("llama.cpp", file.stem().string(), file);
    }

    /// A manifest names the layers of a model by their hashes; one of them is a GGUF file.
    void ollama(const fs::path& folder)
    {
        for (const fs::path& host : entriesOf(folder / "manifests"))
            for (const fs::path& owner : entriesOf(host))
                for (const fs::path& model : entriesOf(owner))
                    for (const fs::path& tag : entriesOf(model)) {
                        const fs::path blob = blobOf(folder, tag);
                        const std::string whose =
                            owner.filename() == "library" ? std::string() : owner.filename().string() + '/';
                        if (!blob.empty())
                            addFile("Ollama", whose + model.filename().string() + ':' + tag.filename().string(), blob);
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
            if (isGgufModel(entry))
                addFile("your folders", entry.stem().string(), entry);
            else if (depth > 1 && isFolder(entry))
                yours(entry, depth - 1);
    }

private:
    /// What "main" names, or else any; empty where there is none.
    static fs::path snapshotOf(const fs::path& repository)
    {
        std::ifstream file(repository / "refs" / "main");
        std::string revision;
        file >> revision;
        if (const fs::path named = repository / "snapshots" / revision; !revision.empty() && isFolder(named))
            return named;
        for (const fs::path& snapshot : entriesOf(repository / "snapshots"))
            if (isFolder(snapshot))
                return snapshot;
        return {};
    }

    static std::string textOf(const nlohmann::json& object, const char* key)
    {
        const auto found = object.find(key);
        return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
    }

    static fs::path blobOf(const fs::path& folder, const fs::path& manifest)
    {
        if (isFolder(manifest))
            return {};
        const auto object = readJsonObject(manifest);
        if (!object || !object->contains("layers") || !object->at("layers").is_array())
            return {};
        for (const nlohmann::json& layer : object->at("layers")) {
            if (!layer.is_object() || textOf(layer, "mediaType") != "application/vnd.ollama.image.model")
                continue;
            std::string digest = textOf(layer, "digest");
            std::ranges::replace(digest, ':', '-');
            if (const fs::path blob = folder / "blobs" / fs::path(digest).filename(); !digest.empty() && isThere(blob))
                return blob;
        }
        return {};
    }

    /// A folder that is a model, or that has GGUF files: these are told apart by their names, where there are several.
    void add(const char* place, const std::string& name, const fs::path& folder)
    {
        if (isHuggingFaceDirectory(folder))
            addDirectory(place, name, folder);
        std::vector<fs::path> files = entriesOf(folder);
        std::erase_if(files, [](const fs::path& file) { return !isGgufModel(file); });
        for (const fs::path& file : files)
            addFile(place, files.size() == 1 ? name : name + '/' + file.stem().string(), file);
    }
    void addDirectory(const char* place, std::string name, const fs::path& folder)
    {
        put({std::move(name), place, folder, weightBytes(folder)});
    }
    void addFile(const char* place, std::string name, const fs::path& file)
    {
        put({std::move(name), place, file, sizeOf(file)});
    }
    /// Once, if several folders lead to it: the weights may be a link into another one.
    void put(FoundModel model)
    {
        if (m_seen.insert(wholePathOf(model.path)).second)
            m_found.push_back(std::move(model));
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

} // namespace

ModelFolders usualModelFolders()
{
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return fs::path(value ? value : "");
    };
    const fs::path home = variable("HOME").is_absolute() ? variable("HOME") : fs::path("/nonexistent");
    const fs::path caches = !variable("XDG_CACHE_HOME").empty() ? variable("XDG_CACHE_HOME") : home / ".cache";
    const fs::path data =
        variable("XDG_DATA_HOME").is_absolute() ? variable("XDG_DATA_HOME") : home / ".local" / "share";
    const auto chosen = [&](const char* name, std::vector<fs::path> otherwise) {
        return variable(name).empty() ? std::move(otherwise) : std::vector<fs::path>{variable(name)};
    };
    const fs::path huggingFace =
        !variable("HF_HOME").empty() ? variable("HF_HOME") / "hub" : caches / "huggingface" / "hub";
    ModelFolders folders;
    folders.fetched = {data / "draftscope" / "models"};
    folders.huggingFace = chosen("HF_HUB_CACHE", {huggingFace});
    folders.lmStudio = {home / ".lmstudio" / "models", caches / "lm-studio" / "models"};
    folders.llamaCpp = chosen("LLAMA_CACHE", {caches / "llama.cpp"});
    folders.ollama = chosen("OLLAMA_MODELS", {home / ".ollama" / "models", "/usr/share/ollama/.ollama/models"});
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
            model.name = model.path.string(); // which nobody else has
    return found;
}

} // namespace draftscope
