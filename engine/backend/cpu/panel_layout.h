// SPDX-License-Identifier: MIT
// Where weights lie in a panel: some rows of a matrix, interleaved so that no product has to add up the lanes of a
// vector.
//
// f32, f16 and bf16: sixteen rows, a column of them after another, two columns at a time. Of f32 and f16 the first
// column stands in front of the second; of bf16 both of a row stand beside each other, so that one shift gives the
// first as f32 and one mask the second. Behind an odd last column is one of zeros.
//
// Quantised: as many rows as a vector of this CPU's instructions has lanes of 32 bits (quantisedPanelRows(): eight, or
// sixteen with AVX-512's VNNI), so that a vector holds four columns of each, and its scales are vectors, too. A panel
// takes the bytes of its rows, and 3 % more for Q4_K and Q5_K, whose scales of 6 bits become bytes.
//
// A panel is a row of blocks of the type. A block is its header and its groups of 32 columns:
//
//   header   d of each row; m of each row                         IEEE halves
//   scales   Q4_K, Q5_K: s of each row; t of each row             bytes
//            Q6_K: s of columns 0..15 of each row; of 16..31
//   q        8 bits: eight vectors, as they are
//            fewer: four vectors of lower bits. Vector v has columns 4 v .. 4 v + 3 in the lower halves of its bytes
// and
//            columns 16 + 4 v .. in the upper ones
//   fifth    5 bits: a vector; bit k of its bytes belongs to columns 4 k ..
//   upper    6 bits: two vectors; bits 2 k, 2 k + 1 of vector w belong to columns 16 w + 4 k ..
//
// where a vector is four columns of the first row, of the second, ... A row's q are as stored (storedZero()).
#pragma once

#include <cstddef>

#include "engine/core/quantised_blocks.h"
#include "engine/core/weight_type.h"

namespace draftscope::cpu {

inline constexpr int floatPanelRows = 16; ///< of f32, f16 and bf16
constexpr std::size_t floatPanelBytes(WeightType type, int columns)
{
    return std::size_t(columns + columns % 2) * floatPanelRows * bytesPer(type);
}

/// Of a quantised type.
struct PanelLayout {
    int rows = 8;
    int bits = 4;             ///< of a q
    bool hasM = false;        ///< beside d
    bool hasScales = false;   ///< of groups, beside the halves of the block
    int groups = 1;           ///< of a block
    int scalesOfGroup = 1;    ///< 2: each for 16 columns
    std::size_t header = 0;   ///< bytes
    std::size_t scales = 0;   ///< bytes of a group in front of its q
    std::size_t group = 0;    ///< bytes of a group
    std::size_t block = 0;    ///< bytes of a block
    int elements = groupSize; ///< columns of a block
};

constexpr PanelLayout panelLayout(WeightType type, int rows)
{
    PanelLayout layout;
    layout.rows = rows;
    const bool isQ4OrQ5K = type == WeightType::q4_k || type == WeightType::q5_k, isQ6K = type == WeightType::q6_k;
    layout.elements = blockOf(type).elements;
    layout.groups = layout.elements / groupSize;
    layout.hasM = isQ4OrQ5K || type == WeightType::q4_1 || type == WeightType::q5_1;
    layout.hasScales = isQ4OrQ5K || isQ6K;
    layout.scalesOfGroup = isQ6K ? 2 : 1;
    if (type == WeightType::q8_0)
        layout.bits = 8;
    else if (isQ6K)
        layout.bits = 6;
    else if (type == WeightType::q5_0 || type == WeightType::q5_1 || type == WeightType::q5_k)
        layout.bits = 5;
    layout.header = std::size_t((layout.hasM ? 4 : 2) * rows);
    layout.scales = std::size_t(layout.hasScales ? 2 * rows : 0);
    layout.group = layout.scales + std::size_t(layout.bits * 4 * rows);
    layout.block = layout.header + std::size_t(layout.groups) * layout.group;
    return layout;
}

/// Bytes of a panel of so many columns.
constexpr std::size_t panelBytes(const PanelLayout& layout, int columns)
{
    return std::size_t(columns / layout.elements) * layout.block;
}

} // namespace draftscope::cpu
