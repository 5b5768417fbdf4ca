// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace draftscope {

/// With A to Z as a to z.
[[nodiscard]] std::string inSmallLetters(std::string_view text);

/// A part of a model that llama.cpp's gguf-split has divided: "BEFORE-00002-of-00005.gguf".
struct GgufPart {
    std::string before; ///< what stands in front of the numbers, without the dash
    int number = 1, count = 1;
    friend bool operator==(const GgufPart&, const GgufPart&) = default;
};

/// Of a file's name or its path. Nothing where it is not one of several parts by its name; one of one is.
[[nodiscard]] std::optional<GgufPart> ggufPartOf(std::string_view name);
/// The name of that part, with `before` and `count` as in another one.
[[nodiscard]] std::string nameOfGgufPart(const GgufPart& part);

/// Whether a name ends in ".gguf", in whatever case.
[[nodiscard]] bool isGgufName(std::string_view name);
/// A GGUF file with a language model, by its name: the first part of several, and not what another program projects images with, nor a file
/// whose name begins with a dot.
[[nodiscard]] bool isGgufModelName(std::string_view name);

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
/// GGUF files with a language model in a folder and in those below it, of which there may be `depth - 1` in one another.
[[nodiscard]] std::vector<std::filesystem::path> ggufModelsIn(const std::filesystem::path& folder, int depth = 1);

} // namespace draftscope
