// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/model/backend.h"

namespace draftscope {

/// Whether there is such a --backend at all: "auto" (a CUDA device if one answers, else the CPU), "cpu" or "cuda". The
/// Error names them.
[[nodiscard]] Result<void> checkBackendName(std::string_view name);

/// What runs, and why it does.
struct ChosenBackend {
    std::shared_ptr<Backend> backend;
    std::string reason; ///< why "auto" did not find a faster one, a sentence; else empty
};

/// `threads` as in makeCpuBackend(). Errors: no such name, a device that does not answer.
[[nodiscard]] Result<ChosenBackend> backendNamed(std::string_view name, int threads = 0);

} // namespace draftscope
