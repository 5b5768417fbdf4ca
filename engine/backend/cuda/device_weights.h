// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/device_buffer.h"
#include "engine/backend/cuda/half_types.h"
#include "engine/backend/cuda/weight_layout.h"
#include "engine/core/progress.h"
#include "engine/model/model.h"

namespace draftscope::cuda {

/// A model's weights on the device, as kernels want them; immutable, shared by the passes of the model. T is BFloat16,
/// Float16 or float.
template <class T>
class DeviceWeights {
public:
    /// Copies all of a model's weights; they are there when this returns. Errors: no memory, cancelled.
    [[nodiscard]] static Result<DeviceWeights> upload(const Model& model, const PassShape& shape,
                                                      const Progress& progress);

    [[nodiscard]] const WeightLayout& layout() const { return m_layout; }
    [[nodiscard]] const T* at(std::size_t offset) const { return m_matrices.data() + offset; }
    [[nodiscard]] const float* norm(std::size_t offset) const { return m_norms.data() + offset; }
    /// Rotary frequencies in radians a position, [headSize / 2].
    [[nodiscard]] const float* frequencies() const { return m_frequencies.data(); }

private:
    explicit DeviceWeights(WeightLayout layout) : m_layout(std::move(layout)) {}

    WeightLayout m_layout;
    DeviceBuffer<T> m_matrices;
    DeviceBuffer<float> m_norms; ///< see normOffset()
    DeviceBuffer<float> m_frequencies;
};

/// Device bytes that DeviceWeights takes for good.
[[nodiscard]] std::size_t weightBytes(const PassShape& shape, const Weights& weights);

/// Bytes of a row of the widest matrix there can be.
[[nodiscard]] std::size_t mostRowBytes(const ModelConfig& config);

} // namespace draftscope::cuda
