// SPDX-License-Identifier: MIT
#include "engine/core/bytes_in_words.h"

#include <fmt/format.h>

namespace draftscope {

std::string bytesInWords(double bytes)
{
    if (bytes >= 1e9)
        return fmt::format("{:.2f} GB", bytes * 1e-9);
    if (bytes >= 1e6)
        return fmt::format("{:.1f} MB", bytes * 1e-6);
    return fmt::format("{:.0f} bytes", bytes);
}

} // namespace draftscope
