// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "engine/backend/cuda/cuda_pass.h"
#include "engine/backend/cuda/device.h"
#include "engine/model/round_runner.h"

namespace draftscope::cuda {

/// Rounds that are drafted, verified and judged on the device. A round of a size that has been seen is one graph, and the
/// host waits once. `draft` is null for plain decoding; both must outlive it.
[[nodiscard]] std::unique_ptr<RoundRunner> makeCudaRoundRunner(const Device& device, CudaPass& target, CudaPass* draft);

} // namespace draftscope::cuda
