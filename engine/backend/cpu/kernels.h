// SPDX-License-Identifier: MIT
// The loops of the CPU forward pass. Each is compiled for several SIMD instruction sets, and the best one that the
// machine has is chosen at run time. A value depends on its own inputs only, never on how many rows or threads take
// part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "engine/backend/cpu/arithmetic.h"
#include "engine/core/quantised_blocks.h"
#include "engine/model/weights.h"

namespace draftscope::cpu {

inline constexpr int packedMultiple = 32; ///< packed activation rows are padded with zeros to a multiple of this
inline constexpr int headMultiple = 16;   ///< heads in the K/V cache are padded with zeros to a multiple of this
template <class Count>
[[nodiscard]] constexpr Count paddedTo(Count multiple, Count count)
{
    return (count + multiple - 1) / multiple * multiple;
}

/// What activations are in memory: as they come; where bf16 is multiplied with bf16 rounded to it, two in the place of
/// a float (bf16_product.h); where quantised weights meet whole numbers quantised, too (ActivationGroup).
enum class Packing { natural, bf16, int8Groups };
inline constexpr std::size_t packingCount = 3;
inline constexpr int activationGroupFloats = 12; ///< that an ActivationGroup takes the place of
[[nodiscard]] constexpr Packing packingFor(WeightType type, Arithmetic arithmetic)
{
    if (isQuantised(type) && arithmetic != Arithmetic::f32)
        return Packing::int8Groups;
    const bool isBf16 = arithmetic == Arithmetic::bf16 || arithmetic == Arithmetic::amx;
    return type == WeightType::bf16 && isBf16 ? Packing::bf16 : Packing::natural;
}
/// Floats that a packed row of so many columns takes.
[[nodiscard]] constexpr int packedFloats(Packing packing, int columns)
{
    const int padded = paddedTo(packedMultiple, columns);
    if (packing == Packing::int8Groups)
        return padded / groupSize * activationGroupFloats;
    return packing == Packing::bf16 ? padded / 2 : padded;
}

/// out [packedFloats(packing, columns)] = the `columns` activations of `in`, packed and padded with zeros. For
/// int8Groups they are a multiple of 32.
void packActivations(Packing packing, const float* in, int columns, float* out);

/// out [size], which may be x = weight * x / sqrt(mean(x²) + epsilon), Zhang and Sennrich, arXiv 1910.07467.
void rmsNorm(const float* x, const float* weight, int size, float epsilon, float* out);

/// out [size], which may be x = weight * (x - mean(x)) / sqrt(variance(x) + epsilon) + bias, Ba et al., arXiv
/// 1607.06450.
void layerNorm(const float* x, const float* weight, const float* bias, int size, float epsilon, float* out);

/// x [size] = GELU(x) by its approximation with tanh, Hendrycks and Gimpel, arXiv 1606.08415.
void geluTanh(float* x, int size);

/// The same without approximation, x / 2 * (1 + erf(x / sqrt 2)), and slower.
void gelu(float* x, int size);

/// gate [size] = SiLU(gate) * up.
void swiglu(float* gate, const float* up, int size);

/// gate [size] = GELU(gate) * up, with geluTanh()'s approximation.
void geglu(float* gate, const float* up, int size);

/// The same with gelu().
void gegluExact(float* gate, const float* up, int size);

/// x [size] = cap * tanh(x / cap), Bello et al., arXiv 1611.09940.
void softCap(float* x, int size, float cap);

/// Row `row` of a matrix, which lies as in its file, as f32.
void readRow(const MatrixView& matrix, int row, float* out);

/// out[r * outStride + n] = weight row n · activation row r + bias n: a GEMV for one activation row, a skinny GEMM for
/// several.
struct MatrixProduct {
    MatrixView weights;                 ///< in panels (weight_panels.h)
    Packing packing = Packing::natural; ///< of the activations
    const float* activations = nullptr; ///< packed rows, `stride` floats apart
    std::size_t stride = 0;
    int rows = 0; ///< of activations
    float* out = nullptr;
    std::size_t outStride = 0;
    bool add = false;     ///< adds to `out` instead of overwriting it
    bool inTiles = false; ///< of AMX (amx_product.h), where the packing is bf16
};
/// Computes columns [begin, end) of `out`: weight rows [begin, end).
void multiply(const MatrixProduct& product, int begin, int end);

/// A number of 16 bits, IEEE 754's binary16.
enum class Float16 : std::uint16_t {};
/// Whether this machine has instructions that turn f32 into f16 and back. Elsewhere that costs more than half the
/// memory saves.
[[nodiscard]] bool convertsFloat16();
/// out [padded] = the `count` numbers of `in` as f16, the nearest or the largest that there is, and zeros behind them;
/// `padded` is a multiple of headMultiple. Where convertsFloat16() only.
void roundToFloat16(const float* in, int count, Float16* out, int padded);

/// What queries are where keys are of type Element: float, Float16, or std::uint16_t, which holds a bf16.
template <class Element>
using QueryElement = std::conditional_t<std::is_same_v<Element, std::uint16_t>, std::uint16_t, float>;

/// One query head of one row.
template <class Element>
struct AttentionQuery {
    const QueryElement<Element>* query = nullptr; ///< [paddedHead]
    const int* path = nullptr;                    ///< slots in path order, the row's own last
    int pathLength = 0;
    float* scores = nullptr; ///< scratch [paddedTo(16, pathLength)]
    float* out = nullptr;    ///< [paddedHead], may begin where `query` does
};
/// Queries that look at the same K/V head, of one row or of several. The slots that their paths begin with are read
/// once for all of them.
template <class Element>
struct AttentionGroup {
    std::span<const AttentionQuery<Element>> queries; ///< at most queriesTogether
    int sharedLength = 0;                             ///< slots that all paths begin with
    const Element* keys = nullptr;                    ///< [slots, paddedHead]
    const Element* values = nullptr;                  ///< [slots, paddedHead]
    int paddedHead = 0;                               ///< head size padded with zeros to a multiple of headMultiple
    float scale = 1;                                  ///< ModelConfig::attentionScale()
    float cap = 0;                                    ///< ModelConfig::attentionCap
};
inline constexpr int queriesTogether = 4;
/// out = softmax(query · keys * scale) · values for each query, the scores capped as softCap() does where there is a
/// cap.
void attend(const AttentionGroup<float>& group);
/// Where convertsFloat16() only.
void attend(const AttentionGroup<Float16>& group);
/// Where there is a bf16 product only (bf16_product.h).
void attend(const AttentionGroup<std::uint16_t>& group);

} // namespace draftscope::cpu
