// SPDX-License-Identifier: MIT
#include "engine/catalogue/embedded.h"

#include <algorithm>
#include <cstdlib>

#include "engine/catalogue/found_models.h"
#include "engine/catalogue/model_package.h"
#include "engine/core/http_client.h"
#include "engine/core/without_exceptions.h"
#include "engine/formats/json_document.h"
#include "engine/model/model.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t mostChosen = 64; ///< K and the length of a copy

std::string textOf(const json& object, const char* key)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && found != object.end() && found->is_string() ? found->get<std::string>()
                                                                             : std::string();
}

/// 0 where it is not there, or no number that can be meant.
int numberOf(const json& object, const char* key)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    const bool isThere = object.is_object() && found != object.end() && found->is_number_unsigned();
    const std::uint64_t number = isThere ? found->get<std::uint64_t>() : 0;
    return number <= mostChosen ? int(number) : 0;
}

std::string joined(const std::vector<fs::path>& paths)
{
    std::string text;
    for (const fs::path& path : paths)
        text += (text.empty() ? "" : ", ") + path.string();
    return text;
}

EmbeddedModel modelOf(const json& entry, const fs::path& directory)
{
    EmbeddedModel model{textOf(entry, "name"), textOf(entry, "title"), textOf(entry, "role"), {}, 0};
    const std::string folder = textOf(entry, "directory");
    model.directory = directory / (folder.empty() ? model.name : folder);
    if (model.title.empty())
        model.title = model.name;
    if (entry.is_object() && entry.contains("parameters") && entry["parameters"].is_number_unsigned())
        model.parameters = std::int64_t(entry["parameters"].get<std::uint64_t>());
    return model;
}

EmbeddedHead headOf(const json& entry, const fs::path& directory)
{
    EmbeddedHead head{
        textOf(entry, "name"), textOf(entry, "method"), textOf(entry, "target"), textOf(entry, "target_hash"), {}};
    const std::string folder = textOf(entry, "directory");
    head.directory = directory / (folder.empty() ? head.name : folder);
    return head;
}

json listOf(const json& document, const char* key)
{
    const auto found = document.find(key);
    return found != document.end() && found->is_array() ? *found : json::array();
}

/// Every name that a head, a pair or the default uses must be that of a model.
Result<void> checkNames(const EmbeddedModels& read, const std::string& file)
{
    std::vector<std::string> used = {read.defaultTarget, read.defaultDraft};
    for (const EmbeddedHead& head : read.heads)
        if (head.targetHash.empty())
            used.push_back(head.target);
    for (const EmbeddedPair& pair : read.pairs) {
        used.push_back(pair.draft);
        if (pair.targetHash.empty())
            used.push_back(pair.target);
    }
    for (const std::string& name : used)
        if (!read.find(name))
            return fail("{} names the model \"{}\" but does not list it: restore the file.", file, name);
    return {};
}

} // namespace

const EmbeddedModel* EmbeddedModels::find(std::string_view name) const
{
    const auto found =
        std::find_if(models.begin(), models.end(), [&](const EmbeddedModel& m) { return m.name == name; });
    return found == models.end() ? nullptr : &*found;
}

const EmbeddedPair* EmbeddedModels::pairFor(std::string_view targetHash) const
{
    const auto found = std::ranges::find(pairs, targetHash, &EmbeddedPair::targetHash);
    return targetHash.empty() || found == pairs.end() ? nullptr : &*found;
}

std::string EmbeddedModels::draftFor(std::string_view targetHash) const
{
    const EmbeddedPair* const pair = pairFor(targetHash);
    return pair ? pair->draft : std::string();
}

std::vector<fs::path> embeddedModelDirectories()
{
    if (const char* stated = std::getenv("DRAFTSCOPE_MODELS"); stated && *stated)
        return {stated};
    std::vector<fs::path> directories;
    std::error_code error;
    if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error) {
        const fs::path beside = program.parent_path();
        directories.push_back((beside / "../share/draftscope/models").lexically_normal());
        directories.push_back((beside / "../../../resources/models").lexically_normal());
    }
    directories.emplace_back(DRAFTSCOPE_MODELS_SOURCE);
    return directories;
}

namespace {

Result<EmbeddedModels> readList(const fs::path& directory)
{
    const fs::path file = directory / "embedded.json";
    const auto document = readJsonObject(file);
    if (!document)
        return tl::unexpected(document.error());
    EmbeddedModels read;
    read.directory = directory;
    for (const json& entry : listOf(*document, "models")) {
        read.models.push_back(modelOf(entry, directory));
        if (read.models.back().name.empty())
            return fail("{} lists a model without a name: restore the file.", file.string());
    }
    for (const json& entry : listOf(*document, "heads"))
        read.heads.push_back(headOf(entry, directory));
    for (const json& entry : listOf(*document, "pairs"))
        read.pairs.push_back({textOf(entry, "name"), textOf(entry, "target"), textOf(entry, "draft"),
                              textOf(entry, "target_hash"), numberOf(entry, "k"), numberOf(entry, "copy_first")});
    if (const auto standard = document->find("default"); standard != document->end()) {
        read.defaultTarget = textOf(*standard, "target");
        read.defaultDraft = textOf(*standard, "draft");
    }
    if (auto checked = checkNames(read, file.string()); !checked)
        return tl::unexpected(checked.error());
    return read;
}

} // namespace

