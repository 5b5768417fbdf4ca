// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>

namespace draftscope {

/// What this process can have of the machine's memory, in bytes, now.
struct MachineMemory {
    std::size_t available = 0; ///< what programs can have before others are pushed out; cached files count as available
    std::size_t total = 0;
    bool isLimited = false; ///< both are what a control group leaves (controlGroupMemory())
};
/// `root` is where the control groups are looked for, for tests.
[[nodiscard]] MachineMemory machineMemory(const std::filesystem::path& root = "/");

} // namespace draftscope
