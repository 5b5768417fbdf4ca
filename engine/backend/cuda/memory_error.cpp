// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/memory_error.h"

#include <fmt/format.h>

#include "engine/backend/cuda/runtime.h"
#include "engine/core/bytes_in_words.h"

namespace draftscope::cuda {

Error outOfDeviceMemory(std::string_view purpose, std::size_t count, std::size_t elementBytes)
{
    const double needed = static_cast<double>(count) * static_cast<double>(elementBytes);
    const MemoryInfo memory = runtime::memoryInfo();
    return Error(fmt::format(
        "Not enough memory on the device for {}: it needs {} and {} of {} are free. Choose smaller models or a "
        "shorter context, or close what else uses the device.",
        purpose, bytesInWords(needed), bytesInWords(static_cast<double>(memory.free)),
        bytesInWords(static_cast<double>(memory.total))));
}

Error outOfPinnedMemory(std::string_view purpose, std::size_t count, std::size_t elementBytes)
{
    const double needed = static_cast<double>(count) * static_cast<double>(elementBytes);
    return Error(
        fmt::format("Not enough memory on the host for {}: {} of locked memory could not be had. Close other programs.",
                    purpose, bytesInWords(needed)));
}

} // namespace draftscope::cuda
