// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "engine/core/error.h"
#include "engine/core/mapped_range.h"
#include "engine/core/regular_file.h"

namespace draftscope {

/// A file mapped read-only. Views into bytes() live as long as the map; keep the shared pointer with them. Any thread
/// may read. Where another program cuts the file short, bytes() reads as zeros from there on: ask unchanged() when a
/// piece of work is done.
class MemoryMap {
public:
    /// Error: the file is missing, not readable, not a regular file, or empty.
    [[nodiscard]] static Result<std::shared_ptr<const MemoryMap>> open(const std::filesystem::path& path);

    MemoryMap(const MemoryMap&) = delete;
    MemoryMap& operator=(const MemoryMap&) = delete;
    ~MemoryMap();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] std::span<const std::byte> bytes() const { return {m_data, m_size}; }

    /// Error: the file has another size or time of change than when it was opened, or a part of bytes() could not be
    /// read any more. What was made of it since may be wrong.
    [[nodiscard]] Result<void> unchanged() const;

    /// Tells the kernel that a range of bytes() will be read soon, so that it reads ahead. Only a hint.
    void willNeed(std::size_t offset, std::size_t length) const;

private:
    MemoryMap(std::filesystem::path path, RegularFile file, const std::byte* data);

    std::filesystem::path m_path;
    RegularFile m_file; ///< stays open to be asked whether it has changed
    const std::byte* m_data;
    std::size_t m_size;
    std::optional<MappedRange> m_range;
};

} // namespace draftscope
