// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <utility>

#include "engine/core/error.h"

namespace draftscope {

/// A regular file opened for reading. Pipes, sockets, devices and folders are refused without being opened: opening a
/// pipe waits for its other end, and no signal that is handled ends that wait. Any thread may use it, one at a time.
class RegularFile {
public:
    /// Error: the file is missing or not readable (then `reason` says what the system said), or not a regular file.
    [[nodiscard]] static Result<RegularFile> open(const std::filesystem::path& path);

    RegularFile(RegularFile&& other) noexcept;
    RegularFile& operator=(RegularFile&& other) noexcept;
    ~RegularFile();

    [[nodiscard]] int descriptor() const { return m_descriptor; }
    /// In bytes, when it was opened.
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// Whether its size or its time of change are others than when it was opened.
    [[nodiscard]] bool hasChanged() const;
    /// Reads the next bytes and returns how many; 0 at the end. Error: the disk fails.
    [[nodiscard]] Result<std::size_t> read(std::span<char> buffer);
    /// Gives all bytes from here to the end to `take`, up to a MiB at a time. `goesOn` is asked before each time, with
    /// how many have been given so far; false where it ended the reading. Error: the disk fails.
    [[nodiscard]] Result<bool> readToEnd(const std::function<bool(std::uint64_t)>& goesOn,
                                         const std::function<void(std::span<const std::byte>)>& take);

private:
    RegularFile(std::filesystem::path path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) {}

    std::filesystem::path m_path;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
    std::int64_t m_changedSeconds = 0, m_changedNanoseconds = 0; ///< when its contents were last written
};

} // namespace draftscope
