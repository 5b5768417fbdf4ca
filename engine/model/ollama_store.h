// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/message.h"

namespace draftscope {

/// A model of Ollama, by one of its names.
struct OllamaModel {
    std::string name; ///< as `ollama list` shows it: "llama3.2:1b", "owner/tale:latest", "hf.co/owner/name:Q4_K_M"
    std::vector<std::string> also = {}; ///< what names it, too: without ":latest", with the registry
    std::filesystem::path manifest;
    std::filesystem::path blob = {}; ///< the GGUF file; empty where `problem` says why there is none
    Message problem = {};            ///< a sentence; empty where the blob is the whole model
    bool readsImages = false;        ///< in Ollama: a projector belongs to it, which this program leaves out
};

/// All names in a store: manifests/HOST/OWNER/NAME/TAG, which name layers by their hashes, and blobs/sha256-HEX (before
/// Ollama
/// 0.1.39: sha256:HEX). A manifest that is no JSON is left out; one whose layers miss, or that has a LoRA adapter, is
/// there with its problem.
[[nodiscard]] std::vector<OllamaModel> ollamaModels(const std::filesystem::path& store);

/// The name of the model whose blob a path is, where it lies in a store of Ollama's; the first that has a tag of its
/// own, if there are several.
[[nodiscard]] std::optional<std::string> ollamaNameOf(const std::filesystem::path& blob);

} // namespace draftscope
