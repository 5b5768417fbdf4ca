// SPDX-License-Identifier: MIT
// Quantised weights in registers, as they lie in panels. Included by what multiplies them, once for each instruction set, behind
// highway.h, hence the guard that Highway's own -inl.h files have.
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
/// Rows of a panel of quantised weights; quantisedPanelRows() gives the same number to who makes panels. Where there is AVX-512 without
/// VNNI bytes are multiplied 32 at a time.
constexpr int panelRows = HWY_TARGET == HWY_AVX3_DL ? 16 : 8;
constexpr int panelVector = 4 * panelRows; ///< bytes
using RowTag = hn::CappedTag<float, panelRows>;
using IntTag = hn::RebindToSigned<RowTag>;
using WordTag = hn::RebindToUnsigned<RowTag>;
using Floats = hn::Vec<RowTag>; ///< of the rows of a panel, or of half of them
using Ints = hn::Vec<IntTag>;
using Words = hn::Vec<WordTag>; ///< four bytes a lane
constexpr RowTag rowTag;
constexpr IntTag intTag;
constexpr WordTag wordTag;
constexpr int lanes = int(hn::MaxLanes(RowTag()));

HWY_INLINE Words loadWords(const std::uint8_t* at)
{
    return hn::BitCast(wordTag, hn::LoadU(rowTag, reinterpret_cast<const float*>(at)));
}

constexpr int groupVectors = groupSize / 4; ///< of a group, four columns each

/// Bits `from` of each byte, and those above, moved to bit `to`; what comes from a neighbouring byte is masked out by the caller.
template <int to, int from>
HWY_INLINE Words movedTo(Words words)
{
    if constexpr (from <= to)
        return hn::ShiftLeft<to - from>(words);
    else
        return hn::ShiftRight<from - to>(words);
}

/// Vector k of a group as it is multiplied: four columns from 4 k of `lanes` rows, bytes.
template <int bits, int k>
HWY_INLINE Words loadVector(const std::uint8_t* q)
{
    if constexpr (bits == 8) {
        return loadWords(q + k * panelVector);
    } else {
        const Words halves = loadWords(q + k % 4 * panelVector);
        const Words low = hn::And(k < 4 ? halves : hn::ShiftRight<4>(halves), hn::Set(wordTag, 0x0F0F0F0Fu));
        if constexpr (bits == 4)
            return low;
        else if constexpr (bits == 5)
            return hn::Or(low, hn::And(movedTo<4, k>(loadWords(q + 4 * panelVector)), hn::Set(wordTag, 0x10101010u)));
        else
            return hn::Or(low,
                          hn::And(movedTo<4, 2 * (k % 4)>(loadWords(q + (4 + k / 4) * panelVector)),
                                  hn::Set(wordTag, 0x30303030u)));
    }
}

HWY_INLINE Floats loadHalves(const std::uint8_t* at)
{
    const hn::Rebind<hwy::float16_t, RowTag> halves;
    return hn::PromoteTo(rowTag, hn::LoadU(halves, reinterpret_cast<const hwy::float16_t*>(at)));
}

template <class Byte>
HWY_INLINE Floats loadBytes(const std::uint8_t* at)
{
    const hn::Rebind<Byte, RowTag> bytes;
    return hn::ConvertTo(rowTag, hn::PromoteTo(intTag, hn::LoadU(bytes, reinterpret_cast<const Byte*>(at))));
}

/// What sums of a group's products, and of its activations, are multiplied with.
template <WeightType type>
struct GroupScales {
    static constexpr PanelLayout layout = panelLayout(type, panelRows);
    static constexpr int zero = storedZero(type);
    static constexpr bool hasOffset = zero != 0 || layout.hasM;
    Floats scale, offset;

    /// Of columns 16 * half and on where there are two scales.
    HWY_INLINE GroupScales(const std::uint8_t* header, const std::uint8_t* scales, int half)
    {
        scale = loadHalves(header);
        offset = hn::Zero(rowTag);
        if constexpr (layout.hasScales)
            scale = hn::Mul(scale, loadBytes<std::int8_t>(scales + half * panelRows));
        if constexpr (layout.hasM && layout.hasScales)
            offset = hn::Neg(hn::Mul(loadHalves(header + 2 * panelRows), loadBytes<std::uint8_t>(scales + panelRows)));
        else if constexpr (layout.hasM)
            offset = loadHalves(header + 2 * panelRows);
        else if constexpr (zero != 0)
            offset = hn::Mul(scale, hn::Set(rowTag, float(-zero)));
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
