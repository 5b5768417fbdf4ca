// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace draftscope {

/// This machine's memory in bytes, now.
struct MachineMemory {
    std::size_t available = 0; ///< what programs can have before others are pushed out; cached files count as available
    std::size_t total = 0;
};
[[nodiscard]] MachineMemory machineMemory();

} // namespace draftscope
