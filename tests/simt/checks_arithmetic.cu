// SPDX-License-Identifier: MIT
// Conversions over all patterns, rounded arithmetic and integer functions.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/backend/cuda/launch.h"
#include "tests/simt/device_check.h"

using namespace draftscope::cuda;

namespace {

/// What a 16-bit format means, from its definition.
struct Format {
    int exponentBits, fractionBits;

    double value(unsigned bits) const
    {
        const int exponent = static_cast<int>(bits >> fractionBits & ((1u << exponentBits) - 1));
        const int fraction = static_cast<int>(bits & ((1u << fractionBits) - 1));
        const int bias = (1 << (exponentBits - 1)) - 1;
        const double sign = bits & 0x8000 ? -1 : 1;
        if (exponent == (1 << exponentBits) - 1)
            return fraction ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
        if (exponent == 0)
            return sign * std::ldexp(fraction, 1 - bias - fractionBits);
        return sign * std::ldexp(fraction + (1 << fractionBits), exponent - bias - fractionBits);
    }
    unsigned infinity() const { return ((1u << exponentBits) - 1) << fractionBits; }
};
constexpr Format bfloat16{8, 7};
constexpr Format float16{5, 10};

template <class T>
__global__ void toFloatKernel(float* out, const T* in)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = toFloat(in[i]);
}

/// Every NaN counts as the same NaN.
std::vector<unsigned> comparable(const std::vector<float>& values)
{
    std::vector<unsigned> bits;
    for (const float value : values)
        bits.push_back(std::isnan(value) ? 0x7fc00000u : std::bit_cast<unsigned>(value));
    return bits;
}

template <class T>
std::string checkToFloat(const Format& format)
{
    std::vector<T> in(65536);
    std::vector<float> expected(65536);
    for (unsigned bits = 0; bits < 65536; ++bits) {
        in[bits] = {static_cast<std::uint16_t>(bits)};
        expected[bits] = static_cast<float>(format.value(bits));
    }
    Stream stream;
    const auto values = onDevice(stream, in);
    auto out = deviceMemory<float>(65536);
    launch<toFloatKernel<T>>(stream, 256, 256, 0, out.data(), values.data());
    return difference("to float", comparable(fromDevice(stream, out)), comparable(expected));
}

template <class T>
__global__ void fromFloatKernel(T* out, std::uint32_t* pairs, float2* unpacked, const float* in, unsigned count)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    out[i] = fromFloat<T>(in[i]);
    pairs[i] = pack<T>(in[i], in[count - 1 - i]);
    unpacked[i] = unpack<T>(pairs[i]);
}

/// Around each pattern: its value, the middle to the next one, and the floats beside that middle.
template <class T>
std::string checkFromFloat(const Format& format)
{
    std::vector<float> in;
    std::vector<unsigned> expected;
    const auto add = [&](double value, unsigned bits) {
        for (const double sign : {1.0, -1.0}) {
            in.push_back(static_cast<float>(sign * value));
            expected.push_back(sign < 0 ? bits | 0x8000 : bits);
        }
    };
    for (unsigned bits = 0; bits < format.infinity(); ++bits) {
        const double value = format.value(bits);
        const bool last = bits + 1 == format.infinity(); // what would come next is as far away as what came before
        const double next = last ? 2 * value - format.value(bits - 1) : format.value(bits + 1);
        const auto middle = static_cast<float>((value + next) / 2);
        add(value, bits);
        if (static_cast<double>(middle) != (value + next) / 2)
            continue; // below the least float there is no middle
        add(middle, bits % 2 == 0 ? bits : bits + 1);
        add(std::nextafter(middle, 0.0f), bits);
        add(std::nextafter(middle, std::numeric_limits<float>::infinity()), bits + 1);
    }
    add(std::numeric_limits<double>::infinity(), format.infinity());
    add(std::numeric_limits<float>::max(), format.infinity());
    add(std::numeric_limits<float>::denorm_min(), 0);
    for (const unsigned nan : {0x7fc00000u, 0x7f800001u, 0xffc00001u, 0xffffffffu}) {
        in.push_back(std::bit_cast<float>(nan));
        expected.push_back(0x7fff);
    }

    const std::size_t count = in.size();
    Stream stream;
    const auto values = onDevice(stream, in);
    auto out = deviceMemory<T>(count);
    auto pairs = deviceMemory<std::uint32_t>(count);
    auto unpacked = deviceMemory<float2>(count);
    launch<fromFloatKernel<T>>(stream, static_cast<unsigned>((count + 255) / 256), 256, 0, out.data(), pairs.data(),
                               unpacked.data(), values.data(), static_cast<unsigned>(count));
    std::vector<unsigned> got;
    for (const T value : fromDevice(stream, out))
        got.push_back(value.bits);
    std::vector<unsigned> expectedPairs;
    std::vector<float> expectedFloats;
    std::vector<float> gotFloats;
    for (std::size_t i = 0; i < count; ++i) {
        expectedPairs.push_back(expected[i] | expected[count - 1 - i] << 16);
        expectedFloats.push_back(static_cast<float>(format.value(expected[i])));
        expectedFloats.push_back(static_cast<float>(format.value(expected[count - 1 - i])));
    }
    for (const float2 pair : fromDevice(stream, unpacked))
        gotFloats.insert(gotFloats.end(), {pair.x, pair.y});
    return difference("from float", got, expected) + difference("pack", fromDevice(stream, pairs), expectedPairs)
        + difference("unpack", comparable(gotFloats), comparable(expectedFloats));
}

