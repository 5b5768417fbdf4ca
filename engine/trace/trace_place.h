// SPDX-License-Identifier: MIT
// Whether a trace may be written to a place: not over what the run reads, and not while another program writes there.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "engine/core/error.h"
#include "engine/record/records.h"

namespace draftscope {

/// An Error if `trace` is, by whatever name or link, a file of the header's models or of its method, or one of
/// `inUse`.
[[nodiscard]] Result<void> checkOverwritesNothing(const std::filesystem::path& trace, const TraceHeader& header,
                                                  std::span<const std::filesystem::path> inUse = {});

/// An open file that no other LockedFile of any process has open (an advisory lock, flock(2), which ends with the
/// process). On file systems without locks it is only open.
class LockedFile {
public:
    /// Creates the file or empties it, once it is locked. The Error's reason is the system's.
    [[nodiscard]] static Result<LockedFile> openEmptied(const std::filesystem::path& path);
    /// The file as it is; holds nothing where there is none. The only Error: another program writes it.
    [[nodiscard]] static Result<LockedFile> openAsItIs(const std::filesystem::path& path);
    LockedFile() = default;
    LockedFile(LockedFile&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    LockedFile& operator=(LockedFile&& other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    ~LockedFile();

    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    /// Writes all of it: 0, or the system's error number.
    [[nodiscard]] int write(std::string_view bytes);
    /// 0, or the system's error number. The lock is given up.
    [[nodiscard]] int close();

private:
    explicit LockedFile(int descriptor) : m_descriptor(descriptor) {}
    int m_descriptor = -1;
};

} // namespace draftscope
