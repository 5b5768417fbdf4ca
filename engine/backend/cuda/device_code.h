// SPDX-License-Identifier: MIT
#pragma once

namespace draftscope::cuda {

/// Whether this module was compiled for the device in use.
[[nodiscard]] bool hasDeviceCode();

} // namespace draftscope::cuda
