// SPDX-License-Identifier: MIT
#include "engine/core/machine_memory.h"

#include <algorithm>
#include <fstream>
#include <string>

#include <unistd.h>

#include "engine/core/control_group_memory.h"

namespace draftscope {

/// The kernel's own estimate (proc(5), MemAvailable), or what is free outright where there is none.
MachineMemory machineMemory(const std::filesystem::path& root)
{
    const auto page = std::size_t(::sysconf(_SC_PAGESIZE));
    MachineMemory memory{std::size_t(::sysconf(_SC_AVPHYS_PAGES)) * page,
                         std::size_t(::sysconf(_SC_PHYS_PAGES)) * page};
    std::ifstream file("/proc/meminfo");
    std::string name, unit;
    for (std::size_t kibibytes = 0; file >> name >> kibibytes && std::getline(file, unit);) {
        if (name == "MemAvailable:")
            memory.available = kibibytes * 1024;
        else if (name == "MemTotal:")
            memory.total = kibibytes * 1024;
    }
    if (const auto group = controlGroupMemory(root); group && group->available < memory.available) {
        memory.available = group->available;
        memory.total = std::min(memory.total, group->limit);
        memory.isLimited = true;
    }
    return memory;
}

} // namespace draftscope
