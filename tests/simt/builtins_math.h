// SPDX-License-Identifier: MIT
#pragma once

/// Arithmetic. Everything rounds once, to nearest even, as IEEE 754 says; what is approximate on a device (__expf,
/// rsqrtf ...) is the exact function rounded, or the C library's.

#include <math.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

// clang-format off
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline float __fsqrt_rn(float a) { return std::sqrt(a); }
inline float __frcp_rn(float a) { return 1.0f / a; }
inline float __frsqrt_rn(float a) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(a))); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }

inline float rsqrtf(float a) { return __frsqrt_rn(a); }
inline float __fdividef(float a, float b) { return a / b; }
inline float __expf(float a) { return std::exp(a); }
inline float __exp10f(float a) { return std::pow(10.0f, a); }
inline float __logf(float a) { return std::log(a); }
inline float __log2f(float a) { return std::log2(a); }
inline float __powf(float a, float b) { return std::pow(a, b); }
inline float __sinf(float a) { return std::sin(a); }
inline float __cosf(float a) { return std::cos(a); }
inline float __tanhf(float a) { return std::tanh(a); }
inline float __saturatef(float a) { return a > 0.0f ? std::min(a, 1.0f) : 0.0f; }
inline double rsqrt(double a) { return 1.0 / std::sqrt(a); }

inline unsigned __float_as_uint(float a) { return std::bit_cast<unsigned>(a); }
inline int __float_as_int(float a) { return std::bit_cast<int>(a); }
inline float __uint_as_float(unsigned a) { return std::bit_cast<float>(a); }
inline float __int_as_float(int a) { return std::bit_cast<float>(a); }
inline long long __double_as_longlong(double a) { return std::bit_cast<long long>(a); }
inline double __longlong_as_double(long long a) { return std::bit_cast<double>(a); }

namespace simt {
/// As on a device (PTX ISA, cvt): out of range becomes the nearest integer; NaN becomes 0 between 32 bits, else the
/// highest bit alone.
template <class Integer, class Real>
Integer toInteger(Real rounded)
{
    if (std::isnan(rounded))
        return sizeof(Real) == 4 && sizeof(Integer) == 4 ? Integer(0) : Integer(1ull << (8 * sizeof(Integer) - 1));
    if (rounded >= static_cast<Real>(std::numeric_limits<Integer>::max())) return std::numeric_limits<Integer>::max();
    if (rounded <= static_cast<Real>(std::numeric_limits<Integer>::min())) return std::numeric_limits<Integer>::min();
    return static_cast<Integer>(rounded);
}
} // namespace simt
inline int __float2int_rn(float a) { return simt::toInteger<int>(std::nearbyint(a)); }
inline int __float2int_rd(float a) { return simt::toInteger<int>(std::floor(a)); }
inline int __float2int_ru(float a) { return simt::toInteger<int>(std::ceil(a)); }
inline int __float2int_rz(float a) { return simt::toInteger<int>(std::trunc(a)); }
inline unsigned __float2uint_rn(float a) { return simt::toInteger<unsigned>(std::nearbyint(a)); }
inline unsigned __float2uint_rz(float a) { return simt::toInteger<unsigned>(std::trunc(a)); }
inline long long __double2ll_rn(double a) { return simt::toInteger<long long>(std::nearbyint(a)); }
inline float __int2float_rn(int a) { return static_cast<float>(a); }
inline float __uint2float_rn(unsigned a) { return static_cast<float>(a); }

inline int __popc(unsigned a) { return std::popcount(a); }
inline int __popcll(unsigned long long a) { return std::popcount(a); }
inline int __clz(int a) { return std::countl_zero(static_cast<unsigned>(a)); }
inline int __clzll(long long a) { return std::countl_zero(static_cast<unsigned long long>(a)); }
inline int __ffs(int a) { return a == 0 ? 0 : std::countr_zero(static_cast<unsigned>(a)) + 1; }
inline int __ffsll(long long a) { return a == 0 ? 0 : std::countr_zero(static_cast<unsigned long long>(a)) + 1; }
inline unsigned __brev(unsigned a)
{
    unsigned r = 0; for (int i = 0; i < 32; ++i) r |= (a >> i & 1u) << (31 - i); return r;
}
inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>(std::uint64_t(a) * b >> 32); }
inline int __mulhi(int a, int b) { return static_cast<int>(std::int64_t(a) * b >> 32); }
__extension__ using SimtWide = unsigned __int128;
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return static_cast<unsigned long long>(static_cast<SimtWide>(a) * b >> 64);
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return static_cast<unsigned>((std::uint64_t(high) << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return static_cast<unsigned>((std::uint64_t(high) << 32 | low) >> (shift & 31));
}
/// Byte i of the result is the byte of (high, low) that digit i of the selector names; only its low three bits, no
/// signs.
inline unsigned __byte_perm(unsigned low, unsigned high, unsigned selector)
{
    const std::uint64_t bytes = std::uint64_t(high) << 32 | low;
    unsigned result = 0;
    for (unsigned i = 0; i < 4; ++i)
        result |= static_cast<unsigned>(bytes >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
    return result;
}

inline int min(int a, int b) { return std::min(a, b); }
inline int max(int a, int b) { return std::max(a, b); }
inline unsigned min(unsigned a, unsigned b) { return std::min(a, b); }
inline unsigned max(unsigned a, unsigned b) { return std::max(a, b); }
inline long min(long a, long b) { return std::min(a, b); }
inline long max(long a, long b) { return std::max(a, b); }
inline unsigned long min(unsigned long a, unsigned long b) { return std::min(a, b); }
inline unsigned long max(unsigned long a, unsigned long b) { return std::max(a, b); }
inline long long min(long long a, long long b) { return std::min(a, b); }
inline long long max(long long a, long long b) { return std::max(a, b); }
inline unsigned long long min(unsigned long long a, unsigned long long b) { return std::min(a, b); }
inline unsigned long long max(unsigned long long a, unsigned long long b) { return std::max(a, b); }
inline float min(float a, float b) { return std::fmin(a, b); }
inline float max(float a, float b) { return std::fmax(a, b); }
inline double min(double a, double b) { return std::fmin(a, b); }
inline double max(double a, double b) { return std::fmax(a, b); }
// clang-format on
