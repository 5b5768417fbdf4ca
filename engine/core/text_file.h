// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "engine/core/error.h"

namespace draftscope {

/// All of a file. Errors: it is a folder, or no regular file, or cannot be read, or has more than `most` bytes; such a
/// file is not read.
[[nodiscard]] Result<std::string> readTextFile(const std::filesystem::path& path, std::size_t most);

} // namespace draftscope
