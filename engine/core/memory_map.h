// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#include "engine/core/error.h"

namespace draftscope {

/// A file mapped read-only. Views into bytes() live as long as the map; keep the shared pointer with them. Any thread
/// may read. A file that another program cuts short while it is mapped ends the process (SIGBUS), as with every
/// mapping.
class MemoryMap {
public:
    /// Error: the file is missing, not readable, not a regular file, or empty.
    [[nodiscard]] static Result<std::shared_ptr<const MemoryMap>> open(const std::filesystem::path& path);

    MemoryMap(const MemoryMap&) = delete;
    MemoryMap& operator=(const MemoryMap&) = delete;
    ~MemoryMap();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] std::span<const std::byte> bytes() const { return {m_data, m_size}; }

    /// Tells the kernel that a range of bytes() will be read soon, so that it reads ahead. Only a hint.
    void willNeed(std::size_t offset, std::size_t length) const;

private:
    MemoryMap(std::filesystem::path path, const std::byte* data, std::size_t size);

    std::filesystem::path m_path;
    const std::byte* m_data;
    std::size_t m_size;
};

} // namespace draftscope
