// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/core/error.h"

namespace draftscope::cuda {

/// "Not enough memory on the device for the K/V cache: it needs 1.20 GB and 0.80 GB are free. Choose ..."
[[nodiscard]] Error outOfDeviceMemory(std::string_view purpose, std::size_t count, std::size_t elementBytes);
[[nodiscard]] Error outOfPinnedMemory(std::string_view purpose, std::size_t count, std::size_t elementBytes);

} // namespace draftscope::cuda
