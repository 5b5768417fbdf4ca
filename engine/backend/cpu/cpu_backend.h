// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "engine/model/backend.h"

namespace draftscope {

/// The CPU, with a pool of threads that all its passes share; 0 threads: as many as the machine has for this.
[[nodiscard]] std::shared_ptr<Backend> makeCpuBackend(int threads = 0);

} // namespace draftscope
