// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/device_weights.h"
#include "engine/backend/cuda/pass_memory.h"

namespace draftscope::cuda {

/// Puts the kernels between a prompt's products into a stream (kernels/prompt_rows.cuh). T is BFloat16, Float16 or
/// float; matrices are row-major.
template <class T>
class PromptLaunch {
public:
    PromptLaunch(Stream& stream, const DeviceWeights<T>& weights, const PassMemory<T>& memory, const PassShape& shape)
        : m_stream(stream), m_weights(weights), m_memory(memory), m_shape(shape)
    {
    }

    /// Tiles of a matrix from `firstTile` on, rowTiles by columnTiles, become rows.
    void untile(T* rows, const DeviceMatrix& matrix, int firstTile, int rowTiles, int columnTiles) const;
    void embed(float* stream, const PassInput* input, int rows) const;
    void norm(T* normal, const float* stream, const DeviceNorm& norm, int rows) const;
    /// The stream itself becomes what the norm makes of it, in f32.
    void normalise(float* stream, const DeviceNorm& norm, int rows) const;
    /// Up to maxRows rows, to PassMemory::queries and the layer's cache.
    void placeQueriesKeysValues(const float* products, const PassInput* input, int rows, std::size_t layer) const;
    /// Up to maxRows rows of PassMemory::attended.
    void takeAttended(T* attended, int rows) const;
    /// Products of a layer's gate and up, or without a gate of up alone.
    void gate(T* gated, const float* products, int rows, std::size_t layer) const;
    /// stream += bias, which may be null.
    void addBias(float* stream, const float* bias, int rows) const;
    /// stream += the RMSNorm, by the weights `norm`, of products + bias, which may be null.
    void addNormed(float* stream, const float* products, const float* bias, const float* norm, int rows) const;

private:
    template <class To>
    void putNorm(To* normal, const float* stream, const DeviceNorm& norm, int rows) const;

    Stream& m_stream;
    const DeviceWeights<T>& m_weights;
    const PassMemory<T>& m_memory;
    const PassShape& m_shape;
};

} // namespace draftscope::cuda
