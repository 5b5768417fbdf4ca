// SPDX-License-Identifier: MIT
// Groups of ggml's quantised blocks (quantised_blocks.h), read by any machine: host code and kernels include this.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/weight_type.h"

namespace draftscope {

inline constexpr int groupSize = 32; ///< elements that every quantised type has a scale for, or two

/// What 32 elements of a quantised row are made of. Element i is d * s[i / 16] * q[i], plus m for Q4_1 and Q5_1, minus
/// m * t for Q4_K and Q5_K.
struct QuantisedGroup {
    std::int8_t q[groupSize] = {}; ///< what is added for storage is subtracted
    std::uint16_t d = 0, m = 0;    ///< the bits of IEEE halves
    std::int8_t s[2] = {1, 1};
    std::uint8_t t = 0;
};

/// What is added to the q of a type where they are stored: 0, 8, 16 or 32.
[[nodiscard]] constexpr int storedZero(WeightType type)
{
    switch (type) {
    case WeightType::q4_0:
        return 8;
    case WeightType::q5_0:
        return 16;
    case WeightType::q6_k:
        return 32;
    default:
        return 0;
    }
}

/// Whether a type is Q4_K or Q5_K, whose groups have both of s and t.
[[nodiscard]] constexpr bool hasGroupLeast(WeightType type)
{
    return type == WeightType::q4_k || type == WeightType::q5_k;
}

namespace quantised_group {

[[nodiscard]] constexpr int byteAt(const std::byte* at)
{
    return static_cast<int>(*at);
}

[[nodiscard]] constexpr std::uint16_t halfAt(const std::byte* at)
{
    return std::uint16_t(byteAt(at) | byteAt(at + 1) << 8);
}

/// Q4_0 to Q5_1: element i is the lower half of byte i % 16 where i < 16, else the upper half.
constexpr void readNibbles(const std::byte* bytes, QuantisedGroup& group)
{
    for (int i = 0; i < 16; ++i) {
        group.q[i] = std::int8_t(byteAt(bytes + i) & 15);
        group.q[i + 16] = std::int8_t(byteAt(bytes + i) >> 4);
    }
}

/// Q5_0 and Q5_1: bit i of four bytes is the fifth bit of element i.
constexpr void addFifthBits(const std::byte* bits, QuantisedGroup& group)
{
    for (int i = 0; i < groupSize; ++i)
        group.q[i] = std::int8_t(group.q[i] | (byteAt(bits + i / 8) >> i % 8 & 1) << 4);
}

/// Q4_K and Q5_K: the lower or upper halves of the 32 bytes that two groups share.
constexpr void readSharedNibbles(const std::byte* bytes, int index, QuantisedGroup& group)
{
    const std::byte* const shared = bytes + index / 2 * groupSize;
    for (int i = 0; i < groupSize; ++i)
        group.q[i] = std::int8_t(byteAt(shared + i) >> 4 * (index % 2) & 15);
}

/// Q4_K and Q5_K: s and t of eight groups, 6 bits each, in 12 bytes. Those of the groups 4 to 7 have their upper two
/// bits in the bytes of the others.
constexpr void readScales(const std::byte* bytes, int index, QuantisedGroup& group)
{
    const auto at = [bytes](int i) { return byteAt(bytes + i); };
    const int scale = index < 4 ? at(index) & 63 : (at(index + 4) & 15) | (at(index - 4) >> 6 << 4);
    const int least = index < 4 ? at(index + 4) & 63 : at(index + 4) >> 4 | (at(index) >> 6 << 4);
    group.s[0] = group.s[1] = std::int8_t(scale);
    group.t = std::uint8_t(least);
}

/// Q6_K: 128 bytes of lower four bits, 64 of upper two, 16 scales and d. Each half of the block has four groups: two
/// share the bytes of lower bits, and all four those of upper bits.
constexpr void readSixBits(const std::byte* block, int index, QuantisedGroup& group)
{
    const int half = index / 4, part = index % 4;
    const std::byte *const low = block + 64 * half + 32 * (part % 2), *const high = block + 128 + 32 * half;
    for (int i = 0; i < groupSize; ++i)
        group.q[i] = std::int8_t((byteAt(low + i) >> 4 * (part / 2) & 15) | ((byteAt(high + i) >> 2 * part & 3) << 4));
    for (int i = 0; i < 2; ++i)
        group.s[i] = std::int8_t(byteAt(block + 192 + 2 * index + i));
    group.d = halfAt(block + 208);
}

/// Group `index` of a block, q as they are stored.
constexpr void readStored(WeightType type, const std::byte* block, int index, QuantisedGroup& group)
{
    if (type == WeightType::q6_k)
        return readSixBits(block, index, group);
    group.d = halfAt(block);
    switch (type) {
    case WeightType::q8_0:
        for (int i = 0; i < groupSize; ++i)
            group.q[i] = std::int8_t(byteAt(block + 2 + i));
        break;
    case WeightType::q4_0:
        readNibbles(block + 2, group);
        break;
    case WeightType::q4_1:
        group.m = halfAt(block + 2);
        readNibbles(block + 4, group);
        break;
    case WeightType::q5_0:
        readNibbles(block + 6, group);
        addFifthBits(block + 2, group);
        break;
    case WeightType::q5_1:
        group.m = halfAt(block + 2);
        readNibbles(block + 8, group);
        addFifthBits(block + 4, group);
        break;
    case WeightType::q4_k:
        group.m = halfAt(block + 2);
        readScales(block + 4, index, group);
        readSharedNibbles(block + 16, index, group);
        break;
    case WeightType::q5_k:
        group.m = halfAt(block + 2);
        readScales(block + 4, index, group);
        readSharedNibbles(block + 48, index, group);
        for (int i = 0; i < groupSize; ++i)
            group.q[i] = std::int8_t(group.q[i] | ((byteAt(block + 16 + i) >> index & 1) << 4));
        break;
    default:
        assert(false);
    }
}

} // namespace quantised_group

/// Group `group` of the quantised row that begins at `row`.
[[nodiscard]] constexpr QuantisedGroup readGroup(WeightType type, const std::byte* row, int group)
{
    const WeightBlock block = blockOf(type);
    const int groups = block.elements / groupSize; // of a block
    QuantisedGroup read;
    quantised_group::readStored(type, row + std::size_t(group / groups) * block.bytes, group % groups, read);
    for (std::int8_t& q : read.q)
        q = std::int8_t(q - storedZero(type));
    return read;
}

} // namespace draftscope
