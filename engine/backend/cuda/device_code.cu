// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/device_code.h"

#include "engine/backend/cuda/platform.h"
#include "engine/backend/cuda/runtime.h"

namespace draftscope::cuda {

namespace {

/// All kernels of the module are compiled for the same devices, so this one, which is never launched, tells of all.
__global__ void probeKernel() {}

} // namespace

bool hasDeviceCode()
{
    return runtime::hasCodeFor(reinterpret_cast<const void*>(&probeKernel));
}

} // namespace draftscope::cuda
