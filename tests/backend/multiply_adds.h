// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/thread_pool.h"

namespace draftscope::test {

/// Multiply-adds of f32 a second that all threads together do on numbers in registers: what no product of f32
/// activations can be faster than.
[[nodiscard]] double measureMultiplyAdds(ThreadPool& pool);

} // namespace draftscope::test
