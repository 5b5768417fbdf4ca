// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/formats/gguf_parts.h" // what names of such files say

namespace draftscope {

/// With A to Z as a to z.
[[nodiscard]] std::string inSmallLetters(std::string_view text);

/// What a folder holds, in the order of names; nothing where it cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> entriesOf(const std::filesystem::path& folder);
[[nodiscard]] bool isFolder(const std::filesystem::path& path);
/// Links that lead nowhere are not there.
[[nodiscard]] bool isThere(const std::filesystem::path& path);
[[nodiscard]] std::uint64_t sizeOf(const std::filesystem::path& file); ///< 0 where it cannot be read
/// It has config.json and safetensors.
[[nodiscard]] bool isHuggingFaceDirectory(const std::filesystem::path& folder);
/// Of all safetensors in a directory, or of all parts of a GGUF file that are there.
[[nodiscard]] std::uint64_t weightBytes(const std::filesystem::path& model);
/// GGUF files with a language model in a folder and in those below it, of which there may be `depth - 1` in one
/// another.
[[nodiscard]] std::vector<std::filesystem::path> ggufModelsIn(const std::filesystem::path& folder, int depth = 1);

} // namespace draftscope
