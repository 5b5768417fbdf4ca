// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace draftscope {

/// A model that lies on this machine where some program keeps its models. Nobody has opened it: whether it can be used,
/// openModel() says.
struct FoundModel {
    std::string name; ///< what a command line may say instead of a path: "HuggingFaceTB/SmolLM2-135M", "llama3.2:1b"
    std::string
        place; ///< shown to people: "Draftscope", "Hugging Face", "LM Studio", "llama.cpp", "Ollama", "your folders"
    std::filesystem::path path; ///< for openModel()
    std::uint64_t bytes = 0;    ///< of its weights' files
    friend bool operator==(const FoundModel&, const FoundModel&) = default;
};

/// Folders in which programs keep models. Those that are not there are passed over.
struct ModelFolders {
    std::vector<std::filesystem::path> fetched = {};     ///< NAME/FILE.gguf: where fetchModel() puts them
    std::vector<std::filesystem::path> huggingFace = {}; ///< a hub cache: models--OWNER--NAME/snapshots
    std::vector<std::filesystem::path> lmStudio = {};    ///< PUBLISHER/REPOSITORY/FILE.gguf
    std::vector<std::filesystem::path> llamaCpp = {};    ///< FILE.gguf
    std::vector<std::filesystem::path> ollama = {};      ///< manifests/HOST/OWNER/NAME/TAG and blobs
    std::vector<std::filesystem::path> yours = {};       ///< anything, three folders deep
};

/// Those of the user who runs the program: what XDG_DATA_HOME (draftscope/models in it: fetched), HF_HUB_CACHE, HF_HOME, LLAMA_CACHE,
/// OLLAMA_MODELS and DRAFTSCOPE_MODEL_FOLDERS (several, separated by colons: yours) name, and the places that the programs choose where these
/// are not set.
[[nodiscard]] ModelFolders usualModelFolders();

/// Hugging Face directories and GGUF files in them, by place, then by name; where two have one name, the later is named by its
/// path. Of a model in several snapshots the one that "main" names; of a checkpoint in parts the first. What cannot be read is
/// left out.
[[nodiscard]] std::vector<FoundModel> findModels(const ModelFolders& folders = usualModelFolders());

} // namespace draftscope
