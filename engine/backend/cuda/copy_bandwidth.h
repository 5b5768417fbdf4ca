// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/device.h"

namespace draftscope::cuda {

/// What is copied between two points in time: `bytes`, `copies` times one after the other.
struct CopyPlan {
    std::size_t bytes;
    int copies;
};
/// At least 4 GB in all, so that what begins and ends a copy does not count, in pieces too large for the cache, as far
/// as a quarter of the free memory allows.
[[nodiscard]] CopyPlan copyPlan(std::size_t level2Cache, std::size_t free);

/// Bytes a second that the device's memory moves when it copies within itself, reads and writes together: the best of
/// several measurements. 0 where there is no memory left for one.
[[nodiscard]] double copyBandwidth(const Device& device);

} // namespace draftscope::cuda
