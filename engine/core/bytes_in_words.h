// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace draftscope {

/// "1.20 GB", "3.4 MB", "512 bytes"; decimal units as on a data sheet.
[[nodiscard]] std::string bytesInWords(double bytes);

} // namespace draftscope
