// SPDX-License-Identifier: MIT
// Sums of products of weights and activations of a byte each, four columns in every 32-bit lane. Included by
// quantised_product.cpp once for each instruction set, behind highway.h, hence the guard that Highway's own -inl.h
// files have.
#if defined(DRAFTSCOPE_BYTE_PRODUCTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DRAFTSCOPE_BYTE_PRODUCTS_INL_H_
#undef DRAFTSCOPE_BYTE_PRODUCTS_INL_H_
#else
#define DRAFTSCOPE_BYTE_PRODUCTS_INL_H_
#endif

#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

/// The same four bytes in every lane.
template <class WordTag>
HWY_INLINE hn::Vec<WordTag> broadcast(WordTag tag, const std::int8_t* at)
{
    std::uint32_t word;
    std::memcpy(&word, at, sizeof word);
    return hn::Set(tag, word);
}

#if HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_AVX2 // which multiply bytes in pairs
using Words = RowVectors<panelRows>::Words;
using Ints = RowVectors<panelRows>::Ints;
using Shorts = hn::Vec<hn::Repartition<std::int16_t, RowVectors<panelRows>::RowTag>>;

/// Bytes of u without a sign times bytes of s with one, added up in pairs.
HWY_INLINE Shorts pairProducts(Words u, Words s)
{
#if HWY_TARGET == HWY_SSE4
    return Shorts{_mm_maddubs_epi16(u.raw, s.raw)};
#else
    return Shorts{_mm256_maddubs_epi16(u.raw, s.raw)};
#endif
}

/// The same where both have a sign: |u| times s with the sign of u.
HWY_INLINE Shorts signedPairProducts(Words u, Words s)
{
#if HWY_TARGET == HWY_SSE4
    return Shorts{_mm_maddubs_epi16(_mm_abs_epi8(u.raw), _mm_sign_epi8(s.raw, u.raw))};
#else
    return Shorts{_mm256_maddubs_epi16(_mm256_abs_epi8(u.raw), _mm256_sign_epi8(s.raw, u.raw))};
#endif
}

HWY_INLINE Ints sumPairs(Shorts pairs)
{
#if HWY_TARGET == HWY_SSE4
    return Ints{_mm_madd_epi16(pairs.raw, _mm_set1_epi16(1))};
#else
    return Ints{_mm256_madd_epi16(pairs.raw, _mm256_set1_epi16(1))};
#endif
}

