// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/error.h"

namespace draftscope {

/// A file that is written beside its place and put there when it is whole: there never is half a one, and what was
/// there before stays until then.
class ReplacingFile {
public:
    /// `what` it is, in sentences: "datastore". Errors: the place cannot be written to.
    [[nodiscard]] static Result<ReplacingFile> create(const std::filesystem::path& path, std::string what);
    ReplacingFile(ReplacingFile&& other) noexcept;
    ReplacingFile& operator=(ReplacingFile&&) = delete;
    /// Without putInPlace() nothing stays.
    ~ReplacingFile();

    /// Errors: the disk.
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes) const;
    /// Once, when all is written. Errors: the disk, or a folder that has taken the place.
    [[nodiscard]] Result<void> putInPlace();

private:
    ReplacingFile(std::filesystem::path path, std::filesystem::path beside, std::string what, int descriptor);

    std::filesystem::path m_path, m_beside;
    std::string m_what;
    int m_descriptor; ///< of m_beside; -1 where there is none any more
};

/// All of it at once. Errors: those of the class.
[[nodiscard]] Result<void> replaceFile(const std::filesystem::path& path, std::string_view bytes, std::string what);

} // namespace draftscope
