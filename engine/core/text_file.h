// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "engine/core/error.h"

namespace draftscope {

/// All of a file. Errors: it is a folder, or no regular file, or cannot be read.
[[nodiscard]] Result<std::string> readTextFile(const std::filesystem::path& path);

} // namespace draftscope
