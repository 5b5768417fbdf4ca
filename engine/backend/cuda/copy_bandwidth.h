// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/device.h"

namespace draftscope::cuda {

/// Bytes a second that the device's memory moves when it copies within itself, reads and writes together: the best of
/// several copies too large for its caches. 0 where there is no memory left for one.
[[nodiscard]] double copyBandwidth(const Device& device);

} // namespace draftscope::cuda
