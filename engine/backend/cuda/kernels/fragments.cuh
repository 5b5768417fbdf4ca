// SPDX-License-Identifier: MIT
#pragma once

// How matrices lie in device memory: in the order in which a warp's lanes hold them for mma.m16n8k16, so that every
// lane reads its part of a tile at once and a warp reads a tile in one go. Weights [outputs, width] are the 16-row
// operand, activations [rows, width] the 8-column one. f32 lies in the same order and is multiplied without tensor
// cores.

#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/backend/cuda/platform.h"

namespace draftscope::cuda {

/// Where element (row, column) of a weight matrix lies; tiles of 16 × 16 elements, `columnTiles` in a row of tiles.
[[nodiscard]] __host__ __device__ constexpr std::size_t weightIndex(int row, int column, int columnTiles)
{
    const int r = row % 16, c = column % 16;
    const int lane = r % 8 * 4 + c % 8 / 2, element = (c / 8 * 2 + r / 8) * 2 + c % 2;
    const std::size_t tile = std::size_t(row / 16) * std::size_t(columnTiles) + std::size_t(column / 16);
    return tile * 256 + std::size_t(lane * 8 + element);
}

/// The same of activations: tiles of 8 rows and 16 columns.
[[nodiscard]] __host__ __device__ constexpr std::size_t activationIndex(int row, int column, int columnTiles)
{
    const int c = column % 16;
    const int lane = row % 8 * 4 + c % 8 / 2, element = c / 8 * 2 + c % 2;
    const std::size_t tile = std::size_t(row / 8) * std::size_t(columnTiles) + std::size_t(column / 16);
    return tile * 128 + std::size_t(lane * 4 + element);
}

/// The same of the residual stream: tiles of 8 rows and 16 columns in the order of an mma's sums.
[[nodiscard]] __host__ __device__ constexpr std::size_t streamIndex(int row, int column, int columnTiles)
{
    const int c = column % 16;
    const int lane = c % 8 * 4 + row % 8 / 2, element = c / 8 * 2 + row % 2;
    const std::size_t tile = std::size_t(row / 8) * std::size_t(columnTiles) + std::size_t(column / 16);
    return tile * 128 + std::size_t(lane * 4 + element);
}

/// A lane's part of a weight tile: rows g and g + 8, columns 2t, 2t + 1, 2t + 8, 2t + 9 (g = lane / 4, t = lane % 4).
template <class T>
struct WeightFragment {
    std::uint32_t registers[4];
};
/// A lane reads all of its two rows when it multiplies.
template <>
struct WeightFragment<float> {
    const float* lanes = nullptr; ///< the eight elements of lane 4g
};

/// A lane's part of an activation tile: row g, columns as above. Zero where there is no such row.
template <class T>
struct ActivationFragment {
    std::uint32_t registers[2];
};
/// A lane reads all of rows 2t and 2t + 1 when it multiplies.
template <>
struct ActivationFragment<float> {
    const float* rows[2]; ///< the four elements of the row's first lane; null where there is no such row
};

/// Which rows of the activations a product takes: `count` of `rows` from the `first` on, or where that is null of all
/// rows in order.
struct RowChoice {
    const int* rows;
    int first, count;
    [[nodiscard]] __device__ int at(int index) const { return rows ? rows[first + index] : first + index; }
};

/// Where a lane finds its activations of one row tile: 32 bits, as many of them are held at a time.
template <class T>
class ActivationLane {
public:
    ActivationLane() = default;
    __device__ ActivationLane(int columnTiles, RowChoice choice, int rowTile, int lane)
    {
        const int index = rowTile * rowTileSize + lane / 4;
        m_at = index < choice.count ? unsigned(activationIndex(choice.at(index), lane % 4 * 2, columnTiles)) : nowhere;
    }
    __device__ void load(ActivationFragment<T>& fragment, const T* activations, int column) const
    {
        uint2 bits{0, 0};
        if (m_at != nowhere)
            bits = *reinterpret_cast<const uint2*>(activations + (m_at + unsigned(column) * 128u));
        fragment.registers[0] = bits.x;
        fragment.registers[1] = bits.y;
    }

private:
    static constexpr unsigned nowhere = ~0u;
    unsigned m_at;
};
template <>
class ActivationLane<float> {
public:
    ActivationLane() = default;
    __device__ ActivationLane(int columnTiles, RowChoice choice, int rowTile, int lane)
    {
        for (int i = 0; i < 2; ++i) {
            const int index = rowTile * rowTileSize + lane % 4 * 2 + i;
            m_at[i] = index < choice.count ? unsigned(activationIndex(choice.at(index), 0, columnTiles)) : nowhere;
        }
    }
    __device__ void load(ActivationFragment<float>& fragment, const float* activations, int column) const
    {
        for (int i = 0; i < 2; ++i)
            fragment.rows[i] = m_at[i] == nowhere ? nullptr : activations + (m_at[i] + unsigned(column) * 128u);
    }

private:
    static constexpr unsigned nowhere = ~0u;
    unsigned m_at[2];
};

/// sums += weights · activationsᵀ for one tile of each. Of the whole warp. A lane's sums: outputs g, g, g + 8, g + 8 of
/// rows 2t, 2t + 1, 2t, 2t + 1. A row's sums depend on that row alone.
template <class T>
__device__ void multiplyTiles(float (&sums)[4], const WeightFragment<T>& weights,
                              const ActivationFragment<T>& activations)
{
    mma_m16n8k16<T>(sums, weights.registers, activations.registers, sums);
}
template <>
inline __device__ void multiplyTiles<float>(float (&sums)[4], const WeightFragment<float>& weights,
                                            const ActivationFragment<float>& activations)
{
    for (int k = 0; k < 16; ++k) {
        const int lane = k % 8 / 2, half = k / 8, low = k % 2; // where column k lies: fragments as of 16 bits
        const float a0 = weights.lanes[lane * 8 + half * 4 + low], a1 = weights.lanes[lane * 8 + half * 4 + 2 + low];
        for (int i = 0; i < 2; ++i) {
            const float b = activations.rows[i] ? activations.rows[i][lane * 4 + half * 2 + low] : 0.0f;
            sums[i] = __fmaf_rn(a0, b, sums[i]);
            sums[2 + i] = __fmaf_rn(a1, b, sums[2 + i]);
        }
    }
}

} // namespace draftscope::cuda