std::string conversionsOfBFloat16()
{
    return checkToFloat<BFloat16>(bfloat16) + checkFromFloat<BFloat16>(bfloat16);
}
std::string conversionsOfFloat16()
{
    return checkToFloat<Float16>(float16) + checkFromFloat<Float16>(float16);
}

__global__ void roundedKernel(float* out, const float* a, const float* b, const float* c) // out [6, threads]
{
    const unsigned i = threadIdx.x;
    const unsigned n = blockDim.x;
    out[i] = __fadd_rn(__fmul_rn(a[i], b[i]), c[i]);
    out[n + i] = __fmaf_rn(a[i], b[i], c[i]);
    out[2 * n + i] = __fdiv_rn(a[i], b[i]);
    out[3 * n + i] = __fsqrt_rn(fabsf(a[i]));
    out[4 * n + i] = __frcp_rn(b[i]);
    out[5 * n + i] = __fsub_rn(a[i], c[i]);
}

std::string roundedArithmetic()
{
    constexpr unsigned n = 300;
    std::vector<float> a, b, c;
    for (unsigned i = 0; i < n; ++i) {
        a.push_back(std::bit_cast<float>(0x3f800000u + i * 7919 * 131));
        b.push_back(std::bit_cast<float>(0xbf000000u + i * 104729));
        c.push_back(-a[i] * b[i]); // what is left is the rounding error of the product
    }
    Stream stream;
    auto out = deviceMemory<float>(6 * n);
    const auto da = onDevice(stream, a);
    const auto db = onDevice(stream, b);
    const auto dc = onDevice(stream, c);
    launch<roundedKernel>(stream, 1, n, 0, out.data(), da.data(), db.data(), dc.data());
    std::vector<float> expected(6 * n);
    for (unsigned i = 0; i < n; ++i) {
        const double exact = double(a[i]) * double(b[i]); // 48 bits fit
        expected[i] = static_cast<float>(exact) + c[i];
        expected[n + i] = static_cast<float>(exact + double(c[i])); // the error of a product is a float
        expected[2 * n + i] = a[i] / b[i];
        expected[3 * n + i] = std::sqrt(std::fabs(a[i]));
        expected[4 * n + i] = 1.0f / b[i];
        expected[5 * n + i] = a[i] - c[i];
    }
    return difference("rounded", fromDevice(stream, out), expected);
}

__global__ void approximateKernel(float* out, const float* in) // out [5, threads]
{
    const unsigned i = threadIdx.x;
    const unsigned n = blockDim.x;
    out[i] = expf(in[i]);
    out[n + i] = __expf(in[i]);
    out[2 * n + i] = rsqrtf(in[i] * in[i] + 1);
    out[3 * n + i] = logf(in[i] * in[i] + 1);
    out[4 * n + i] = __fdividef(in[i], 3.0f);
}

std::string approximateArithmetic()
{
    constexpr unsigned n = 256;
    std::vector<float> in;
    for (unsigned i = 0; i < n; ++i)
        in.push_back(0.17f * static_cast<float>(i) - 20);
    Stream stream;
    auto out = deviceMemory<float>(5 * n);
    const auto values = onDevice(stream, in);
    launch<approximateKernel>(stream, 1, n, 0, out.data(), values.data());
    const std::vector<float> got = fromDevice(stream, out);
    std::string wrong;
    for (unsigned i = 0; i < n; ++i) {
        const double x = in[i];
        const double expected[5] = {std::exp(x), std::exp(x), 1 / std::sqrt(double(in[i] * in[i] + 1)),
                                    std::log(double(in[i] * in[i] + 1)), x / 3};
        for (unsigned f = 0; f < 5; ++f)
            if (std::fabs(got[f * n + i] - expected[f]) > 1e-5 * std::fabs(expected[f]) + 1e-7)
                wrong += "function " + std::to_string(f) + " of " + std::to_string(x) + " is "
                    + std::to_string(got[f * n + i]) + ". ";
    }
    return wrong;
}

