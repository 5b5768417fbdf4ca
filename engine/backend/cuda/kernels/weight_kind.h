// SPDX-License-Identifier: MIT
// How a matrix lies in device memory: what host and kernels agree on. Plain data.
#pragma once

#include <cstddef>

#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/core/weight_type.h"

namespace draftscope::cuda {

enum class WeightForm : unsigned char {
    dense,   ///< tiles of 16 × 16 elements of the pass's type: weightIndex()
    nibbles, ///< quantised, records of whole numbers of 4 bits: quantised_tiles.cuh
    bytes,   ///< quantised, records of whole numbers of 8 bits
};

/// The form, and what the two scales of 32 columns of a quantised row are. Both are IEEE halves, times `unit`.
struct WeightKind {
    WeightForm form = WeightForm::dense;
    bool hasLeast = false; ///< an element is first * q + second; else first * q, in the upper 16 columns second * q
    float unit = 1;        ///< a power of two

    bool operator==(const WeightKind&) const = default;
};

/// A matrix on the device.
struct DeviceMatrix {
    const void* data = nullptr;
    WeightKind kind;
};

inline constexpr int recordColumns = 64; ///< of a record of 16 quantised rows

/// Bytes of the whole numbers in a record; behind them are 16 rows' scales.
[[nodiscard]] constexpr int quantBytes(WeightForm form)
{
    return form == WeightForm::nibbles ? 512 : 1024;
}
[[nodiscard]] constexpr int recordBytes(WeightForm form)
{
    return quantBytes(form) + tileSize * (recordColumns / 32) * 4;
}
/// Records that a row of `columnTiles` tiles takes.
[[nodiscard]] constexpr int recordsOf(int columnTiles)
{
    constexpr int tiles = recordColumns / tileSize;
    return (columnTiles + tiles - 1) / tiles;
}

/// Bytes of 16 rows, of elements of so many bytes where they are dense.
[[nodiscard]] constexpr std::size_t rowTileBytes(WeightForm form, int columnTiles, std::size_t bytesPerElement)
{
    return form == WeightForm::dense ? std::size_t(columnTiles) * tileSize * tileSize * bytesPerElement
                                     : std::size_t(recordsOf(columnTiles)) * std::size_t(recordBytes(form));
}

/// As what a matrix of a checkpoint lies on the device. Scales of the types with scales of scales are rounded to
/// halves, and made larger, so that small ones are not rounded more than others.
[[nodiscard]] constexpr WeightKind kindOf(WeightType type)
{
    constexpr float small = 1.0f / 256;
    switch (type) {
    case WeightType::q4_0: // the least is -8 of the scale
    case WeightType::q4_1:
        return {WeightForm::nibbles, true, 1};
    case WeightType::q4_k:
        return {WeightForm::nibbles, true, small};
    case WeightType::q5_0:
    case WeightType::q8_0:
        return {WeightForm::bytes, false, 1};
    case WeightType::q5_1:
        return {WeightForm::bytes, true, 1};
    case WeightType::q5_k:
        return {WeightForm::bytes, true, small};
    case WeightType::q6_k:
        return {WeightForm::bytes, false, small};
    default:
        return {};
    }
}

} // namespace draftscope::cuda
