// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "engine/model/backend.h"

namespace draftscope::cuda {

/// The first device that there is. Error: there is none, or it is too old; one sentence says which.
[[nodiscard]] Result<std::shared_ptr<Backend>> makeCudaBackend();

} // namespace draftscope::cuda