__global__ void integerKernel(unsigned long long* out, const unsigned* in) // out [13, threads]
{
    const unsigned i = threadIdx.x;
    const unsigned n = blockDim.x;
    const unsigned a = in[i];
    const unsigned b = in[n - 1 - i];
    const unsigned long long wide = static_cast<unsigned long long>(a) << 32 | b;
    unsigned long long results[13] = {
        __umulhi(a, b),
        __umul64hi(wide, wide + a),
        static_cast<unsigned long long>(__popc(a)),
        static_cast<unsigned long long>(__popcll(wide)),
        static_cast<unsigned long long>(__clz(static_cast<int>(a))),
        static_cast<unsigned long long>(__ffs(static_cast<int>(a))),
        __brev(a),
        __byte_perm(a, b, 0x5140),
        __funnelshift_l(a, b, 11),
        __funnelshift_r(a, b, 11),
        static_cast<unsigned>(__float2int_rn(__uint_as_float(a))),
        __float_as_uint(__int_as_float(static_cast<int>(b))),
        static_cast<unsigned long long>(__double2ll_rn(1e10 * static_cast<double>(__uint_as_float(a))))};
    for (unsigned f = 0; f < 13; ++f)
        out[f * n + i] = results[f];
}

unsigned long long wordOf(unsigned index, unsigned a, unsigned b) // byte by byte
{
    return (index < 4 ? a >> 8 * index : b >> 8 * (index - 4)) & 0xff;
}

std::string integers()
{
    constexpr unsigned n = 256;
    std::vector<unsigned> in;
    for (unsigned i = 0; i < n; ++i)
        in.push_back(i < 8        ? i
                         : i < 16 ? ~0u - i
                         : i < 64 ? std::bit_cast<unsigned>(0.5f * static_cast<float>(i) - 15.5f)
                                  : (i + 1) * 2654435761u);
    Stream stream;
    auto out = deviceMemory<unsigned long long>(13 * n);
    const auto values = onDevice(stream, in);
    launch<integerKernel>(stream, 1, n, 0, out.data(), values.data());
    std::vector<unsigned long long> expected(13 * n);
    for (unsigned i = 0; i < n; ++i) {
        const unsigned a = in[i];
        const unsigned b = in[n - 1 - i];
        const std::uint64_t wide = std::uint64_t(a) << 32 | b;
        const std::uint64_t other = wide + a;
        // schoolbook product of 32-bit halves
        const std::uint64_t low = (wide & ~0u) * (other & ~0u);
        const std::uint64_t cross = (wide >> 32) * (other & ~0u) + (low >> 32);
        const std::uint64_t cross2 = (wide & ~0u) * (other >> 32) + (cross & ~0u);
        unsigned long long* e = &expected[i];
        unsigned bit = 0;
        for (unsigned k = 0; k < 32; ++k)
            bit |= (a >> k & 1) << (31 - k);
        float rounded = std::nearbyint(std::bit_cast<float>(a));
        if (std::isnan(rounded))
            rounded = 0;
        const double clamped = std::fmin(std::fmax(double(rounded), -2147483648.0), 2147483647.0);
        e[0] = std::uint64_t(a) * b >> 32;
        e[n] = (wide >> 32) * (other >> 32) + (cross >> 32) + (cross2 >> 32);
        e[2 * n] = static_cast<unsigned long long>(std::popcount(a));
        e[3 * n] = static_cast<unsigned long long>(std::popcount(wide));
        e[4 * n] = static_cast<unsigned long long>(std::countl_zero(a));
        e[5 * n] = a ? static_cast<unsigned long long>(std::countr_zero(a)) + 1 : 0;
        e[6 * n] = bit;
        e[7 * n] = wordOf(0, a, b) | wordOf(4, a, b) << 8 | wordOf(1, a, b) << 16 | wordOf(5, a, b) << 24;
        e[8 * n] = static_cast<unsigned>(b << 11 | a >> 21);
        e[9 * n] = static_cast<unsigned>(b << 21 | a >> 11);
        e[10 * n] = static_cast<unsigned>(static_cast<int>(clamped));
        e[11 * n] = b;
        const double large = std::nearbyint(1e10 * static_cast<double>(std::bit_cast<float>(a)));
        e[12 * n] = std::isnan(large) ? 1ull << 63
            : large >= 0x1p63         ? (1ull << 63) - 1
            : large <= -0x1p63        ? 1ull << 63
                                      : static_cast<unsigned long long>(static_cast<long long>(large));
    }
    return difference("integers", fromDevice(stream, out), expected);
}

} // namespace

std::vector<DeviceCheck> arithmeticChecks()
{
    return {{"bf16 conversions", conversionsOfBFloat16},
            {"f16 conversions", conversionsOfFloat16},
            {"rounded arithmetic", roundedArithmetic},
            {"approximate arithmetic", approximateArithmetic},
            {"integers", integers}};
}
