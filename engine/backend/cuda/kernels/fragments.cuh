// SPDX-License-Identifier: MIT
#pragma once

// How matrices lie in device memory: in the order in which a warp's lanes hold them for mma.m16n8k16, so that every lane reads
// its part of a tile at once and a warp reads a tile in one go. Weights [outputs, width] are the 16-row operand, activations
// [rows, width] the 8-column one. f32 lies in the same order and is multiplied without tensor cores.

#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/backend/cuda/platform.h"

namespace draftscope::cuda {

/// Where element (row, column) of a weight matrix lies; `columnTiles` tiles of 16 columns, a tile of 256 elements after another.
[[nodiscard]] __host__ __device__ constexpr std::size_t weightIndex(int row, int column, int columnTiles)
{
    const int r = row % 16, c = column % 16;
    const int lane = r % 8 * 4 + c % 8 / 2, element = (c / 8 * 2 + r / 8) * 2 + c % 2;
    return ((std::size_t(row / 16) * std::size_t(columnTiles) + std::size_t(column / 16)) * 32 + std::size_t(lane)) * 8 + std::size_t(element);
}

/// The same of activations: tiles of 8 rows and 16 columns.
[[nodiscard]] __host__ __device__ constexpr std::size_t activationIndex(int row, int column, int columnTiles)
{
    const int c = column % 16;
    const int lane = row % 8 * 4 + c % 8 / 2, element = c / 8 * 2 + c % 2;
    return ((std::size_t(row / 8) * std::size_t(columnTiles) + std::size_t(column / 16)) * 32 + std::size_t(lane)) * 4 + std::size_t(element);
}

/// A lane's part of a weight tile: rows g and g + 8, columns 2t, 2t + 1, 2t + 8, 2t + 9 (g = lane / 4, t = lane % 4).
template <class T>
struct WeightFragment {
    std::uint32_t registers[4];
    __device__ void load(const T* tile, int lane)
    {
        const uint4 bits = loadNoAllocate16(tile + lane * 8);
        registers[0] = bits.x;
        registers[1] = bits.y;
        registers[2] = bits.z;
        registers[3] = bits.w;
    }
};
template <>
struct WeightFragment<float> {
    float values[8];
    __device__ void load(const float* tile, int lane)
    {
        for (int half = 0; half < 2; ++half) {
            const uint4 bits = loadNoAllocate16(tile + lane * 8 + half * 4);
            values[half * 4] = __uint_as_float(bits.x);
            values[half * 4 + 1] = __uint_as_float(bits.y);
            values[half * 4 + 2] = __uint_as_float(bits.z);
            values[half * 4 + 3] = __uint_as_float(bits.w);
        }
    }
};

/// A lane's part of an activation tile: row g, the same columns. Zero where the pass has no such row.
template <class T>
struct ActivationFragment {
    std::uint32_t registers[2];
    __device__ void load(const T* tile, int lane, bool there)
    {
        const uint2 bits = there ? *reinterpret_cast<const uint2*>(tile + lane * 4) : uint2{0, 0};
        registers[0] = bits.x;
        registers[1] = bits.y;
    }
};
template <>
struct ActivationFragment<float> {
    float values[4];
    __device__ void load(const float* tile, int lane, bool there)
    {
        for (int i = 0; i < 4; ++i)
            values[i] = there ? tile[lane * 4 + i] : 0.0f;
    }
};

/// sums += weights · activationsᵀ for one tile of each. Of the whole warp. A lane's sums: outputs g, g, g + 8, g + 8 of rows 2t, 2t + 1,
/// 2t, 2t + 1. A row's sums depend on that row alone.
template <class T>
__device__ void multiplyTiles(float (&sums)[4], const WeightFragment<T>& weights, const ActivationFragment<T>& activations)
{
    mma_m16n8k16<T>(sums, weights.registers, activations.registers, sums);
}
template <>
inline __device__ void multiplyTiles<float>(float (&sums)[4], const WeightFragment<float>& weights, const ActivationFragment<float>& activations)
{
    const int lane = int(threadIdx.x % 32), g = lane / 4, t = lane % 4;
    for (int k = 0; k < 16; ++k) {
        // Column k lies with the lanes whose t is k % 8 / 2, in the register pair k / 8.
        const int holder = k % 8 / 2, pair = k / 8, half = k % 2;
        const float a0 = __shfl_sync(0xffffffffu, weights.values[pair * 4 + half], g * 4 + holder);
        const float a1 = __shfl_sync(0xffffffffu, weights.values[pair * 4 + 2 + half], g * 4 + holder);
        const float b0 = __shfl_sync(0xffffffffu, activations.values[pair * 2 + half], 2 * t * 4 + holder);
        const float b1 = __shfl_sync(0xffffffffu, activations.values[pair * 2 + half], (2 * t + 1) * 4 + holder);
        sums[0] = __fmaf_rn(a0, b0, sums[0]);
        sums[1] = __fmaf_rn(a0, b1, sums[1]);
        sums[2] = __fmaf_rn(a1, b0, sums[2]);
        sums[3] = __fmaf_rn(a1, b1, sums[3]);
    }
}

} // namespace draftscope::cuda
