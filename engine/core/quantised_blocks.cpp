// SPDX-License-Identifier: MIT
#include "engine/core/quantised_blocks.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace draftscope {

namespace {

using Bytes = const std::uint8_t*;

template <class T>
T read(Bytes at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

void groupToFloats(WeightType type, const QuantisedGroup& group, float* out)
{
    const float d = halfToFloat(group.d), m = halfToFloat(group.m);
    const bool hasLeast = hasGroupLeast(type);
    const float offset = hasLeast ? -(m * float(group.t)) : m;
    for (int i = 0; i < groupSize; ++i) {
        const int half = i / 16;
        const float product = d * float(group.s[half]) * float(group.q[i]);
        out[i] = type == WeightType::q4_1 || type == WeightType::q5_1 || hasLeast ? product + offset : product;
    }
}

} // namespace

float halfToFloat(std::uint16_t bits)
{
    const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
    float value = 0;
    if (exponent == 31)
        value = fraction ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
    else if (exponent == 0)
        value = std::ldexp(float(fraction), -24);
    else
        value = std::ldexp(float(1024 + fraction), exponent - 25);
    return bits & 0x8000 ? -value : value;
}

void toFloats(WeightType type, const std::byte* data, std::span<float> out)
{
    if (isQuantised(type)) {
        assert(out.size() % std::size_t(blockOf(type).elements) == 0);
        for (std::size_t group = 0; group < out.size() / groupSize; ++group)
            groupToFloats(type, readGroup(type, data, int(group)), out.data() + group * groupSize);
        return;
    }
    if (type == WeightType::f32) {
        std::memcpy(out.data(), data, out.size_bytes());
        return;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto bits = read<std::uint16_t>(reinterpret_cast<Bytes>(data) + 2 * i);
        out[i] = type == WeightType::f16 ? halfToFloat(bits) : std::bit_cast<float>(std::uint32_t(bits) << 16);
    }
}

} // namespace draftscope
