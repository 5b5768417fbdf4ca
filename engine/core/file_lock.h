// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include "engine/core/error.h"

namespace draftscope {

/// Locks a file, or a folder's file, against other programs that lock it, for as long as the descriptor is open.
/// Whether the lock could be had; yes, too, on a file system that has no locks.
[[nodiscard]] bool lockFile(int descriptor);

/// A file that only one program at a time may have, made where it is not there. Held for as long as this lives, and no
/// longer than the program.
class HeldLock {
public:
    /// Nothing where another program has it. Error: it cannot be made; `reason` says why.
    [[nodiscard]] static Result<std::optional<HeldLock>> take(const std::filesystem::path& file);
    HeldLock(HeldLock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    HeldLock& operator=(HeldLock&&) = delete;
    ~HeldLock();

private:
    explicit HeldLock(int descriptor) : m_descriptor(descriptor) {}
    int m_descriptor;
};

} // namespace draftscope
