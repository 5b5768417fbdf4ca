// SPDX-License-Identifier: MIT
// Few activation rows times a weight matrix that is read once. A dot product is always two accumulators, walked over the
// columns in order and added up the same way, whatever tile it is computed in: so its bits depend on its two rows only.
#include <cstdint>
#include <cstring>

#include "engine/backend/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/backend/cpu/matrix_product.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/backend/cpu/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Tag>;
constexpr Tag tag;
constexpr std::size_t lanes = hn::MaxLanes(Tag());
constexpr std::size_t block = 2 * lanes; ///< columns that go into the two accumulators at a time

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
        const auto both = hn::LoadU(words, reinterpret_cast<const std::uint32_t*>(at));
        return {hn::BitCast(tag, hn::ShiftLeft<16>(both)), hn::BitCast(tag, hn::And(both, hn::Set(words, 0xFFFF0000u)))};
    }
}

/// weightRows x activationRows dot products, `sums` [activationRows][weightRows].
template <WeightType type, int weightRows, int activationRows>
HWY_INLINE void dotProducts(const std::uint8_t* weights, std::size_t rowBytes, std::size_t columns,
                            const float* activations, std::size_t stride, float* sums)
{
    Vector first[weightRows][activationRows], second[weightRows][activationRows];
    for (int w = 0; w < weightRows; ++w)
        for (int r = 0; r < activationRows; ++r)
            first[w][r] = second[w][r] = hn::Zero(tag);

    const auto addBlock = [&](int w, const std::uint8_t* at, std::size_t column) HWY_ATTR {
        const Pair weight = loadBlock<type>(at);
        for (int r = 0; r < activationRows; ++r) {
            const float* x = activations + std::size_t(r) * stride + column;
            first[w][r] = hn::MulAdd(weight.first, hn::LoadU(tag, x), first[w][r]);
            second[w][r] = hn::MulAdd(weight.second, hn::LoadU(tag, x + lanes), second[w][r]);
        }
    };
    std::size_t column = 0;
    for (; column + block <= columns; column += block)
        for (int w = 0; w < weightRows; ++w)
            addBlock(w, weights + std::size_t(w) * rowBytes + column * bytesPer(type), column);
    if (column < columns)
        for (int w = 0; w < weightRows; ++w) {
            alignas(64) std::uint8_t part[block * bytesPer(type)] = {};
            std::memcpy(part, weights + std::size_t(w) * rowBytes + column * bytesPer(type),
                        (columns - column) * bytesPer(type));
            addBlock(w, part, column);
        }
    for (int w = 0; w < weightRows; ++w)
        for (int r = 0; r < activationRows; ++r)
            sums[r * weightRows + w] = hn::GetLane(hn::SumOfLanes(tag, hn::Add(first[w][r], second[w][r])));
}

template <WeightType type, int weightRows, int activationRows>
HWY_NOINLINE void tile(const MatrixProduct& product, int weightRow, int row)
{
    const std::size_t rowBytes = std::size_t(product.weights.columns) * bytesPer(type);
    float sums[weightRows * activationRows];
    dotProducts<type, weightRows, activationRows>(
        static_cast<const std::uint8_t*>(product.weights.data) + std::size_t(weightRow) * rowBytes, rowBytes,
        std::size_t(product.weights.columns), product.activations + std::size_t(row) * product.stride, product.stride,
        sums);
    for (int r = 0; r < activationRows; ++r)
        for (int w = 0; w < weightRows; ++w) {
            float& out = product.out[std::size_t(row + r) * product.outStride + std::size_t(weightRow + w)];
            out = product.add ? out + sums[r * weightRows + w] : sums[r * weightRows + w];
        }
}

/// As many weight rows at a time as leave the accumulators in registers.
template <WeightType type, int activationRows>
void tiles(const MatrixProduct& product, int begin, int end, int row)
{
    constexpr int together = activationRows >= 4 ? 2 : 4;
    int weightRow = begin;
    for (; weightRow + together <= end; weightRow += together)
        tile<type, together, activationRows>(product, weightRow, row);
    for (; weightRow < end; ++weightRow)
        tile<type, 1, activationRows>(product, weightRow, row);
}

/// A few weight rows meet all activation rows while they are in the nearest cache.
template <WeightType type>
void multiplyType(const MatrixProduct& product, int begin, int end)
{
    for (int weightRow = begin; weightRow < end; weightRow += 4) {
        const int until = weightRow + 4 < end ? weightRow + 4 : end;
        int row = 0;
        for (; row + 4 <= product.rows; row += 4)
            tiles<type, 4>(product, weightRow, until, row);
        if (product.rows - row >= 2) {
            tiles<type, 2>(product, weightRow, until, row);
            row += 2;
        }
        if (product.rows - row == 1)
            tiles<type, 1>(product, weightRow, until, row);
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
    }
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace draftscope::cpu {

HWY_EXPORT(multiplyHere);

void multiply(const MatrixProduct& product, int begin, int end)
{
    HWY_DYNAMIC_DISPATCH(multiplyHere)(product, begin, end);
}

} // namespace draftscope::cpu
#endif
