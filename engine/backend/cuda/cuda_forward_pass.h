// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "engine/backend/cuda/device.h"
#include "engine/backend/cuda/device_weights.h"
#include "engine/backend/cuda/prompt_memory.h"
#include "engine/core/error.h"
#include "engine/model/forward_pass.h"

namespace draftscope::cuda {

/// A forward pass on a device with a cache of its own, over weights that it shares. T is BFloat16, Float16 or float.
/// Error: no memory. Throws DeviceError; the pass itself throws BackendFailure.
template <class T>
[[nodiscard]] Result<std::unique_ptr<ForwardPass>> makeCudaForwardPass(const Device& device,
                                                                       std::shared_ptr<const Model> model,
                                                                       std::shared_ptr<const DeviceWeights<T>> weights,
                                                                       const PassShape& shape,
                                                                       std::shared_ptr<PromptTools> tools);

} // namespace draftscope::cuda
