// SPDX-License-Identifier: MIT
#pragma once

/// What the lanes of a warp say to each other. All lanes named in a mask that have not ended must make the same call. A
/// value that comes from a lane that is not in the mask, has ended or was never there is a fault, not garbage.

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tests/simt/executor.h"

namespace simt {

/// What a lane brings to a shuffle; the result replaces its bits.
struct ShuffleCall {
    std::uint64_t bits;
    unsigned source; ///< lane
};
void completeShuffle(void* const* operands, unsigned arrived);

template <class T>
T shuffle(unsigned mask, T value, unsigned source, const Place& place)
{
    static_assert(std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
                  "a device has no such shuffle");
    ShuffleCall call{0, source};
    std::memcpy(&call.bits, &value, sizeof value);
    collective(WarpOperation::shuffle, mask, &call, completeShuffle, place);
    std::memcpy(&value, &call.bits, sizeof value);
    return value;
}

/// The first lane of the segment of `width` lanes that this lane lies in.
inline unsigned segment(unsigned width)
{
    return lane() & ~(width - 1);
}

/// Which lanes of the mask came with a predicate that is not zero.
unsigned vote(WarpOperation operation, unsigned mask, bool predicate, const Place& place);

enum class Reduction : std::uint8_t { add, min, max, bitAnd, bitOr, bitXor };
unsigned reduce(Reduction reduction, bool isSigned, unsigned mask, unsigned value, const Place& place);

} // namespace simt

inline void __syncwarp(unsigned mask = ~0u, simt::Place place = simt::Place::current())
{
    simt::collective(simt::WarpOperation::sync, mask, nullptr, nullptr, place);
}

template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = warpSize, simt::Place place = simt::Place::current())
{
    const unsigned size = static_cast<unsigned>(width);
    return simt::shuffle(mask, value, simt::segment(size) + (static_cast<unsigned>(source) & (size - 1)), place);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize,
                 simt::Place place = simt::Place::current())
{
    const unsigned lane = simt::lane();
    const unsigned first = simt::segment(static_cast<unsigned>(width));
    return simt::shuffle(mask, value, lane - first >= delta ? lane - delta : lane, place);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize,
                   simt::Place place = simt::Place::current())
{
    const unsigned lane = simt::lane();
    const unsigned end = simt::segment(static_cast<unsigned>(width)) + static_cast<unsigned>(width);
    return simt::shuffle(mask, value, delta < end - lane ? lane + delta : lane, place);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int laneMask, int width = warpSize,
                  simt::Place place = simt::Place::current())
{
    const unsigned lane = simt::lane();
    const unsigned end = simt::segment(static_cast<unsigned>(width)) + static_cast<unsigned>(width);
    const unsigned source = lane ^ static_cast<unsigned>(laneMask);
    return simt::shuffle(mask, value, source < end ? source : lane, place);
}

inline unsigned __ballot_sync(unsigned mask, int predicate, simt::Place place = simt::Place::current())
{
    return simt::vote(simt::WarpOperation::ballot, mask, predicate != 0, place);
}
inline int __any_sync(unsigned mask, int predicate, simt::Place place = simt::Place::current())
{
    return simt::vote(simt::WarpOperation::any, mask, predicate != 0, place) != 0;
}
inline int __all_sync(unsigned mask, int predicate, simt::Place place = simt::Place::current())
{
    return simt::vote(simt::WarpOperation::all, mask, predicate == 0, place) == 0;
}

template <class T>
requires std::same_as<T, int> || std::same_as<T, unsigned> T
__reduce_add_sync(unsigned mask, T value, simt::Place place = simt::Place::current())
{
    return static_cast<T>(
        simt::reduce(simt::Reduction::add, std::is_signed_v<T>, mask, static_cast<unsigned>(value), place));
}
template <class T>
requires std::same_as<T, int> || std::same_as<T, unsigned> T
__reduce_min_sync(unsigned mask, T value, simt::Place place = simt::Place::current())
{
    return static_cast<T>(
        simt::reduce(simt::Reduction::min, std::is_signed_v<T>, mask, static_cast<unsigned>(value), place));
}
template <class T>
requires std::same_as<T, int> || std::same_as<T, unsigned> T
__reduce_max_sync(unsigned mask, T value, simt::Place place = simt::Place::current())
{
    return static_cast<T>(
        simt::reduce(simt::Reduction::max, std::is_signed_v<T>, mask, static_cast<unsigned>(value), place));
}
inline unsigned __reduce_and_sync(unsigned mask, unsigned value, simt::Place place = simt::Place::current())
{
    return simt::reduce(simt::Reduction::bitAnd, false, mask, value, place);
}
inline unsigned __reduce_or_sync(unsigned mask, unsigned value, simt::Place place = simt::Place::current())
{
    return simt::reduce(simt::Reduction::bitOr, false, mask, value, place);
}
inline unsigned __reduce_xor_sync(unsigned mask, unsigned value, simt::Place place = simt::Place::current())
{
    return simt::reduce(simt::Reduction::bitXor, false, mask, value, place);
}
