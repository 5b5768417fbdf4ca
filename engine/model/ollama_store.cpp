// SPDX-License-Identifier: MIT
#include "engine/model/ollama_store.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/formats/json_document.h"
#include "engine/model/model_files.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view ownHost = "registry.ollama.ai", ownOwner = "library", latest = ":latest",
                           kinds = "application/vnd.ollama.image.";

std::string stringIn(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// What a manifest says of its layers, by kind: "model", "adapter", "projector", "tensor".
struct OllamaLayers {
    std::string model; ///< digest
    bool hasAdapter = false, hasProjector = false, hasTensors = false;
};

std::optional<OllamaLayers> layersOf(const fs::path& manifest)
{
    if (isFolder(manifest))
        return std::nullopt;
    const auto object = readJsonObject(manifest);
    if (!object || !object->contains("layers") || !object->at("layers").is_array())
        return std::nullopt;
    OllamaLayers layers;
    for (const json& layer : object->at("layers")) {
        if (!layer.is_object())
            continue;
        const std::string type = stringIn(layer, "mediaType");
        if (!type.starts_with(kinds))
            continue;
        const std::string_view kind = std::string_view(type).substr(kinds.size());
        if (kind == "model" && layers.model.empty())
            layers.model = stringIn(layer, "digest");
        layers.hasAdapter |= kind == "adapter";
        layers.hasProjector |= kind == "projector";
        layers.hasTensors |= kind == "tensor";
    }
    return layers;
}

/// Where a blob is, in either spelling. Empty: nowhere.
fs::path placeOfBlob(const fs::path& store, const std::string& digest)
{
    const std::size_t mark = digest.find_first_of(":-");
    if (mark == std::string::npos || digest.find('/') != std::string::npos)
        return {};
    for (const char spelt : {'-', ':'}) {
        std::string name = digest;
        name[mark] = spelt;
        if (fs::path blob = store / "blobs" / name; isThere(blob) && !isFolder(blob))
            return blob;
    }
    return {};
}

std::vector<std::string> ollamaNames(const std::string& host, const std::string& owner, const std::string& model)
{
    const std::string inOwner = fmt::format("{}/{}", owner, model), whole = fmt::format("{}/{}", host, inOwner);
    if (host != ownHost)
        return {whole, inOwner};
    if (owner != ownOwner)
        return {inOwner, whole};
    return {model, inOwner, whole};
}

void readLayers(OllamaModel& model, const fs::path& store, const OllamaLayers& layers)
{
    model.readsImages = layers.hasProjector;
    if (layers.hasAdapter) {
        model.problem = message(
            "The model {} of Ollama has an adapter (LoRA), which this program does not apply: choose a model without "
            "one, or merge the adapter into the weights and create the model again.",
            model.name);
        return;
    }
    if (layers.model.empty()) {
        model.problem = message("Ollama keeps the model {} in another form than GGUF{}: choose a model in GGUF.",
                                model.name, layers.hasTensors ? phrase(", tensor by tensor") : Message{});
        return;
    }
    model.blob = placeOfBlob(store, layers.model);
    if (model.blob.empty())
        model.problem = message(
            "The model {} of Ollama is not whole, since its file {} is missing: ollama pull {} fetches it again.",
            model.name, layers.model, model.name);
}

} // namespace

std::vector<OllamaModel> ollamaModels(const fs::path& store)
{
    std::vector<OllamaModel> models;
    for (const fs::path& host : entriesOf(store / "manifests"))
        for (const fs::path& owner : entriesOf(host))
            for (const fs::path& name : entriesOf(owner))
                for (const fs::path& tag : entriesOf(name)) {
                    const std::string tagName = tag.filename().string();
                    const auto layers = tagName.starts_with('.') ? std::nullopt : layersOf(tag);
                    if (!layers)
                        continue;
                    OllamaModel model{{}, {}, tag};
                    for (const std::string& each :
                         ollamaNames(host.filename().string(), owner.filename().string(), name.filename().string())) {
                        model.also.push_back(each + ':' + tagName);
                        if (model.also.back().ends_with(latest))
                            model.also.push_back(each);
                    }
                    model.name = model.also.front();
                    model.also.erase(model.also.begin());
                    readLayers(model, store, *layers);
                    models.push_back(std::move(model));
                }
    return models;
}

std::optional<std::string> ollamaNameOf(const fs::path& blob)
{
    const std::string name = blob.filename().string();
    const fs::path blobs = blob.parent_path();
    if (!name.starts_with("sha256") || blobs.filename() != "blobs" || !isFolder(blobs.parent_path() / "manifests"))
        return std::nullopt;
    std::optional<std::string> named;
    for (const OllamaModel& model : ollamaModels(blobs.parent_path()))
        if (model.blob.filename() == name && (!named || (named->ends_with(latest) && !model.name.ends_with(latest))))
            named = model.name;
    return named;
}

} // namespace draftscope
