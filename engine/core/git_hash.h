// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "engine/core/error.h"

namespace draftscope {

/// The name that git gives the content of a file, as 40 hexadecimal digits: the SHA-1 (FIPS 180-4) of "blob SIZE", a
/// zero byte and its bytes. The Hugging Face Hub says it of files that are not in its store of large ones. `goesOn` and
/// errors as those of sha256Of(). Source: git-scm.com/book, "Git Internals - Git Objects".
[[nodiscard]] Result<std::optional<std::string>> gitBlobHashOf(const std::filesystem::path& file,
                                                               const std::function<bool(std::uint64_t)>& goesOn);

} // namespace draftscope
