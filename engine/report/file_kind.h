// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "engine/core/error.h"
#include "engine/trace/trace_file.h"

namespace draftscope {

enum class FileKind {
    model,      ///< a folder, or a GGUF file
    trace,      ///< engine/trace/trace_file.h, plain or packed
    comparison, ///< engine/report/comparison_file.h, plain or packed
    lesson,     ///< docs/lesson-format.md
    scene,      ///< a prepared scene of the window, docs/scene-format.md
    other
};

/// What a file is by what it holds, whatever it is called.
struct SeenFile {
    FileKind kind = FileKind::other;
    std::string words = {}; ///< of another one, in the middle of a sentence: "a web page", "a picture"
};

/// An empty file is what its name says. Reads no more than it must: the beginning, the first line of JSON Lines, or the
/// whole of other JSON. A damaged trace or comparison is still one as long as its type can be read. Error: there is
/// nothing at the path, or it cannot be read.
[[nodiscard]] Result<SeenFile> lookInto(const std::filesystem::path& path);

/// As loadTrace(), with an Error that says what a file is that is no trace.
[[nodiscard]] Result<LoadedTrace> openTrace(const std::filesystem::path& path, const Progress& progress = {});

/// "The file x.png seems to be a picture: choose a model, a trace or a comparison."
[[nodiscard]] Error notToBeOpened(const std::filesystem::path& path, const SeenFile& seen);

} // namespace draftscope
