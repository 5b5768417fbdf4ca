// SPDX-License-Identifier: MIT
// The loops of the CPU forward pass, each compiled for several SIMD instruction sets and chosen at run time. All keep
// one promise: a value depends on its own inputs only, never on how many rows or threads take part.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/model/weights.h"

namespace draftscope::cpu {

/// Packed activations are multiples of this many floats, heads in the K/V cache of that many.
inline constexpr int packedMultiple = 32, headMultiple = 16;
[[nodiscard]] constexpr int paddedTo(int multiple, int count)
{
    return (count + multiple - 1) / multiple * multiple;
}

/// How activations lie in memory to meet the weights: as they are, or for bf16 with the even and the odd columns of a
/// block apart, because the two weights in 32 bits become f32 by one shift and one mask.
enum class Packing { natural, evenOdd };
[[nodiscard]] constexpr Packing packingFor(WeightType type)
{
    return type == WeightType::bf16 ? Packing::evenOdd : Packing::natural;
}

/// Writes `columns` activations in packed order to out [paddedTo(packedMultiple, columns)], zeros behind them.
void packActivations(Packing packing, const float* in, int columns, float* out);

/// out [size] = weight * x / sqrt(mean(x²) + epsilon), Zhang and Sennrich, arXiv 1910.07467.
void normalise(const float* x, const float* weight, int size, float epsilon, float* out);

/// gate [size] = SiLU(gate) * up.
void gateWithSilu(float* gate, const float* up, int size);

/// Row `row` of a matrix as f32.
void readRow(const MatrixView& matrix, int row, float* out);

/// out[r * outStride + n] = weight row n · activation row r, or += when `add`. Activations are packed for the weights'
/// type, `stride` floats apart.
struct MatrixProduct {
    MatrixView weights;
    const float* activations = nullptr;
    std::size_t stride = 0;
    int rows = 0;
    float* out = nullptr;
    std::size_t outStride = 0;
    bool add = false;
};
/// Computes the columns [begin, end) of `out`, one for each weight row.
void multiply(const MatrixProduct& product, int begin, int end);

/// One query head of one row over the keys and values on its path.
struct AttentionHead {
    const float* query = nullptr;  ///< [paddedHead]
    const float* keys = nullptr;   ///< of this head in slot 0; other slots `slotStride` floats apart
    const float* values = nullptr; ///< likewise
    std::size_t slotStride = 0;
    const int* path = nullptr; ///< slots in path order, the row's own last
    int pathLength = 0;
    int paddedHead = 0;      ///< head size padded with zeros to a multiple of 16
    float scale = 1;         ///< 1 / sqrt(head size)
    float* scores = nullptr; ///< scratch [paddedTo(16, pathLength)]
    float* out = nullptr;    ///< [paddedHead]
};
void attend(const AttentionHead& head);

} // namespace draftscope::cpu