/// A sum over the columns of a group, or of half of one. Weights have so many bits without a sign, or 8 with one;
/// activations are -127..127.
template <int bits, class Vectors>
class ByteProducts {
    // Sums of two products that fit into 16 bits together: 2 * 127 * 15 is an eighth of 32767.
    static constexpr int fitting = bits == 4 ? 8 : bits == 5 ? 4 : bits == 6 ? 2 : 1;

public:
    /// Weights as add() takes them.
    static HWY_INLINE Words prepared(Words weights) { return weights; }
    /// n counts the calls from 0.
    template <int n>
    HWY_INLINE void add(Words weights, const std::int8_t* activations)
    {
        const Words x = broadcast(typename Vectors::WordTag(), activations);
        const Shorts pairs = bits == 8 ? signedPairProducts(weights, x) : pairProducts(weights, x);
        if constexpr (n % fitting == 0)
            m_pairs = pairs;
        else
            m_pairs = hn::Add(m_pairs, pairs);
        // Now: GCC would keep all products of a group for later, in memory.
        asm volatile("" : "+x"(m_pairs.raw));
        if constexpr (n == fitting - 1)
            m_sum = sumPairs(m_pairs);
        else if constexpr (n % fitting == fitting - 1)
            m_sum = hn::Add(m_sum, sumPairs(m_pairs));
    }
    /// `activations`: their sum.
    [[nodiscard]] HWY_INLINE Ints sum([[maybe_unused]] int activations) const { return m_sum; }

private:
    Shorts m_pairs;
    Ints m_sum;
};
#elif HWY_TARGET == HWY_AVX3_DL
/// The same with VNNI's vpdpbusd, whose first factors have no sign: those of 8 bits are 128 more than they are, until
/// the end.
template <int bits, class Vectors>
class ByteProducts {
    using Words = typename Vectors::Words;
    using Ints = typename Vectors::Ints;

public:
    static HWY_INLINE Words prepared(Words weights)
    {
        return bits == 8 ? hn::Xor(weights, hn::Set(typename Vectors::WordTag(), 0x80808080u)) : weights;
    }
    template <int n>
    HWY_INLINE void add(Words weights, const std::int8_t* activations)
    {
        if constexpr (n == 0)
            m_sum = hn::Zero(typename Vectors::IntTag());
        // GCC 12 makes AVX-VNNI's instruction of the intrinsic, which is another one that Zen 4 does not have.
        using FourBytes = const std::int8_t[4];
        const auto& x = *reinterpret_cast<FourBytes*>(activations);
        if constexpr (Vectors::lanes == 16)
            asm("vpdpbusd %2%{1to16%}, %1, %0" : "+v"(m_sum.raw) : "v"(weights.raw), "m"(x));
        else
            asm("vpdpbusd %2%{1to8%}, %1, %0" : "+v"(m_sum.raw) : "v"(weights.raw), "m"(x));
    }
    [[nodiscard]] HWY_INLINE Ints sum(int activations) const
    {
        return bits == 8 ? hn::Sub(m_sum, hn::Set(typename Vectors::IntTag(), int(128U * unsigned(activations))))
                         : m_sum;
    }

private:
    Ints m_sum;
};
#elif HWY_TARGET == HWY_SCALAR
template <int bits, class Vectors>
class ByteProducts {
    using Words = typename Vectors::Words;
    using Ints = typename Vectors::Ints;

public:
    static HWY_INLINE Words prepared(Words weights) { return weights; }
    template <int n>
    HWY_INLINE void add(Words weights, const std::int8_t* activations)
    {
        std::uint8_t w[4];
        std::memcpy(w, &weights.raw, 4);
        for (int i = 0; i < 4; ++i)
            m_sum += (bits == 8 ? int(std::int8_t(w[i])) : int(w[i])) * activations[i];
    }
    [[nodiscard]] HWY_INLINE Ints sum(int) const { return hn::Set(typename Vectors::IntTag(), m_sum); }

private:
    std::int32_t m_sum = 0;
};
#else
/// The same with products of 16 bits, of even and of odd bytes.
template <int bits, class Vectors>
class ByteProducts {
    using Words = typename Vectors::Words;
    using Ints = typename Vectors::Ints;
    using ShortTag = hn::Repartition<std::int16_t, typename Vectors::RowTag>;
    static constexpr typename Vectors::IntTag intTag = {};

public:
    static HWY_INLINE Words prepared(Words weights) { return weights; }
    template <int n>
    HWY_INLINE void add(Words weights, const std::int8_t* activations)
    {
        const ShortTag shorts;
        const hn::RebindToUnsigned<ShortTag> bare;
        const auto x = hn::BitCast(shorts, broadcast(typename Vectors::WordTag(), activations)),
                   w = hn::BitCast(shorts, weights);
        if constexpr (bits == 8) {
            addShorts(hn::ShiftRight<8>(hn::ShiftLeft<8>(w)), hn::ShiftRight<8>(hn::ShiftLeft<8>(x)));
            addShorts(hn::ShiftRight<8>(w), hn::ShiftRight<8>(x));
        } else {
            addShorts(hn::And(w, hn::Set(shorts, 0xFF)), hn::ShiftRight<8>(hn::ShiftLeft<8>(x)));
            addShorts(hn::BitCast(shorts, hn::ShiftRight<8>(hn::BitCast(bare, w))), hn::ShiftRight<8>(x));
        }
    }
    [[nodiscard]] HWY_INLINE Ints sum(int) const { return hn::RearrangeToOddPlusEven(m_first, m_second); }

private:
    HWY_INLINE void addShorts(hn::Vec<ShortTag> w, hn::Vec<ShortTag> x)
    {
        m_first = hn::ReorderWidenMulAccumulate(intTag, w, x, m_first, m_second);
    }
    Ints m_first = hn::Zero(intTag), m_second = hn::Zero(intTag);
};
#endif

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
