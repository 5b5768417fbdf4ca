// SPDX-License-Identifier: MIT
// Keys are unsigned integers in the order of the numbers that they stand for, so that the largest can be found digit by
// digit.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace draftscope::cuda {

/// Any float but NaN; -0 is 0.
[[nodiscard]] constexpr std::uint32_t keyOfLogit(float logit)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(logit + 0.0f);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}
[[nodiscard]] constexpr float logitOfKey(std::uint32_t key)
{
    return std::bit_cast<float>(key >> 31 ? key & 0x7fffffffu : ~key);
}
/// The same for any float: NaN comes behind all others, with +infinity before it.
[[nodiscard]] constexpr std::uint32_t keyOfAnyLogit(float logit)
{
    const std::uint32_t key = keyOfLogit(logit);
    return key < keyOfLogit(-std::numeric_limits<float>::infinity()) ? 0xffffffffu : key; // NaN with a sign bit
}
/// Whether the largest of some logits, by keyOfAnyLogit(), says that they are usable (usable_logits.h).
[[nodiscard]] constexpr bool isUsableLargest(std::uint32_t key)
{
    constexpr float most = std::numeric_limits<float>::max();
    return key >= keyOfLogit(-most) && key <= keyOfLogit(most);
}
/// A float from 0 to 1: its bits, 30 at most.
[[nodiscard]] constexpr std::uint32_t keyOfWeight(float weight)
{
    return std::bit_cast<std::uint32_t>(weight);
}
/// A double from 0 to under 2: its bits, 62 at most.
[[nodiscard]] constexpr std::uint64_t keyOfProbability(double probability)
{
    return std::bit_cast<std::uint64_t>(probability);
}
inline constexpr int idBits = 22; ///< of ids, as many as ExactSum takes

/// Where an order by falling key, and among equals by rising id, is cut: what comes before is kept, with (key, id).
template <class Key>
struct Cut {
    Key key;
    int id;

    [[nodiscard]] constexpr bool keeps(Key otherKey, int otherId) const
    {
        return otherKey > key || (otherKey == key && otherId <= id);
    }
    /// Keeps what both keep.
    constexpr void tighten(const Cut& other)
    {
        if (other.key > key || (other.key == key && other.id < id))
            *this = other;
    }
};
inline constexpr int anyId = 0x7fffffff;

/// Keeps every float weight that is at least `least`, a double over 0.
[[nodiscard]] constexpr Cut<std::uint32_t> weightsFrom(double least)
{
    const float nearest = float(least);
    return {keyOfWeight(nearest) + (double(nearest) < least ? 1u : 0u), anyId};
}

} // namespace draftscope::cuda
