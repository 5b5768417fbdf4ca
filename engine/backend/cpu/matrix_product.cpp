// SPDX-License-Identifier: MIT
// Few activation rows times a weight matrix that is read once. A dot product is always two accumulators, walked over
// the columns in order and added up the same way, whatever tile it is computed in: so its bits depend on its two rows
// only.
#include <cstdint>
#include <cstring>

#include "engine/core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/backend/cpu/matrix_product.cpp"
#include <hwy/foreach_target.h> // before highway.h

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "engine/backend/cpu/bf16_product.h"
#include "engine/backend/cpu/kernels.h"
#include "engine/backend/cpu/quantised_product.h"
#include "engine/backend/cpu/unrolled-inl.h"

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Tag>;
constexpr Tag tag;
constexpr std::size_t lanes = hn::MaxLanes(Tag());
constexpr std::size_t block = 2 * lanes; ///< columns that go into the two accumulators at a time

/// Keeps a vector that several multiplications share in a register. GCC would load it again for each of them, and loads
/// are what limits a tile.
HWY_INLINE Vector inRegister(Vector v)
{
#if HWY_COMPILER_GCC_ACTUAL && HWY_TARGET == HWY_AVX3
    asm("" : "+v"(v.raw));
#endif
    return v;
}

struct Pair {
    Vector first, second;
};

/// The weights of a block as f32, in the order in which activations are packed for their type.
template <WeightType type>
HWY_INLINE Pair loadBlock(const std::uint8_t* at)
{
    if constexpr (type == WeightType::f32) {
        const auto* floats = reinterpret_cast<const float*>(at);
        return {hn::LoadU(tag, floats), hn::LoadU(tag, floats + lanes)};
    } else if constexpr (type == WeightType::f16) {
        const hn::Rebind<hwy::float16_t, Tag> halves;
        const auto* values = reinterpret_cast<const hwy::float16_t*>(at);
        return {hn::PromoteTo(tag, hn::LoadU(halves, values)), hn::PromoteTo(tag, hn::LoadU(halves, values + lanes))};
    } else {
        const hn::RebindToUnsigned<Tag> words;
        const auto both = hn::BitCast(words, inRegister(hn::LoadU(tag, reinterpret_cast<const float*>(at))));
        return {hn::BitCast(tag, hn::ShiftLeft<16>(both)),
                hn::BitCast(tag, hn::And(both, hn::Set(words, 0xFFFF0000u)))};
    }
}

#if HWY_TARGET == HWY_SCALAR
HWY_INLINE void sumLanes(Vector a, Vector b, Vector c, Vector d, float* out)
{
    out[0] = hn::GetLane(a);
    out[1] = hn::GetLane(b);
    out[2] = hn::GetLane(c);
    out[3] = hn::GetLane(d);
}
#else
/// out [4] = the sum over all blocks of four lanes.
template <class D>
HWY_INLINE void addBlocksOfFour(D d, hn::Vec<D> v, float* out)
{
    if constexpr (hn::MaxLanes(D()) <= 4) {
        hn::StoreU(v, d, out);
    } else {
        const hn::Half<D> half;
        addBlocksOfFour(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)), out);
    }
}

/// Sums the lanes of each of four vectors, out [4]: a transposition shares its shuffles between them.
HWY_INLINE void sumLanes(Vector a, Vector b, Vector c, Vector d, float* out)
{
    const Vector ac = hn::Add(hn::InterleaveLower(tag, a, c), hn::InterleaveUpper(tag, a, c));
    const Vector bd = hn::Add(hn::InterleaveLower(tag, b, d), hn::InterleaveUpper(tag, b, d));
    addBlocksOfFour(tag, hn::Add(hn::InterleaveLower(tag, ac, bd), hn::InterleaveUpper(tag, ac, bd)), out);
}
#endif

/// The accumulators of weightRows x activationRows dot products.
template <WeightType type, int weightRows, int activationRows>
struct Accumulators {
    static constexpr int count = weightRows * activationRows;
    Vector first[count], second[count]; ///< of weight row w and activation row r: w * activationRows + r

    HWY_INLINE Accumulators()
    {
        unrolled<count>([&](auto i) INLINED { first[i] = second[i] = hn::Zero(tag); });
    }

