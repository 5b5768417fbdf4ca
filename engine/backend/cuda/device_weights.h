// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <memory>

#include "engine/backend/cuda/device_buffer.h"
#include "engine/backend/cuda/half_types.h"
#include "engine/backend/cuda/weight_layout.h"
#include "engine/core/progress.h"
#include "engine/model/model.h"

namespace draftscope::cuda {

/// A norm on the device; where a model has none, ones. Its weights are weightScale, a power of two, times `weights`, of
/// which, and of `biases`, the largest lies in [1/2, 1) (norms of zeros, and what is not finite, stay as they are): so
/// the stream times `weights`, before it is divided by its root mean square, is no larger than the stream and fits f16
/// where the stream does.
struct DeviceNorm {
    const float* weights; ///< [hiddenTiles * 16], zero behind hidden
    const float* biases;  ///< likewise, of a LayerNorm; null: it is an RMSNorm
    float weightScale;
    bool isThere; ///< else the stream is read as it is
};

template <class T>
class DeviceWeights;

/// Matrices that a model shares with one whose weights are on the device, in the same type.
template <class T>
struct LentWeights {
    std::shared_ptr<const DeviceWeights<T>> lender; ///< may be null if nothing is shared
    SharedMatrices matrices;
};

/// A model's weights on the device, as kernels want them; immutable, shared by the passes of the model. T is BFloat16,
/// Float16 or float: what activations are, and weights that are not quantised.
template <class T>
class DeviceWeights {
public:
    /// Copies all of a model's weights but those that are lent; they are there when this returns. Errors: no memory,
    /// cancelled.
    [[nodiscard]] static Result<DeviceWeights> upload(const Model& model, const PassShape& shape,
                                                      const Progress& progress, LentWeights<T> lent = {});

    [[nodiscard]] const WeightLayout& layout() const { return m_layout; }
    [[nodiscard]] DeviceMatrix matrix(const WeightLayout::Place& place) const
    {
        return {m_matrices.data() + place.first, place.kind};
    }
    /// One that is not quantised.
    [[nodiscard]] const T* dense(const WeightLayout::Place& place) const
    {
        assert(place.kind.form == WeightForm::dense);
        return reinterpret_cast<const T*>(m_matrices.data() + place.first);
    }
    [[nodiscard]] DeviceMatrix embedding() const
    {
        return m_layout.shared.embedding ? m_lender->embedding() : matrix(m_layout.embedding);
    }
    [[nodiscard]] DeviceMatrix head() const { return m_layout.shared.head ? m_lender->head() : matrix(m_layout.head); }
    /// Biases, norms of heads, and what a drafting head has besides: see WeightLayout.
    [[nodiscard]] const float* floats(std::size_t offset) const { return m_floats.data() + offset; }
    /// The same where there may be none; then null.
    [[nodiscard]] const float* floats(std::optional<std::size_t> offset) const
    {
        return offset ? floats(*offset) : nullptr;
    }
    [[nodiscard]] DeviceAttention attention(std::size_t layer) const { return m_attention[layer]; }
    /// The norm before a layer's attention or behind it; that of the layer behind the last is the final norm.
    [[nodiscard]] DeviceNorm norm(std::size_t layer, bool isPostAttention) const
    {
        const std::size_t index = normIndex(layer, isPostAttention);
        const float* const weights = m_norms.data() + index * m_normSize;
        const float* const biases = m_hasNormBiases ? weights + m_normScales.size() * m_normSize : nullptr;
        return {weights, biases, m_normScales[index], m_hasNorm[index]};
    }
    /// Ones, to leave the stream as it is.
    [[nodiscard]] DeviceNorm noNorm() const { return norm(m_layout.layers.size(), true); }
    [[nodiscard]] DeviceRotation rotation(std::size_t layer) const
    {
        const DeviceAttention& attention = m_attention[layer];
        return {attention.rotates ? m_frequencies.data() + attention.firstFrequency : nullptr, attention.rotationScale};
    }

private:
    explicit DeviceWeights(WeightLayout layout) : m_layout(std::move(layout)) {}

    WeightLayout m_layout;
    DeviceBuffer<unsigned char> m_matrices;
    DeviceBuffer<float> m_norms; ///< [normCount, m_normSize], see normIndex(); biases
    std::size_t m_normSize = 0;
    std::vector<float> m_normScales;
    std::vector<bool> m_hasNorm;
    bool m_hasNormBiases = false;
    DeviceBuffer<float> m_floats;
    std::vector<DeviceAttention> m_attention; ///< of each layer
    std::shared_ptr<const DeviceWeights> m_lender;
    DeviceBuffer<float> m_frequencies; ///< frequenciesOf()
};

/// Rotary frequencies of a model: those of most layers, for short texts and where these differ (longrope) for long
/// ones, and behind them the same of layers that rotate by a base of their own.
[[nodiscard]] std::vector<float> frequenciesOf(const ModelConfig& config);
/// Of each layer.
[[nodiscard]] std::vector<DeviceAttention> attentionOfLayers(const ModelConfig& config);

/// Device bytes that DeviceWeights takes for good.
[[nodiscard]] std::size_t weightBytes(const PassShape& shape, const Model& model, const SharedMatrices& shared = {});

/// Bytes of a row of the widest matrix there can be.
[[nodiscard]] std::size_t mostRowBytes(const ModelConfig& config);

} // namespace draftscope::cuda
