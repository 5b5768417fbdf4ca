// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "engine/backend/cpu/arithmetic.h"
#include "engine/model/backend.h"

namespace draftscope {

/// The CPU, with a pool of threads that all its passes share; 0 threads: as many as the machine has for this.
/// `arithmetic` must be one that the machine can (arithmeticNamed() says so).
[[nodiscard]] std::shared_ptr<Backend> makeCpuBackend(int threads = 0, Arithmetic arithmetic = Arithmetic::int8);

} // namespace draftscope
