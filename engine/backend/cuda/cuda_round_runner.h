// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "engine/backend/cuda/cuda_pass.h"
#include "engine/backend/cuda/device.h"
#include "engine/model/round_runner.h"

namespace draftscope::cuda {

/// Rounds that are drafted, verified and judged on the device. A round of a size that has been seen is one graph, and
/// the host waits once. drafts: as Backend::makeRoundRunner() has them. The passes must outlive it.
[[nodiscard]] std::unique_ptr<RoundRunner> makeCudaRoundRunner(const Device& device, CudaPass& target,
                                                               std::vector<CudaPass*> drafts);

} // namespace draftscope::cuda
