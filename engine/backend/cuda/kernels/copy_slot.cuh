// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/platform.h"

namespace draftscope::cuda {

/// Copies keys and values of slot `from` to slot `to` in all layers. `cache` is [layers, 2, slots, slotUnits] in units
/// of 16 bytes. Grid (layers * 2), any block. CPU twin: KeyValueCache::copySlot().
static __global__ void copySlotKernel(uint4* cache, int from, int to, int slots, int slotUnits)
{
    uint4* const part = cache + std::size_t(blockIdx.x) * std::size_t(slots) * std::size_t(slotUnits);
    for (int i = int(threadIdx.x); i < slotUnits; i += int(blockDim.x))
        part[std::size_t(to) * std::size_t(slotUnits) + std::size_t(i)] =
            part[std::size_t(from) * std::size_t(slotUnits) + std::size_t(i)];
}

} // namespace draftscope::cuda
