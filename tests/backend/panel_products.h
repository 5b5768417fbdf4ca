// SPDX-License-Identifier: MIT
// Products of rows with a matrix in panels, some rows at a time and of some weight rows.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/backend/cpu/packed_activations.h"

namespace draftscope::test {

inline constexpr float untouched = -123; ///< what stands where nothing has been written

/// [rows][weight rows]: `rows` rows of activations times the panels, `together` at a time, for weight rows [begin,
/// end).
inline std::vector<float> multiplied(Arithmetic arithmetic, const MatrixView& panels,
                                     const std::vector<float>& activations, int rows, int together, int begin, int end,
                                     bool add = false)
{
    std::vector<float> out(std::size_t(rows * panels.rows), untouched);
    for (int row = 0; row < rows; row += together) {
        const int count = std::min(together, rows - row);
        cpu::PackedActivations packed(arithmetic);
        packed.begin(count, panels);
        for (int r = 0; r < count; ++r)
            packed.packRow(r, activations.data() + std::size_t(row + r) * std::size_t(panels.columns));
        multiply(packed.times(panels, out.data() + std::size_t(row * panels.rows), std::size_t(panels.rows), add),
                 begin, end);
    }
    return out;
}

} // namespace draftscope::test
