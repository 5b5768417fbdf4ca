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

/// Q4_0 to Q5_1: element i is the lower half of byte i % 16 where i < 16, else the upper half.
void readNibbles(Bytes bytes, QuantisedGroup& group)
{
    for (int i = 0; i < 16; ++i) {
        group.q[i] = std::int8_t(bytes[i] & 15);
        group.q[i + 16] = std::int8_t(bytes[i] >> 4);
    }
}

/// Q5_0 and Q5_1: bit i is the fifth bit of element i.
void addFifthBits(std::uint32_t bits, QuantisedGroup& group)
{
    for (int i = 0; i < groupSize; ++i)
        group.q[i] = std::int8_t(group.q[i] | ((bits >> i & 1) << 4));
}

/// Q4_K and Q5_K: the lower or upper halves of the 32 bytes that two groups share.
void readSharedNibbles(Bytes bytes, int index, QuantisedGroup& group)
{
    const Bytes shared = bytes + index / 2 * groupSize;
    for (int i = 0; i < groupSize; ++i)
        group.q[i] = std::int8_t(shared[i] >> 4 * (index % 2) & 15);
}

/// Q4_K and Q5_K: s and t of eight groups, 6 bits each, in 12 bytes. Those of the groups 4 to 7 have their upper two bits in
/// the bytes of the others.
void readScales(Bytes bytes, int index, QuantisedGroup& group)
{
    const auto scale = index < 4 ? bytes[index] & 63 : (bytes[index + 4] & 15) | (bytes[index - 4] >> 6 << 4);
    const auto least = index < 4 ? bytes[index + 4] & 63 : bytes[index + 4] >> 4 | (bytes[index] >> 6 << 4);
    group.s[0] = group.s[1] = std::int8_t(scale);
    group.t = std::uint8_t(least);
}

/// Q6_K: 128 bytes of lower four bits, 64 of upper two, 16 scales and d. Each half of the block has four groups: two share
/// the bytes of lower bits, and all four those of upper bits.
void readSixBits(Bytes block, int index, QuantisedGroup& group)
{
    const int half = index / 4, part = index % 4;
    const Bytes low = block + 64 * half + 32 * (part % 2), high = block + 128 + 32 * half;
    for (int i = 0; i < groupSize; ++i)
        group.q[i] = std::int8_t((low[i] >> 4 * (part / 2) & 15) | ((high[i] >> 2 * part & 3) << 4));
    std::memcpy(group.s, block + 192 + 2 * index, 2);
    group.d = read<std::uint16_t>(block + 208);
}

void readStored(WeightType type, Bytes block, int index, QuantisedGroup& group)
{
    if (type == WeightType::q6_k)
        return readSixBits(block, index, group);
    group.d = read<std::uint16_t>(block);
    switch (type) {
    case WeightType::q8_0:
        std::memcpy(group.q, block + 2, groupSize);
        break;
    case WeightType::q4_0:
        readNibbles(block + 2, group);
        break;
    case WeightType::q4_1:
        group.m = read<std::uint16_t>(block + 2);
        readNibbles(block + 4, group);
        break;
    case WeightType::q5_0:
        readNibbles(block + 6, group);
        addFifthBits(read<std::uint32_t>(block + 2), group);
        break;
    case WeightType::q5_1:
        group.m = read<std::uint16_t>(block + 2);
        readNibbles(block + 8, group);
        addFifthBits(read<std::uint32_t>(block + 4), group);
        break;
    case WeightType::q4_k:
        group.m = read<std::uint16_t>(block + 2);
        readScales(block + 4, index, group);
        readSharedNibbles(block + 16, index, group);
        break;
    case WeightType::q5_k:
        group.m = read<std::uint16_t>(block + 2);
        readScales(block + 4, index, group);
        readSharedNibbles(block + 48, index, group);
        for (int i = 0; i < groupSize; ++i)
            group.q[i] = std::int8_t(group.q[i] | ((block[16 + i] >> index & 1) << 4));
        break;
    default:
        assert(false);
    }
}

void groupToFloats(WeightType type, const QuantisedGroup& group, float* out)
{
    const float d = halfToFloat(group.d), m = halfToFloat(group.m);
    const bool hasLeast = type == WeightType::q4_k || type == WeightType::q5_k;
    const float offset = hasLeast ? -(m * float(group.t)) : m;
    for (int i = 0; i < groupSize; ++i) {
        const float product = d * float(group.s[i / 16]) * float(group.q[i]);
        out[i] = type == WeightType::q4_1 || type == WeightType::q5_1 || hasLeast ? product + offset : product;
    }
}

} // namespace

QuantisedGroup readGroup(WeightType type, const std::byte* row, int group)
{
    const WeightBlock block = blockOf(type);
    const int groups = block.elements / groupSize; // of a block
    QuantisedGroup read;
    readStored(type, reinterpret_cast<Bytes>(row) + std::size_t(group / groups) * block.bytes, group % groups, read);
    for (std::int8_t& q : read.q)
        q = std::int8_t(q - storedZero(type));
    return read;
}

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
