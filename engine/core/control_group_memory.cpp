// SPDX-License-Identifier: MIT
#include "engine/core/control_group_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace draftscope {
namespace {

namespace fs = std::filesystem;

/// What the files of a version are called.
struct Names {
    const char *limit, *usage;
    const char *inactiveFile, *activeFile; ///< in memory.stat: cached files of the group and those below it
};
constexpr Names version2 = {"memory.max", "memory.current", "inactive_file", "active_file"};
constexpr Names version1 = {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file",
                            "total_active_file"};

/// Nothing where there is no such file, or no number in it ("max": no limit).
std::optional<std::size_t> numberIn(const fs::path& path)
{
    std::ifstream file(path);
    std::size_t number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

std::size_t cachedFiles(const fs::path& group, const Names& names)
{
    std::ifstream file(group / "memory.stat");
    std::string name;
    std::size_t sum = 0;
    for (std::size_t bytes = 0; file >> name >> bytes;)
        if (name == names.inactiveFile || name == names.activeFile)
            sum += bytes;
    return sum;
}

class TightestGroup {
public:
    void add(const fs::path& group, const Names& names)
    {
        const auto limit = numberIn(group / names.limit);
        if (!limit || *limit >= unlimited)
            return;
        std::size_t used = numberIn(group / names.usage).value_or(0);
        used -= std::min(used, cachedFiles(group, names));
        const std::size_t available = *limit - std::min(*limit, used);
        if (!m_memory)
            m_memory = {available, *limit};
        m_memory->available = std::min(m_memory->available, available);
        m_memory->limit = std::min(m_memory->limit, *limit);
    }
    /// The group at `path` below `mount`, and all that it is in. Within a container the path may be one of the world
    /// outside: then only those groups count that can be seen, at least the mount's own.
    void addWithParents(const fs::path& mount, const fs::path& path, const Names& names)
    {
        fs::path group = path.relative_path().lexically_normal();
        if (!group.empty() && *group.begin() == "..")
            group.clear();
        for (; !group.empty(); group = group.parent_path())
            add(mount / group, names);
        add(mount, names);
    }
    [[nodiscard]] const std::optional<ControlGroupMemory>& memory() const { return m_memory; }

private:
    /// Version 1 writes the largest number of pages for "no limit".
    static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max() / 4;
    std::optional<ControlGroupMemory> m_memory;
};

/// Whether a list with commas has a controller.
bool hasController(std::string_view list, std::string_view name)
{
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        if (list.substr(0, end) == name)
            return true;
        list.remove_prefix(std::min(list.size(), end + 1));
    }
    return false;
}

} // namespace

/// A line is "number:controllers:path"; version 2 has the number 0 and no controllers.
std::optional<ControlGroupMemory> controlGroupMemory(const fs::path& root)
{
    const fs::path mounts = root / "sys/fs/cgroup";
    TightestGroup tightest;
    std::ifstream file(root / "proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string_view controllers = std::string_view(line).substr(first + 1, second - first - 1);
        const fs::path path = line.substr(second + 1);
        if (line.starts_with("0::")) {
            tightest.addWithParents(mounts, path, version2);
            tightest.addWithParents(mounts / "unified", path, version2); // beside version 1
        } else if (hasController(controllers, "memory")) {
            tightest.addWithParents(mounts / "memory", path, version1);
        }
    }
    return tightest.memory();
}

} // namespace draftscope
