// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/core/error.h"

namespace draftscope::cuda {

/// "Not enough memory on the device for the K/V cache: it needs 1.20 GB and 0.80 GB are free. Choose ..."
[[nodiscard]] Error outOfDeviceMemory(std::string_view purpose, std::size_t count, std::size_t elementBytes);
[[nodiscard]] Error outOfPinnedMemory(std::string_view purpose, std::size_t count, std::size_t elementBytes);

/// "1.20 GB", "3.4 MB", "512 bytes"; decimal units as on the card's data sheet.
[[nodiscard]] std::string bytesInWords(double bytes);

} // namespace draftscope::cuda
