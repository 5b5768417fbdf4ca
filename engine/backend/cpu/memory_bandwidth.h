// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "engine/core/progress.h"

namespace draftscope {

class ThreadPool;

/// Bytes a second at which the pool's threads together read memory that no cache holds: the fastest of `repetitions`
/// sums over a buffer of `bytes`. What a forward pass of few rows could reach at best. Takes about half a second.
/// Throws Cancelled and std::bad_alloc.
[[nodiscard]] double measureMemoryBandwidth(ThreadPool& pool, const Progress& progress = {},
                                            std::size_t bytes = std::size_t(256) << 20, int repetitions = 5);

} // namespace draftscope
