// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace draftscope {

/// What a GGUF file says of its own name; empty where it says nothing.
struct StatedNames {
    std::string name = {};      ///< general.name: written where it was trained, and often for that place alone
    std::string basename = {};  ///< general.basename: "Qwen2.5"
    std::string sizeLabel = {}; ///< general.size_label: "0.5B"
    std::string finetune = {};  ///< general.finetune: "Instruct"
};

/// What people call the model in a Hugging Face directory: the repository's name in Hugging Face's cache, else the
/// folder's; behind that of the folder around it where it alone says nothing ("my-model/checkpoint-500").
[[nodiscard]] std::string nameOfDirectory(const std::filesystem::path& directory);

/// What people call the model in a GGUF file, without its quantisation, which a record states beside it: the name in
/// Ollama of one of its blobs; the repository's or folder's where the file is called alike
/// ("Qwen2.5-0.5B-Instruct-GGUF"), else the file's, else, where that says nothing ("ggml-model-q4_0.gguf"), what the
/// file states.
[[nodiscard]] std::string nameOfGguf(const std::filesystem::path& file, const StatedNames& stated = {});

/// A file's name without ".gguf" and without the numbers of a part.
[[nodiscard]] std::string stemOfGguf(const std::filesystem::path& file);

/// The type of weights that a stem ends in, as it is written there: "Q4_K_M" of "SmolLM2-135M-Instruct-Q4_K_M"; empty
/// where there is none.
[[nodiscard]] std::string quantisationOf(std::string_view stem);

} // namespace draftscope
