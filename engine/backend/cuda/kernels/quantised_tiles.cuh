// SPDX-License-Identifier: MIT
#pragma once

// How quantised matrices lie in device memory. A record is 16 rows by 64 columns: four tiles as mma.m16n8k16 takes
// them, whose whole numbers lie so that every lane reads what it multiplies in pieces of 16 bytes, and behind them the
// scales, of which a lane's, of rows g and g + 8 and both groups of 32 columns, are one more such piece. Whole numbers
// become numbers of T without rounding (T has eight bits or more), are multiplied, and the sums of 32 columns, or of
// 16, are scaled in f32.

#include "engine/backend/cuda/kernels/fragments.cuh"
#include "engine/backend/cuda/kernels/weight_kind.h"
#include "engine/core/quantised_group.h"

namespace draftscope::cuda {

/// Elements of GemmOperands::weights that say which form it is.
struct Nibbles {
    static constexpr WeightForm form = WeightForm::nibbles;
    unsigned char byte;
};
struct Bytes {
    static constexpr WeightForm form = WeightForm::bytes;
    unsigned char byte;
};
template <class W>
inline constexpr bool isQuantisedForm = false;
template <>
inline constexpr bool isQuantisedForm<Nibbles> = true;
template <>
inline constexpr bool isQuantisedForm<Bytes> = true;

/// Where the record of an element begins, in bytes.
[[nodiscard]] __host__ __device__ constexpr std::size_t recordAt(WeightForm form, int row, int column, int columnTiles)
{
    const std::size_t record =
        std::size_t(row / tileSize) * std::size_t(recordsOf(columnTiles)) + std::size_t(column / recordColumns);
    return record * std::size_t(recordBytes(form));
}

/// Where in its record the byte of an element lies. Of nibbles it is the lower half in the first 8 columns of a tile,
/// and the upper one of the element 8 columns further; both are of one row.
[[nodiscard]] __host__ __device__ constexpr int quantAt(WeightForm form, int row, int column)
{
    const int r = row % tileSize, c = column % tileSize, tile = column % recordColumns / tileSize;
    const int lane = r % 8 * 4 + c % 8 / 2, half = r / 8, odd = c % 2;
    return form == WeightForm::nibbles ? lane * 16 + tile * 4 + half + 2 * odd
                                       : tile / 2 * 512 + lane * 16 + tile % 2 * 8 + (c / 8 * 2 + half) * 2 + odd;
}
/// Where in its record the scales of an element lie.
[[nodiscard]] __host__ __device__ constexpr int scalesAt(WeightForm form, int row, int column)
{
    const int r = row % tileSize, group = column % recordColumns / groupSize;
    return quantBytes(form) + r % 8 * 16 + (group * 2 + r / 8) * 4;
}

/// The two halves of a register as floats.
[[nodiscard]] inline __device__ float2 halvesOf(std::uint32_t pair)
{
    return unpack<Float16>(pair);
}

/// An element as it is multiplied.
[[nodiscard]] inline __device__ float quantisedAt(const DeviceMatrix& matrix, int row, int column, int columnTiles)
{
    const WeightKind kind = matrix.kind;
    const unsigned char* const record =
        static_cast<const unsigned char*>(matrix.data) + recordAt(kind.form, row, column, columnTiles);
    const int byte = record[quantAt(kind.form, row, column)], isUpper = column % tileSize / 8;
    const int q = kind.form == WeightForm::nibbles ? byte >> 4 * isUpper & 15 : int(static_cast<signed char>(byte));
    const float2 scales = halvesOf(*reinterpret_cast<const std::uint32_t*>(record + scalesAt(kind.form, row, column)));
    const float value = kind.hasLeast ? __fmaf_rn(scales.x, float(q), scales.y)
                                      : __fmul_rn(column % groupSize < tileSize ? scales.x : scales.y, float(q));
    return __fmul_rn(value, kind.unit);
}

/// Rows that are looked up one by one, whatever their form.
template <class T>
struct DeviceTable {
    DeviceMatrix matrix;
    int columnTiles;

    [[nodiscard]] __device__ float at(int row, int column) const
    {
        if constexpr (sizeof(T) == 2)
            if (matrix.kind.form != WeightForm::dense)
                return quantisedAt(matrix, row, column, columnTiles);
        return toFloat(static_cast<const T*>(matrix.data)[weightIndex(row, column, columnTiles)]);
    }
};

/// Whole numbers of 0 to 15 in bits 0 to 3 and 16 to 19 as a pair of T.
template <class T>
[[nodiscard]] __device__ std::uint32_t pairOfNibbles(std::uint32_t nibbles)
{
    // Put behind the leading bit of 2^23 they are the last bits of a float.
    return pack<T>(__uint_as_float(0x4b000000u | (nibbles & 15)) - 8388608.0f,
                   __uint_as_float(0x4b000000u | nibbles >> 16) - 8388608.0f);
}

/// The whole numbers with a sign in bytes `first` and `first` + 1 of a register, each with 128 added, as a pair of T.
template <class T>
[[nodiscard]] __device__ std::uint32_t pairOfBytes(std::uint32_t bytes, unsigned first)
{
    return pack<T>(__uint_as_float(__byte_perm(bytes, 0x4b000000u, 0x7440 + first)) - 8388736.0f,
                   __uint_as_float(__byte_perm(bytes, 0x4b000000u, 0x7441 + first)) - 8388736.0f);
}

/// A lane's part of tile `tile` of a record, of the pieces of 16 bytes that it has of its whole numbers.
template <class T, class W, int pieces>
__device__ void readFragment(WeightFragment<T>& fragment, const uint4 (&quants)[pieces], int tile)
{
    if constexpr (W::form == WeightForm::nibbles) {
        const std::uint32_t words[4] = {quants[0].x, quants[0].y, quants[0].z, quants[0].w};
        const std::uint32_t word = words[tile];
        fragment.registers[0] = pairOfNibbles<T>(word & 0x000f000fu);
        fragment.registers[1] = pairOfNibbles<T>(word >> 8 & 0x000f000fu);
        fragment.registers[2] = pairOfNibbles<T>(word >> 4 & 0x000f000fu);
        fragment.registers[3] = pairOfNibbles<T>(word >> 12 & 0x000f000fu);
    } else {
        const uint4& piece = quants[tile / 2];
        const std::uint32_t words[2] = {(tile % 2 ? piece.z : piece.x) ^ 0x80808080u,
                                        (tile % 2 ? piece.w : piece.y) ^ 0x80808080u};
#pragma unroll
        for (unsigned pair = 0; pair < 4; ++pair)
            fragment.registers[pair] = pairOfBytes<T>(words[pair / 2], pair % 2 * 2);
    }
}

} // namespace draftscope::cuda
