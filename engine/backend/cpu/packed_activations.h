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
    explicit PackedActivations(Arithmetic arithmetic) : m_arithmetic(arithmetic) {}

    /// Packs rows [count, columns] for the types of all `matrices`, which share their columns.
    template <class... Matrices>
    void pack(const float* rows, int count, const Matrices&... matrices)
    {
        m_count = count;
        for (Packed& packed : m_packed)
            packed.isThere = false;
        (packFor(packingFor(matrices.type, m_arithmetic), rows, matrices.columns), ...);
    }
    /// rows x weights, to be run over ranges of weight rows. `weights` is one of the matrices packed for.
    [[nodiscard]] MatrixProduct times(const MatrixView& weights, float* out, std::size_t outStride,
                                      bool add = false) const
    {
        const Packing packing = packingFor(weights.type, m_arithmetic);
        const Packed& packed = m_packed[std::size_t(packing)];
        return {weights, packing, packed.rows.at(0), packed.stride, m_count, out, outStride, add};
    }

private:
    struct Packed {
        FloatBuffer rows;
        std::size_t stride = 0; ///< floats from row to row
        bool isThere = false;
    };

    void packFor(Packing packing, const float* rows, int columns)
    {
        Packed& packed = m_packed[std::size_t(packing)];
        if (std::exchange(packed.isThere, true))
            return;
        packed.stride = std::size_t(packedFloats(packing, columns));
        packed.rows.reserve(packed.stride * std::size_t(m_count));
        for (int row = 0; row < m_count; ++row)
            packActivations(packing, rows + std::size_t(row) * std::size_t(columns), columns,
                            packed.rows.at(packed.stride * std::size_t(row)));
    }

    Arithmetic m_arithmetic;
    std::array<Packed, packingCount> m_packed;
    int m_count = 0;
};

} // namespace draftscope::cpu
