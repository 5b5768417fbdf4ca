// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/quantised_tiles.cuh"

namespace draftscope::cuda {

/// What rows of tokens begin with. CPU twin: CpuForwardPass::beginStream().
template <class T>
struct TokenEmbedding {
    DeviceTable<T> table;   ///< [vocabulary, hidden]
    float scale;            ///< that its rows are multiplied by
    const float* positions; ///< [contextLength, hiddenTiles * 16], added where they are learned; else null

    /// Zero behind hidden, up to whole tiles.
    [[nodiscard]] __device__ float at(const PassRow& row, int column) const
    {
        const float value = __fmul_rn(table.at(row.token, column), scale);
        if (!positions)
            return value;
        const std::size_t first = std::size_t(row.position) * std::size_t(table.columnTiles * tileSize);
        return __fadd_rn(value, positions[first + std::size_t(column)]);
    }
};

} // namespace draftscope::cuda
