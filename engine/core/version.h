// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace draftscope {

/// The program's version as CMake states it: "0.2.0".
[[nodiscard]] std::string version();
/// "Draftscope" in small letters and the version, as --version, traces and requests over HTTP name it.
[[nodiscard]] std::string programAndVersion(char between = ' ');

} // namespace draftscope
