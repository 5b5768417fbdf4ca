// SPDX-License-Identifier: MIT
// Threads, places and collectives as the sentences about faults call them.
#pragma once

#include <array>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "tests/simt/executor.h"

namespace simt {

[[nodiscard]] inline const char* name(WarpOperation operation)
{
    constexpr std::array names{"__syncwarp",    "__shfl_sync",  "__ballot_sync", "__any_sync", "__all_sync",
                               "__reduce_sync", "__match_sync", "mma",           "ldmatrix",   "movmatrix"};
    return names[static_cast<std::size_t>(operation)];
}

[[nodiscard]] inline std::string text(const uint3& index)
{
    return fmt::format("({},{},{})", index.x, index.y, index.z);
}

/// "__syncwarp at file.cuh:12"
[[nodiscard]] inline std::string text(const char* name, const Place& place)
{
    if (place.line() == 0)
        return name;
    const char* slash = std::strrchr(place.file_name(), '/');
    return fmt::format("{} at {}:{}", name, slash ? slash + 1 : place.file_name(), place.line());
}

[[nodiscard]] inline std::string text(WarpOperation operation, const Place& place)
{
    return text(name(operation), place);
}

[[nodiscard]] inline bool samePlace(const Place& a, const Place& b)
{
    return a.line() == b.line() && a.column() == b.column()
        && (a.file_name() == b.file_name() || std::strcmp(a.file_name(), b.file_name()) == 0);
}

} // namespace simt