Result<EmbeddedModels> readEmbeddedModels(const fs::path& directory)
{
    return withoutExceptions("The list of models in " + directory.string(), [&] { return readList(directory); });
}

Result<EmbeddedModels> embeddedModels()
{
    const auto directories = embeddedModelDirectories();
    std::error_code ignored;
    for (const fs::path& directory : directories)
        if (fs::exists(directory / "embedded.json", ignored))
            return readEmbeddedModels(directory);
    return fail("The embedded models are missing (looked in {}): install them again or set DRAFTSCOPE_MODELS to their "
                "directory.",
                joined(directories));
}

Result<fs::path> resolveModel(std::string_view nameOrPath)
{
    std::error_code ignored;
    if (const fs::path path(nameOrPath); isServerAddress(nameOrPath) || fs::exists(path, ignored))
        return path;
    const auto embedded = embeddedModels();
    const EmbeddedModel* model = embedded ? embedded->find(nameOrPath) : nullptr;
    if (model)
        return model->directory;
    if (const auto found = foundModelNamed(nameOrPath); !found)
        return tl::unexpected(found.error());
    else if (*found)
        return (*found)->path;
    if (const auto package = modelPackageNamed(nameOrPath))
        return fail("The model {} is not on this machine yet: draftscope-cli models get {} fetches it ({}).",
                    nameOrPath, nameOrPath, describe(**package));
    std::string known;
    if (embedded)
        for (const EmbeddedModel& each : embedded->models)
            known += (known.empty() ? "" : ", ") + each.name;
    return fail("There is no model \"{}\": give a path{}, or a name that draftscope-cli models lists.", nameOrPath,
                known.empty() ? std::string() : fmt::format(", one of {}", known));
}

std::optional<EmbeddedPair> embeddedPairFor(std::string_view nameOrPath)
{
    const auto embedded = embeddedModels();
    const auto path = embedded ? resolveModel(nameOrPath) : Result<fs::path>(tl::unexpected(embedded.error()));
    if (!path)
        return std::nullopt;
    std::error_code ignored;
    bool hasHashes = false;
    for (const EmbeddedPair& pair : embedded->pairs) {
        const EmbeddedModel* const target = embedded->find(pair.target);
        if (target && fs::equivalent(target->directory, *path, ignored))
            return pair;
        hasHashes = hasHashes || !pair.targetHash.empty();
    }
    if (!hasHashes)
        return std::nullopt; // opening a model takes its time
    const auto model = openModel(*path);
    const EmbeddedPair* const pair = model ? embedded->pairFor((*model)->record.hash) : nullptr;
    return pair ? std::optional(*pair) : std::nullopt;
}

std::string embeddedDraftFor(std::string_view nameOrPath)
{
    const auto pair = embeddedPairFor(nameOrPath);
    return pair ? pair->draft : std::string();
}

fs::path resolveHead(std::string_view nameOrPath, std::string_view method, const fs::path& target,
                     std::string_view targetHash)
{
    std::error_code ignored;
    if (!nameOrPath.empty() && fs::exists(fs::path(nameOrPath), ignored))
        return nameOrPath;
    if (const auto embedded = embeddedModels())
        for (const EmbeddedHead& head : embedded->heads) {
            const EmbeddedModel* model = embedded->find(head.target);
            const bool isForTarget = model ? fs::equivalent(model->directory, target, ignored)
                                           : !targetHash.empty() && head.targetHash == targetHash;
            const bool isMeant = nameOrPath.empty() ? head.method == method && isForTarget : head.name == nameOrPath;
            if (isMeant && fs::exists(head.directory, ignored))
                return head.directory;
        }
    return nameOrPath;
}

Result<fs::path> embeddedRanks(std::string_view method, bool isForEmbedded)
{
    std::error_code ignored;
    std::vector<std::string> names = {std::string(method), "two-model"};
    if (!isForEmbedded)
        names.insert(names.begin(), {fmt::format("{}-smollm2", method), "two-model-smollm2"});
    for (const std::string& name : names)
        for (const fs::path& models : embeddedModelDirectories())
            if (fs::path path = models.parent_path() / "ranks" / fmt::format("{}.json", name);
                fs::exists(path, ignored))
                return path;
    return fail(
        "The acceptance by rank that comes with the program is missing: install Draftscope again, or name a table "
        "that draftscope-cli measure-ranks made.");
}

} // namespace draftscope