    /// Adds a block of columns: weights of consecutive rows `weightStride` bytes apart, activations `stride` floats.
    HWY_INLINE void add(const std::uint8_t* weights, std::size_t weightStride, const float* activations,
                        std::size_t stride)
    {
        Pair weight[weightRows];
        unrolled<weightRows>([&](auto w)
                                 INLINED { weight[w] = loadBlock<type>(weights + std::size_t(w) * weightStride); });
        unrolled<activationRows>([&](auto r) INLINED {
            const float* x = activations + std::size_t(r) * stride;
            const Vector x1 = inRegister(hn::Load(tag, x)), x2 = inRegister(hn::Load(tag, x + lanes));
            unrolled<weightRows>([&](auto w) INLINED {
                constexpr int i = w * activationRows + r;
                first[i] = hn::MulAdd(weight[w].first, x1, first[i]);
                second[i] = hn::MulAdd(weight[w].second, x2, second[i]);
            });
        });
    }

    /// out [paddedTo(4, count)]
    HWY_INLINE void sum(float* out) const
    {
        const auto at = [&](auto i) INLINED {
            if constexpr (i < count)
                return hn::Add(first[i], second[i]);
            else
                return hn::Zero(tag);
        };
        unrolled<paddedTo(4, count) / 4>([&](auto four) INLINED {
            using std::integral_constant;
            constexpr int i = four * 4;
            sumLanes(at(integral_constant<int, i>()), at(integral_constant<int, i + 1>()),
                     at(integral_constant<int, i + 2>()), at(integral_constant<int, i + 3>()), out + i);
        });
    }
};

constexpr int group = 4; ///< weight rows that meet all activation rows before the next ones are read

/// The columns behind the last whole block, with zeros behind them: they go through the same arithmetic.
template <WeightType type, int weightRows>
struct LastBlock {
    static constexpr std::size_t rowBytes = block * bytesPer(type);
    alignas(64) std::uint8_t bytes[std::size_t(weightRows) * rowBytes];

    HWY_INLINE LastBlock(const std::uint8_t* weights, std::size_t stride, std::size_t columns)
    {
        const std::size_t whole = columns / block * block;
        std::memset(bytes, 0, sizeof bytes);
        for (std::size_t w = 0; w < std::size_t(weightRows); ++w)
            std::memcpy(bytes + w * rowBytes, weights + w * stride + whole * bytesPer(type),
                        (columns - whole) * bytesPer(type));
    }
};

/// One activation row takes as long as its weights take from memory. So the weight rows are read one after another, as
/// one stream that the hardware's prefetcher can follow; only their sums are finished together. Each goes through the
/// additions of tile().
template <WeightType type, int weightRows>
HWY_NOINLINE void tileOfOneRow(const MatrixProduct& product, int weightRow)
{
    constexpr std::size_t bytesAhead = 4096; ///< of what is computed; less hides less, more does not help
    const std::size_t columns = std::size_t(product.weights.columns), rowBytes = columns * bytesPer(type);
    const std::size_t whole = columns / block * block;
    const auto* weights = static_cast<const std::uint8_t*>(product.weights.data) + std::size_t(weightRow) * rowBytes;

    Vector rowSums[4] = {hn::Zero(tag), hn::Zero(tag), hn::Zero(tag), hn::Zero(tag)};
    for (int w = 0; w < weightRows; ++w, weights += rowBytes) {
        Accumulators<type, 1, 1> accumulators;
        for (std::size_t column = 0; column < whole; column += block) {
            const std::uint8_t* at = weights + column * bytesPer(type);
            unrolled<int(block * bytesPer(type) + 63) / 64>(
                [&](auto line) INLINED { hwy::Prefetch(at + bytesAhead + std::size_t(line) * 64); });
            accumulators.add(at, 0, product.activations + column, 0);
        }
        if (whole < columns) {
            const LastBlock<type, 1> last(weights, rowBytes, columns);
            accumulators.add(last.bytes, 0, product.activations + whole, 0);
        }
        rowSums[w] = hn::Add(accumulators.first[0], accumulators.second[0]);
    }
    float sums[4];
    sumLanes(rowSums[0], rowSums[1], rowSums[2], rowSums[3], sums);
    float* out = product.out + weightRow;
    for (int w = 0; w < weightRows; ++w)
        out[w] = product.add ? out[w] + sums[w] : sums[w];
}

