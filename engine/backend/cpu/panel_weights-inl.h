// SPDX-License-Identifier: MIT
// Quantised weights in registers, as they lie in panels. Included by what multiplies them, once for each instruction
// set, behind highway.h, hence the guard that Highway's own -inl.h files have.
#if defined(DRAFTSCOPE_PANEL_WEIGHTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DRAFTSCOPE_PANEL_WEIGHTS_INL_H_
#undef DRAFTSCOPE_PANEL_WEIGHTS_INL_H_
#else
#define DRAFTSCOPE_PANEL_WEIGHTS_INL_H_
#endif

#include <cstdint>
#include <type_traits>

#include "engine/backend/cpu/panel_layout.h"

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
/// Rows of a panel of quantised weights; quantisedPanelRows() gives the same number to who makes panels. Where there is
/// AVX-512 without VNNI bytes are multiplied 32 at a time.
constexpr int panelRows = HWY_TARGET == HWY_AVX3_DL ? 16 : 8;
constexpr int panelVector = 4 * panelRows; ///< bytes

/// Vectors with a lane for each of `most` rows of a panel, or for as many of them as a vector has.
template <int most>
struct RowVectors {
    using RowTag = hn::CappedTag<float, most>;
    using IntTag = hn::RebindToSigned<RowTag>;
    using WordTag = hn::RebindToUnsigned<RowTag>;
    using Floats = hn::Vec<RowTag>;
    using Ints = hn::Vec<IntTag>;
    using Words = hn::Vec<WordTag>; ///< four bytes a lane
    static constexpr int lanes = int(hn::MaxLanes(RowTag()));

    static HWY_INLINE Words words(const std::uint8_t* at)
    {
        return hn::BitCast(WordTag(), hn::LoadU(RowTag(), reinterpret_cast<const float*>(at)));
    }
    static HWY_INLINE Floats halves(const std::uint8_t* at)
    {
        const hn::Rebind<hwy::float16_t, RowTag> halves;
        return hn::PromoteTo(RowTag(), hn::LoadU(halves, reinterpret_cast<const hwy::float16_t*>(at)));
    }
    template <class Byte>
    static HWY_INLINE Floats bytes(const std::uint8_t* at)
    {
        const hn::Rebind<Byte, RowTag> bytes;
        const auto loaded = hn::LoadU(bytes, reinterpret_cast<const Byte*>(at));
        return hn::ConvertTo(RowTag(), hn::PromoteTo(IntTag(), loaded));
    }
};

constexpr int groupVectors = groupSize / 4; ///< of a group, four columns each

/// Bits `from` of each byte, and those above, moved to bit `to`; what comes from a neighbouring byte is masked out by
/// the caller.
template <int to, int from, class Words>
HWY_INLINE Words movedTo(Words words)
{
    if constexpr (from <= to)
        return hn::ShiftLeft<to - from>(words);
    else
        return hn::ShiftRight<from - to>(words);
}

/// Vector k of a group as it is multiplied: four columns from 4 k of the rows of all lanes, bytes.
template <int bits, int k, class Vectors>
HWY_INLINE typename Vectors::Words loadVector(const std::uint8_t* q)
{
    constexpr typename Vectors::WordTag tag;
    if constexpr (bits == 8) {
        return Vectors::words(q + k * panelVector);
    } else {
        const auto halves = Vectors::words(q + k % 4 * panelVector);
        const auto low = hn::And(k < 4 ? halves : hn::ShiftRight<4>(halves), hn::Set(tag, 0x0F0F0F0Fu));
        if constexpr (bits == 4)
            return low;
        else if constexpr (bits == 5)
            return hn::Or(low, hn::And(movedTo<4, k>(Vectors::words(q + 4 * panelVector)), hn::Set(tag, 0x10101010u)));
        else
            return hn::Or(low,
                          hn::And(movedTo<4, 2 * (k % 4)>(Vectors::words(q + (4 + k / 4) * panelVector)),
                                  hn::Set(tag, 0x30303030u)));
    }
}

/// What sums of a group's products, and of its activations, are multiplied with.
template <WeightType type, class Vectors>
struct GroupScales {
    static constexpr PanelLayout layout = panelLayout(type, panelRows);
    static constexpr int zero = storedZero(type);
    static constexpr bool hasOffset = zero != 0 || layout.hasM;
    typename Vectors::Floats scale, offset;

    /// Of columns 16 * half and on where there are two scales.
    HWY_INLINE GroupScales(const std::uint8_t* header, const std::uint8_t* scales, int half)
    {
        constexpr typename Vectors::RowTag tag;
        scale = Vectors::halves(header);
        offset = hn::Zero(tag);
        if constexpr (layout.hasScales)
            scale = hn::Mul(scale, Vectors::template bytes<std::int8_t>(scales + half * panelRows));
        if constexpr (layout.hasM && layout.hasScales)
            offset = hn::Neg(hn::Mul(Vectors::halves(header + 2 * panelRows),
                                     Vectors::template bytes<std::uint8_t>(scales + panelRows)));
        else if constexpr (layout.hasM)
            offset = Vectors::halves(header + 2 * panelRows);
        else if constexpr (zero != 0)
            offset = hn::Mul(scale, hn::Set(tag, float(-zero)));
    }
};

/// call(type), where `type` is a compile-time constant.
template <class Call>
void callWithQuantisedType(WeightType type, const Call& call)
{
    switch (type) {
    case WeightType::q8_0:
        return call(std::integral_constant<WeightType, WeightType::q8_0>());
    case WeightType::q4_0:
        return call(std::integral_constant<WeightType, WeightType::q4_0>());
    case WeightType::q4_1:
        return call(std::integral_constant<WeightType, WeightType::q4_1>());
    case WeightType::q5_0:
        return call(std::integral_constant<WeightType, WeightType::q5_0>());
    case WeightType::q5_1:
        return call(std::integral_constant<WeightType, WeightType::q5_1>());
    case WeightType::q4_k:
        return call(std::integral_constant<WeightType, WeightType::q4_k>());
    case WeightType::q5_k:
        return call(std::integral_constant<WeightType, WeightType::q5_k>());
    case WeightType::q6_k:
        return call(std::integral_constant<WeightType, WeightType::q6_k>());
    default:
        break;
    }
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
