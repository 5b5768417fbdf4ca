// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "engine/backend/cpu/float_buffer.h"
#include "engine/backend/cpu/kernels.h"

namespace draftscope::cpu {

/// The activation rows that meet weight matrices, in each packing that these need.
class PackedActivations {
public:
    explicit PackedActivations(Arithmetic arithmetic) : m_arithmetic(arithmetic) {}

    /// Makes room for rows [count, columns] in the packings that all `matrices` need, which share their columns.
    template <class... Matrices>
    void begin(int count, const Matrices&... matrices)
    {
        m_count = count;
        for (Packed& packed : m_packed)
            packed.isThere = false;
        (reserve(packingFor(matrices.type, m_arithmetic), matrices.columns), ...);
    }
    /// The same for rows [count, columns] in memory, which serve as they lie if no matrix needs another packing: true
    /// then, and there is nothing to pack. They must stay until they were multiplied.
    template <class... Matrices>
    [[nodiscard]] bool beginAsTheyLie(const float* rows, int count, const Matrices&... matrices)
    {
        begin(count, matrices...);
        // Products look at a pair of columns at a time, so behind an odd one there has to be a zero.
        if (m_columns % 2 != 0 || !((packingFor(matrices.type, m_arithmetic) == Packing::natural) && ...))
            return false;
        Packed& natural = m_packed[std::size_t(Packing::natural)];
        natural.first = rows;
        natural.stride = std::size_t(m_columns);
        return true;
    }
    /// Packs a row [columns]. Several threads may pack different rows.
    void packRow(int index, const float* row) { packColumns(index, 0, row, m_columns); }
    /// Packs columns [first, first + count) of a row, as packRow() does. `first` is a multiple of packedMultiple, and
    /// so is `count` but for a row's last columns. Several threads may pack different columns.
    void packColumns(int index, int first, const float* columns, int count)
    {
        for (std::size_t packing = 0; packing < packingCount; ++packing)
            if (const Packed& packed = m_packed[packing]; packed.isThere)
                packActivations(Packing(packing), columns, count,
                                packed.rows.at(packed.stride * std::size_t(index)
                                               + std::size_t(packedFloats(Packing(packing), first))));
    }
    /// rows x weights, to be run over ranges of weight rows. `weights` is one of the matrices packed for.
    [[nodiscard]] MatrixProduct times(const MatrixView& weights, float* out, std::size_t outStride,
                                      bool add = false) const
    {
        const Packing packing = packingFor(weights.type, m_arithmetic);
        const Packed& packed = m_packed[std::size_t(packing)];
        return {weights,       packing, packed.first,
                packed.stride, m_count, out,
                outStride,     add,     m_arithmetic == Arithmetic::amx};
    }

private:
    struct Packed {
        FloatBuffer rows;
        const float* first = nullptr; ///< row, most often in `rows`
        std::size_t stride = 0;       ///< floats from row to row
        bool isThere = false;
    };

    void reserve(Packing packing, int columns)
    {
        Packed& packed = m_packed[std::size_t(packing)];
        m_columns = columns;
        packed.isThere = true;
        packed.stride = std::size_t(packedFloats(packing, columns));
        packed.rows.reserve(packed.stride * std::size_t(m_count));
        packed.first = packed.rows.at(0);
    }

    Arithmetic m_arithmetic;
    std::array<Packed, packingCount> m_packed;
    int m_count = 0, m_columns = 0;
};

} // namespace draftscope::cpu
