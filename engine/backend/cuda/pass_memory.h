// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/device_buffer.h"
#include "engine/backend/cuda/kernels/pass_input.h"

namespace draftscope::cuda {

/// What a pass works on, on the device; see the kernels for the order within. A cache of its own, and scratch memory
/// for maxRows rows. T is that of the weights.
template <class T>
struct PassMemory {
    DeviceBuffer<T> cache;       ///< [layers, keys and values, slots, kvHeads, headStride]
    DeviceBuffer<float> stream;  ///< [maxTiledRows, hidden], the residual stream
    DeviceBuffer<T> scaled;      ///< activations [maxTiledRows, hidden]
    DeviceBuffer<float> squares; ///< [maxRows, squaresStride]
    /// What a product gave for a kernel that wants whole rows or heads: [maxRows, queriesKeysValuesTiles * 16] where
    /// heads have norms, [maxRows, hiddenTiles * 16] where norms are made of whole rows.
    DeviceBuffer<float> products;
    DeviceBuffer<float> queries;      ///< [maxRows, heads, headStride]
    DeviceBuffer<float> splitWeights; ///< [maxRows, heads, splitCount, 2]
    DeviceBuffer<float> splitValues;  ///< [maxRows, heads, splitCount, headStride]
    DeviceBuffer<T> attended;         ///< activations [maxTiledRows, heads * headSize]
    DeviceBuffer<T> gated;            ///< activations [maxTiledRows, intermediate]
    DeviceBuffer<T> entry;            ///< activations [maxTiledRows, entryTiles * 16]
    DeviceBuffer<float> logits;       ///< [maxRows, vocabulary]

    /// Error: no memory.
    [[nodiscard]] static Result<PassMemory> allocate(const PassShape& shape, std::size_t layers);
    /// Fills all of it with zeros, once: padding is never written again.
    void clear(Stream& with);
};

/// Device bytes of a K/V cache, and of the rest of PassMemory.
[[nodiscard]] std::size_t cacheBytes(const PassShape& shape, std::size_t layers, std::size_t bytesPerElement);
[[nodiscard]] std::size_t scratchBytes(const PassShape& shape, std::size_t bytesPerElement);

/// Elements of all slots' keys, or values, in one layer.
[[nodiscard]] inline std::size_t cachePartElements(const PassShape& shape)
{
    return std::size_t(shape.slotCount) * std::size_t(shape.kvHeads) * std::size_t(shape.headStride);
}

} // namespace draftscope::cuda
