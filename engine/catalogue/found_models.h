// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"

namespace draftscope {

/// A model that lies on this machine where some program keeps its models. It has not been opened: whether it can be
/// used, openModel() says.
struct FoundModel {
    std::string name; ///< what a command line may say instead of a path: "HuggingFaceTB/SmolLM2-135M", "llama3.2:1b"
    std::string
        place; ///< shown to people: "Draftscope", "Hugging Face", "LM Studio", "llama.cpp", "Ollama", "your folders"
    std::filesystem::path path;         ///< for openModel()
    std::uint64_t bytes = 0;            ///< of its weights' files
    std::vector<std::string> also = {}; ///< other names that Ollama or a second place has for it: "llama3.2"
    Message problem = {};         ///< a sentence where it is known without opening that it cannot be used; else empty
    bool leavesOutImages = false; ///< it has a projector for images, which this program does not read
    friend bool operator==(const FoundModel&, const FoundModel&) = default;
};

/// Folders in which programs keep models. Those that are not there are passed over.
struct ModelFolders {
    std::vector<std::filesystem::path> fetched = {}; ///< NAME/FILE.gguf: where fetchModel() puts them
    std::vector<std::filesystem::path> huggingFace =
        {};                                           ///< a hub cache: models--OWNER--NAME/snapshots (hub_snapshots.h)
    std::vector<std::filesystem::path> lmStudio = {}; ///< PUBLISHER/REPOSITORY/FILE.gguf
    std::vector<std::filesystem::path> llamaCpp = {}; ///< FILE.gguf
    std::vector<std::filesystem::path> ollama = {};   ///< manifests/HOST/OWNER/NAME/TAG and blobs (ollama_store.h)
    std::vector<std::filesystem::path> yours = {};    ///< anything, three folders deep
};

/// Those of the user who runs the program: what XDG_DATA_HOME (draftscope/models in it: fetched), the variables of
/// Hugging Face (hub_places.h), LLAMA_CACHE, OLLAMA_MODELS and DRAFTSCOPE_MODEL_FOLDERS (several, separated by colons:
/// yours) name, and the places that the programs choose where these are not set; of Ollama also those of a system-wide
/// service.
[[nodiscard]] ModelFolders defaultModelFolders();

/// Hugging Face directories and GGUF files in them, by place, then by name; where two have one name, the later is named
/// by its path. Of a model in several snapshots the one that "main" names, and others as NAME@REVISION; of a checkpoint
/// in parts the first, with the bytes of all. A path is there once, but for Ollama, where each of several names of a
/// model is there. What cannot be read is left out.
[[nodiscard]] std::vector<FoundModel> findModels(const ModelFolders& folders = defaultModelFolders());

/// The one that a person means: by its name, by one of its other names, or by NAME@COMMIT in Hugging Face's cache.
/// Nothing where there is none. Errors: several have that other name, or the model cannot be used
/// (FoundModel::problem).
[[nodiscard]] Result<std::optional<FoundModel>> foundModelNamed(std::string_view text,
                                                                const ModelFolders& folders = defaultModelFolders());

} // namespace draftscope