/// `fetching`: this tile is the first to meet these weights, and asks for those of the next group. Memory then works
/// while the other tiles of this group compute.
template <WeightType type, int weightRows, int activationRows, bool fetching>
HWY_NOINLINE void tile(const MatrixProduct& product, int weightRow, int row)
{
    const std::size_t columns = std::size_t(product.weights.columns), rowBytes = columns * bytesPer(type);
    const auto* weights = static_cast<const std::uint8_t*>(product.weights.data) + std::size_t(weightRow) * rowBytes;
    const float* activations = product.activations + std::size_t(row) * product.stride;
    const std::size_t whole = columns / block * block;

    Accumulators<type, weightRows, activationRows> accumulators;
    for (std::size_t column = 0; column < whole; column += block) {
        const std::uint8_t* at = weights + column * bytesPer(type);
        if constexpr (fetching)
            unrolled<weightRows>([&](auto w) INLINED { hwy::Prefetch(at + std::size_t(group + w) * rowBytes); });
        accumulators.add(at, rowBytes, activations + column, product.stride);
    }
    if (whole < columns) {
        const LastBlock<type, weightRows> last(weights, rowBytes, columns);
        accumulators.add(last.bytes, last.rowBytes, activations + whole, product.stride);
    }

    float sums[paddedTo(4, weightRows * activationRows)];
    accumulators.sum(sums);
    for (int r = 0; r < activationRows; ++r)
        for (int w = 0; w < weightRows; ++w) {
            float& out = product.out[std::size_t(row + r) * product.outStride + std::size_t(weightRow + w)];
            const float sum = sums[w * activationRows + r];
            out = product.add ? out + sum : sum;
        }
}

constexpr bool manyRegisters = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON;

/// As many weight rows at a time as leave the accumulators in registers.
template <WeightType type, int activationRows, bool fetching>
void tiles(const MatrixProduct& product, int begin, int end, int row)
{
    constexpr int together = activationRows == 1 ? 4 : (manyRegisters ? 8 : 4) / activationRows;
    int weightRow = begin;
    for (; weightRow + together <= end; weightRow += together)
        tile<type, together, activationRows, fetching>(product, weightRow, row);
    for (; weightRow < end; ++weightRow)
        tile<type, 1, activationRows, fetching>(product, weightRow, row);
}

template <WeightType type, bool fetching>
int tilesOfMostRows(const MatrixProduct& product, int begin, int end, int row)
{
    switch (product.rows - row) {
    case 1:
        tiles<type, 1, fetching>(product, begin, end, row);
        return 1;
    case 2:
    case 3:
        tiles<type, 2, fetching>(product, begin, end, row);
        return 2;
    default:
        tiles<type, 4, fetching>(product, begin, end, row);
        return 4;
    }
}

template <WeightType type>
void multiplyType(const MatrixProduct& product, int begin, int end)
{
    int weightRow = begin;
    if (product.rows == 1) {
        for (; weightRow + group <= end; weightRow += group)
            tileOfOneRow<type, group>(product, weightRow);
        for (; weightRow < end; ++weightRow)
            tileOfOneRow<type, 1>(product, weightRow);
        return;
    }
    for (; weightRow < end; weightRow += group) {
        const int until = weightRow + group < end ? weightRow + group : end;
        int row = tilesOfMostRows<type, true>(product, weightRow, until, 0);
        while (row < product.rows)
            row += tilesOfMostRows<type, false>(product, weightRow, until, row);
    }
}

void multiplyHere(const MatrixProduct& product, int begin, int end)
{
    switch (product.weights.type) {
    case WeightType::f32:
        return multiplyType<WeightType::f32>(product, begin, end);
    case WeightType::f16:
        return multiplyType<WeightType::f16>(product, begin, end);
    case WeightType::bf16:
        return multiplyType<WeightType::bf16>(product, begin, end);
    default: // quantised: multiplyPanels()
        break;
    }
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace draftscope::cpu {

HWY_EXPORT(multiplyHere);

namespace {

void multiplyWithoutBias(const MatrixProduct& product, int begin, int end)
{
    if (product.packing == Packing::int8Groups)
        return multiplyPanels(product, begin, end);
    if (isQuantised(product.weights.type))
        return multiplyPanelsInF32(product, begin, end);
    if (product.packing == Packing::bf16)
        return multiplyBf16({static_cast<const std::uint16_t*>(product.weights.data),
                             std::size_t(product.weights.columns),
                             reinterpret_cast<const std::uint16_t*>(product.activations), 2 * product.stride,
                             product.rows, product.out, product.outStride, product.add},
                            begin, end);
    HWY_DYNAMIC_DISPATCH(multiplyHere)(product, begin, end);
}

} // namespace

void multiply(const MatrixProduct& product, int begin, int end)
{
    multiplyWithoutBias(product, begin, end);
    if (const float* const bias = product.weights.bias)
        for (int row = 0; row < product.rows; ++row) {
            float* const out = product.out + std::size_t(row) * product.outStride;
            for (int i = begin; i < end; ++i)
                out[i] += bias[i];
        }
}

} // namespace draftscope::cpu
#endif
