// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

namespace draftscope {

/// What the control groups of this process (cgroups(7)) leave it of the machine's memory, in bytes. Containers, systemd
/// services and batch schedulers set such limits; a process that exceeds one is killed, however much the machine has.
struct ControlGroupMemory {
    std::size_t available = 0; ///< below the tightest limit; cached files count as available, as in MachineMemory
    std::size_t limit = 0;     ///< the lowest
};

/// Reads version 2 (memory.max) and version 1 (memory.limit_in_bytes), from the process's own group up to the root of
/// the hierarchy. Nothing where no group has a limit. `root` is where /proc and /sys are, for tests.
[[nodiscard]] std::optional<ControlGroupMemory> controlGroupMemory(const std::filesystem::path& root = "/");

} // namespace draftscope
