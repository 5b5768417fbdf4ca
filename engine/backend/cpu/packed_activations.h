// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <utility>

#include "engine/backend/cpu/float_buffer.h"
#include "engine/backend/cpu/kernels.h"

namespace draftscope::cpu {

/// The activation rows that meet weight matrices, in each packing that these need.
class PackedActivations {
public:
    /// Packs rows [count, columns] for the types of all `matrices`, which share their columns.
    template <class... Matrices>
    void pack(const float* rows, int count, const Matrices&... matrices)
    {
        m_count = count;
        m_packed = {};
        (packFor(packingFor(matrices.type), rows, matrices.columns), ...);
    }
    /// rows x weights, to be run over ranges of weight rows. `weights` is one of the matrices packed for.
    [[nodiscard]] MatrixProduct times(const MatrixView& weights, float* out, std::size_t outStride,
                                      bool add = false) const
    {
        return {weights, m_buffers[std::size_t(packingFor(weights.type))].at(0), m_stride, m_count, out, outStride,
                add};
    }

private:
    void packFor(Packing packing, const float* rows, int columns)
    {
        if (std::exchange(m_packed[std::size_t(packing)], true))
            return;
        FloatBuffer& buffer = m_buffers[std::size_t(packing)];
        m_stride = std::size_t(paddedTo(packedMultiple, columns));
        buffer.reserve(m_stride * std::size_t(m_count));
        for (int row = 0; row < m_count; ++row)
            packActivations(packing, rows + std::size_t(row) * std::size_t(columns), columns,
                            buffer.at(m_stride * std::size_t(row)));
    }

    std::array<FloatBuffer, 2> m_buffers;
    std::array<bool, 2> m_packed = {};
    std::size_t m_stride = 0;
    int m_count = 0;
};

} // namespace draftscope::cpu
