// SPDX-License-Identifier: MIT
// Models in several GGUF files, as llama.cpp's gguf-split writes them: NAME-00001-of-00003.gguf and its neighbours,
// each a GGUF file of its own that holds a part of the tensors. The first one holds the keys, too.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"

namespace draftscope {

class Gguf;

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
/// A GGUF file with a language model, by its name: the first part of several, and not what another program projects
/// images with, nor a file whose name begins with a dot.
[[nodiscard]] bool isGgufModelName(std::string_view name);
/// The one GGUF model of a folder: its file, or that of its first part. Error: there are several, by name, or only
/// later parts of one. Empty where there is no GGUF file.
[[nodiscard]] Result<std::filesystem::path> ggufModelOf(const std::filesystem::path& folder);

/// Opens the other parts of a file that is one, which are beside it, and gives all of them in order. Error: one is
/// missing or does not belong to the others.
[[nodiscard]] Result<std::vector<std::shared_ptr<const Gguf>>> openGgufParts(const std::shared_ptr<const Gguf>& one);

} // namespace draftscope
